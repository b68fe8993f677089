import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ready, show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { changeLanguage } from '../../lib/texts.ts'
import { AddStation } from './add-station.tsx'
import { ReserveDialog } from './reserve-dialog.tsx'
import type { Connector } from './station-queries.ts'

let networks: { name: string }[]
const sent: { path: string; body: Record<string, unknown> }[] = []

beforeEach(() => {
  networks = []
  sent.length = 0
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    const path = new URL(address, location.href).pathname
    sent.push({ path, body: JSON.parse(body) as Record<string, unknown> })
    if (path.endsWith('/network/list')) return Promise.resolve(Response.json(networks))
    if (path.endsWith('/list') || path.endsWith('/type')) return Promise.resolve(Response.json([]))
    const error = { code: 'conflict', message: 'Enough seen.' }
    return Promise.resolve(Response.json({ error }, { status: 409 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  return changeLanguage('en')
})

const last = (end: string) => sent.findLast(({ path }) => path.endsWith(end))?.body

// Proves S3.8
it('a reservation is sent with its energy in Wh, and not with more than the server takes', async () => {
  const connector = { id: 'c', connectorid: 1 } as Connector // all members that the dialog reads
  await show(<ReserveDialog connector={connector} onClose={() => {}} />, { texts: ['station', 'cards'] })
  fireEvent.change(await screen.findByRole('combobox', { name: /^Card/ }), { target: { value: 'TAG' } })
  const energy = screen.getByLabelText('Energy (kWh)')
  fireEvent.change(energy, { target: { value: '1000.5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reserve' }))
  expect(await screen.findByText('From 0.1 to 1,000 kWh')).toBeTruthy()
  expect(last('/reserve/now')).toBeUndefined()
  fireEvent.change(energy, { target: { value: '12.5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reserve' }))
  await waitFor(() => expect(last('/reserve/now')).toMatchObject({ card: 'TAG', volume: 12_500 }))
})

it("the energy of a reservation is written in the number format of the page's language", async () => {
  const connector = { id: 'c', connectorid: 1 } as Connector // all members that the dialog reads
  await ready('station', 'cards')
  await changeLanguage('de')
  await show(<ReserveDialog connector={connector} onClose={() => {}} />, { texts: ['station', 'cards'] })
  fireEvent.change(await screen.findByRole('combobox', { name: /^Ladekarte/ }), { target: { value: 'TAG' } })
  fireEvent.change(screen.getByLabelText('Energie (kWh)'), { target: { value: '12,5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reservieren' }))
  await waitFor(() => expect(last('/reserve/now')).toMatchObject({ volume: 12_500 }))
})

it('a new station is given one of the networks', async () => {
  networks = [{ name: 'North' }, { name: 'South' }]
  await show(<AddStation identity="CS-1" onClose={() => {}} />, { texts: ['stations', 'connection'] })
  fireEvent.click(await screen.findByRole('combobox', { name: 'Network' }))
  fireEvent.click(await screen.findByRole('option', { name: 'South', hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(last('/charge_point/set')).toMatchObject({ identity: 'CS-1', networkname: 'South' }),
  )
})

it('without networks the field is hidden', async () => {
  await show(<AddStation identity="CS-1" onClose={() => {}} />, { texts: ['stations', 'connection'] })
  await waitFor(() => expect(last('/network/list')).toBeDefined())
  expect(screen.queryByLabelText('Network')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(last('/charge_point/set')).toMatchObject({ networkname: null }))
})
