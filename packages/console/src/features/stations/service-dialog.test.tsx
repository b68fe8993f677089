import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { ServiceDialog } from './service-dialog.tsx'
import type { Station } from './station-columns.tsx'

// all members that the dialog reads
const stationWith = (outofservicereason: string | null) =>
  ({
    id: 's',
    identity: 'CS-1',
    connected: true,
    outofservicereason,
    outofservicesince: outofservicereason && '2026-01-02T03:04:05.000Z',
    expectedreturn: null,
  }) as unknown as Station

const showFor = (reason: string | null) =>
  show(<ServiceDialog station={stationWith(reason)} to="out" onClose={() => {}} />, { texts: ['service'] })

it('takes a station out of service with a request to it', async () => {
  await showFor(null)
  expect(screen.getByRole('dialog', { name: 'Take CS-1 out of service' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Take out of service' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
})

it('changes the note of a station that is out of service, without a request to it', async () => {
  await showFor('Broken display')
  expect(screen.getByRole('dialog', { name: 'CS-1 is out of service' })).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ }).value).toBe('Broken display')
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})
