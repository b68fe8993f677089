import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import EventLog from './dblog.tsx'

const correlation = '01990000-0000-7000-8000-000000000004'
const event = {
  id: '01990000-0000-7000-8000-000000000009',
  datetime: '2026-11-21T10:00:00.000Z',
  type: 'message',
  code: 'stations',
  event: 'station added',
  text: '',
  accountid: null,
  userid: null,
  username: 'ann',
  session: null,
  object: 'CP-1',
  correlation,
}
let filters: unknown[]

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  filters = []
  vi.stubGlobal('fetch', (address: string, request: { body: string }) => {
    const body = JSON.parse(request.body) as { filter?: unknown }
    if (address.endsWith('/list')) filters.push(body.filter)
    return Promise.resolve(Response.json(address.endsWith('/list') ? [event] : { count: 1 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('shows warnings and errors first', async () => {
  await show(<EventLog />, { texts: ['admin', 'journals', 'log-search'] })
  await screen.findByText('station added')
  // on a slow machine the list is fetched again
  for (const filter of filters) expect(filter).toEqual({ type: ['warning', 'error'] })
})

it('shows all events of the request in the address', async () => {
  await show(<EventLog />, {
    texts: ['admin', 'journals', 'log-search'],
    at: `/admin/dblog?correlation=${correlation}`,
  })
  await waitFor(() => expect(filters).toContainEqual({ correlation }))
})

it('also shows messages if the address asks for all types', async () => {
  await show(<EventLog />, { texts: ['admin', 'journals', 'log-search'], at: '/admin/dblog?type=all' })
  await screen.findByText('station added')
  for (const filter of filters) expect(filter).toBeUndefined()
})
