import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { applyPageConfig } from '../../lib/page-config.ts'
import type { RangePlace } from '../../lib/time-range.ts'
import type { LogFilter } from './log-filter.ts'
import type { LogRow } from './log-window.ts'
import { useOcppLog } from './use-ocpp-log.ts'

const all: LogFilter & RangePlace = {
  hb: true,
  nomv: false,
  action: '',
  q: '',
  dir: 'all',
  err: 'all',
  range: 'any',
  from: '',
  to: '',
}

/** Mock server with messages 1 to `newest` that answers the queries of the log. */
let newest = 0
const asked: Record<string, unknown>[] = []

interface Asked {
  id?: string
  after?: string
  reclimit?: number
  oldestfirst?: boolean
  search?: { field: string; compare: string; value: string }[]
}

function answerTo(path: string, body: Asked): unknown {
  if (path.endsWith('/ocpp/log/get')) {
    const id = Number(body.id)
    return id >= 1 && id <= newest
      ? row(id)
      : { error: { code: 'not-found', message: 'gone', correlation: '1' } }
  }
  const ids = Array.from({ length: newest }, (_, at) => (body.oldestfirst ? at + 1 : newest - at)).filter(
    (id) =>
      body.after === undefined || (body.oldestfirst ? id > Number(body.after) : id < Number(body.after)),
  )
  const rows = ids.slice(0, body.reclimit).map(row)
  const until =
    rows.length < ids.length ? { id: rows.at(-1)!.id, datetime: '2026-11-23T12:00:00.000Z' } : null
  return { rows, until }
}

const row = (id: number) =>
  ({ id: String(id), action: 'StatusNotification', repeats: 1, response: '{}', errorcode: null }) as LogRow

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  asked.length = 0
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    const body = JSON.parse(request.body) as Asked
    asked.push(body as Record<string, unknown>)
    const answer = answerTo(path, body)
    const status = typeof answer === 'object' && answer !== null && 'error' in answer ? 404 : 200
    return Promise.resolve(new Response(JSON.stringify(answer), { status }))
  })
})
afterEach(() => vi.unstubAllGlobals())

function open(first: { filter?: LogFilter & RangePlace; link?: string | null; isFollowed?: boolean } = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(
    ({ filter = all, link = null, isFollowed = true }: typeof first) =>
      useOcppLog('station', filter, { link, isFollowed }),
    { wrapper, initialProps: first },
  )
  const ids = () => hook.result.current.rows.map(({ id }) => Number(id))
  const hear = (): Promise<void> =>
    act(() => client.invalidateQueries({ queryKey: ['OCPP log', '/ocpp/log/search'] }))
  return { ...hook, ids, hear }
}

describe('the log of a station', () => {
  it('follows new messages and pages back to the beginning', async () => {
    newest = 120
    const log = open()
    await waitFor(() => expect(log.ids()).toHaveLength(50))
    newest = 122
    await log.hear()
    await waitFor(() => expect(log.ids()[0]).toBe(122))
    await act(() => log.result.current.loadOlder())
    await act(() => log.result.current.loadOlder())
    expect(log.ids()).toEqual(Array.from({ length: 122 }, (_, at) => 122 - at))
    expect(log.result.current.hasOlder).toBe(false)
  })

  it('holds new messages back while the user reads, and shows them when the log is followed again', async () => {
    newest = 60
    const log = open()
    await waitFor(() => expect(log.ids()).toHaveLength(50))
    log.rerender({ isFollowed: false })
    newest = 63
    await log.hear()
    await waitFor(() => expect(log.result.current.waiting).toEqual({ count: 3, more: false }))
    expect(log.ids()[0]).toBe(60)
    log.rerender({ isFollowed: true })
    await waitFor(() => expect(log.ids()[0]).toBe(63))
  })

  it('starts around a linked message and joins the end of the log', async () => {
    newest = 200
    const log = open({ link: '100', isFollowed: false })
    await waitFor(() => expect(log.ids()).toContain(100))
    expect(log.ids()[0]).toBe(120)
    expect(log.ids().at(-1)).toBe(50)
    expect(log.result.current.hasNewer).toBe(true)
    await act(() => log.result.current.loadNewer())
    expect(log.ids()[0]).toBe(170)
    await act(() => log.result.current.loadNewer())
    expect(log.ids()[0]).toBe(200)
    expect(log.result.current.hasNewer).toBe(false)
  })

  it('shows the newest messages if the linked message no longer exists', async () => {
    newest = 10
    const log = open({ link: '99' })
    await waitFor(() => expect(log.result.current.isLinkLost).toBe(true))
    await waitFor(() => expect(log.ids()).toHaveLength(10))
  })

  // Proves S2.27
  it('queries again for another filter, and leaves heartbeats and meter values to the toggles', async () => {
    newest = 5
    const log = open({ filter: { ...all, hb: false, dir: 'out', err: 'any', q: 'x' } })
    await waitFor(() => expect(log.ids()).toHaveLength(5))
    expect(asked[0]).toMatchObject({
      filter: { stationid: 'station', direction: 'out' },
      search: [
        { field: 'action', compare: 'NEQ', value: 'Heartbeat' },
        { field: 'errorcode', compare: 'INN' },
        { field: 'action', compare: 'IKE', value: '%x%', lstr: '(' },
        { field: 'messageid' },
        { field: 'request' },
        { field: 'response' },
        { field: 'errorcode', rstr: ')' },
      ],
    })
    log.rerender({ filter: { ...all, action: 'Heartbeat', hb: false } })
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ filter: { action: 'Heartbeat' } }))
    expect(asked.at(-1)).not.toHaveProperty('search')
    log.rerender({ filter: { ...all, nomv: true } })
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ search: [{ compare: 'NEQ', value: 'MeterValues' }] }),
    )
    log.rerender({ filter: { ...all, from: '2026-11-23T18:00:00.000Z', to: '2026-11-24T08:00:00.000Z' } })
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        search: [
          { field: 'datetime', compare: 'GEQ', value: '2026-11-23T18:00:00.000Z' },
          { field: 'datetime', compare: 'LSS', value: '2026-11-24T08:00:00.000Z' },
        ],
      }),
    )
  })
})
