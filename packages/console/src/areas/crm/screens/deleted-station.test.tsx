import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { access } from '../../../lib/access.ts'
import { applyPageConfig } from '../../../lib/page-config.ts'
import { StationBanners } from '../station/station-banners.tsx'
import Stations from './stations.tsx'

interface SentRequest {
  path: string
  body: { search?: { field: string; value: string }[]; identity?: string; id?: string; action?: string }
}

const station = {
  id: '01990000-0000-7000-8000-000000000001',
  identity: 'GONE-1',
  accountcode: 'main',
  label: 'Old depot',
  statecode: 'deleted',
  statetypecode: 'deleted',
  displaystate: 'deleted',
  approval: 'accepted',
  bootstatus: null,
  connected: false,
  connectors: [],
  tags: [],
} as unknown as Station // Only the fields that these components read.

let requests: SentRequest[]
const isForDeleted = ({ search }: SentRequest['body']): boolean => search?.[0]?.value === 'deleted'

/**
 * Answers as the server does: a deleted station is listed if the list filters by its state, and retains its
 * identity.
 */
const answerTo = ({ path, body }: SentRequest): Response => {
  const found = isForDeleted(body) ? [station] : []
  if (path.endsWith('/charge_point/count')) return Response.json({ count: found.length })
  if (path.endsWith('/charge_point/list')) return Response.json(found)
  if (path.endsWith('/charge_point/action')) return Response.json({ ...station, statecode: 'available' })
  if (path.endsWith('/count')) return Response.json({ count: 0 })
  if (!path.endsWith('/charge_point/set')) return Response.json([])
  const params = { identity: body.identity }
  const error = {
    code: 'station.identity_of_deleted',
    message: 'deleted',
    field: 'identity',
    params,
    correlation: 'c-1',
  }
  return Response.json({ error }, { status: 409 })
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  requests = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    const one = { path, body: JSON.parse(request.body) as SentRequest['body'] }
    requests.push(one)
    return Promise.resolve(answerTo(one))
  })
})
afterEach(() => {
  act(() => access.set(() => true))
  vi.unstubAllGlobals()
})

const list = () => show(<Stations />, { texts: ['stations', 'map', 'connection'], at: '/crm/stations' })

// Proves S2.25
it('lists a deleted station under its filter', async () => {
  await list()
  expect(screen.queryByText('GONE-1')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  fireEvent.click(await screen.findByRole('combobox', { name: 'Registration' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Deleted 1', hidden: true }))
  const row = (await screen.findByText('GONE-1')).closest('tr')!
  expect(within(row).getByText('Deleted')).toBeTruthy()
})

it('shows no numbers by state under the filter for deleted stations', async () => {
  await show(<Stations />, {
    texts: ['stations', 'map', 'connection'],
    at: '/crm/stations?registration=deleted&state=charging',
  })
  await screen.findByText('GONE-1')
  expect(screen.queryByRole('button', { name: /Offline/ })).toBeNull()
  const filters = requests.filter(({ path }) => path.endsWith('/list')).map(({ body }) => body)
  expect(filters.every((body) => !('filter' in body))).toBe(true)
})

// Proves S4.1
it('shows no filter to a user who may not restore stations', async () => {
  access.set((_, about) => about?.action !== 'restore')
  await list()
  await screen.findByText('No stations yet')
  fireEvent.click(await screen.findByRole('button', { name: 'Filters' }))
  await screen.findByText('There is nothing to filter by yet.')
  expect(screen.queryByRole('combobox', { name: 'Registration' })).toBeNull()
  expect(requests.filter(({ body }) => isForDeleted(body))).toEqual([])
})

// Proves S2.25
it('offers to restore a deleted station whose identity is added again', async () => {
  await list()
  fireEvent.click(screen.getAllByRole('button', { name: 'Add station' })[0]!)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Identity/), { target: { value: ' GONE-1 ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  const link = await within(dialog).findByRole('link', { name: 'Open the deleted station' })
  expect(link.getAttribute('href')).toBe('/crm/station/GONE-1')
})

// Proves S2.25
it('restores a deleted station from its page', async () => {
  await show(<StationBanners station={station} />, { texts: ['station'] })
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/charge_point/action'))).toBe(true))
  const sent = requests.find(({ path }) => path.endsWith('/charge_point/action'))
  expect(sent?.body).toEqual({ id: station.id, action: 'restore' })
})

// Proves S4.1
it('does not offer to restore a station without the right', async () => {
  access.set((_, about) => about?.action !== 'restore')
  await show(<StationBanners station={station} />, { texts: ['station'] })
  expect(screen.getByText(/This station was deleted/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
})
