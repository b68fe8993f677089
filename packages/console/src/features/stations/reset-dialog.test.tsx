import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import type { Station } from './station-columns.tsx'

// all members that the dialog reads
const station = {
  id: 's',
  identity: 'CS-1',
  connectors: [{ transactionid: 1 }, { transactionid: 2 }, { transactionid: null }],
} as unknown as Station

it('says how many running transactions a reset stops, and how each kind stops them', async () => {
  await show(<ResetDialog station={station} onClose={() => {}} />, { texts: ['station'] })
  expect(screen.getByText('The station restarts. This stops 2 running sessions.')).toBeTruthy()
  expect(screen.getByText('Stops running sessions properly, then restarts the software')).toBeTruthy()
  expect(screen.getByText(/^Restarts immediately.*sessions may end without a stop message$/)).toBeTruthy()
})
