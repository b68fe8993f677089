import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { StationBanners } from './station-banners.tsx'

const approved = {
  id: 's',
  identity: 'CS-1',
  statecode: 'available',
  approval: 'accepted',
  bootstatus: 'Pending',
  connected: true,
  connectors: [],
} as unknown as Station // Only the fields that the banners read.

const sent: unknown[] = []
let answer: { statecode: string; status: string | null }

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  sent.length = 0
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (path.endsWith('/count')) return Promise.resolve(Response.json({ count: 0 }))
    if (!path.endsWith('/command/send')) return Promise.resolve(Response.json([]))
    sent.push(JSON.parse(request.body))
    const command = { id: 'c', note: null, errorcode: null, message: null, ...answer }
    return Promise.resolve(Response.json({ runid: 'r', commands: [command] }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const draw = (station: Partial<Station> = {}) =>
  show(<StationBanners station={{ ...approved, ...station }} />, { texts: ['station'] })
const button = () => screen.queryByRole('button', { name: 'Request BootNotification' })

it('triggers the BootNotification of an approved station that has not booted', async () => {
  answer = { statecode: 'accepted', status: 'Accepted' }
  await draw()
  fireEvent.click(button()!)
  await screen.findByText('The station will send its BootNotification.')
  expect(sent).toMatchObject([
    { identities: ['s'], action: 'TriggerMessage', payload: { requestedMessage: 'BootNotification' } },
  ])
})

it('shows the answer of a station that does not send it', async () => {
  answer = { statecode: 'rejected', status: 'NotImplemented' }
  await draw()
  fireEvent.click(button()!)
  await screen.findByText('NotImplemented')
})

it('triggers nothing on a station that is offline or whose boot was rejected (OCPP 1.6, 4.2)', async () => {
  const offline = await draw({ connected: false })
  expect(button()).toBeNull()
  offline.unmount()
  await draw({ bootstatus: 'Rejected' })
  expect(button()).toBeNull()
})
