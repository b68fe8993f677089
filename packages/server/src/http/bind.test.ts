import {
  endpoint,
  type Endpoint,
  endpoints,
  Filter,
  ListQuery,
  noClass,
  SearchTerm,
} from '@stationmaster/contract'
import { isQuery } from '@stationmaster/contract'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../shared/clock.ts'
import type { Handlers } from '../shared/handlers.ts'
import { createLog } from '../shared/log.ts'
import { mayAll } from '../../test/rights.ts'
import { currentLane, inLane } from '../storage/lanes.ts'
import { isTransient } from '../storage/transient.ts'
import { type BindDeps, bindEndpoints } from './bind.ts'
import { queryQueue } from './query-queue.ts'
import type { Caller } from './viewer.ts'
import type { WebCall } from './web-call.ts'

const row = (path: string) =>
  endpoint({
    path,
    subject: 'Test',
    summary: '',
    may: 'public',
    use: noClass,
    body: Type.Object({}, { additionalProperties: false }),
    answer: Type.Unknown(),
  })
const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const callerOf = () => Promise.reject(new Error('nobody asks'))
const deps: BindDeps = {
  callerOf,
  isStorageAway: isTransient,
  withTenant: (_, work) => work(),
  inLane: (_, work) => work(),
  queries: queryQueue(1),
  shownParameters: () => null,
  logEvent: () => {},
  clock: systemClock,
  log,
}
const call = {
  query: {},
  header: () => undefined,
  isViaUnknownProxy: false,
  body: '',
  correlation: 'c-1',
  note: () => {},
} as unknown as WebCall

/** Returns the response to a request whose handler throws. */
async function thrown(failure: Error, path = '/x') {
  const rows: Record<string, Endpoint> = { whoami: row(path) }
  const [route] = bindEndpoints(rows, { whoami: () => Promise.reject(failure) }, deps)
  const reply = await route!.answer(call)
  return { ...reply, body: JSON.parse(String(reply.body)) as Record<string, unknown> }
}

describe('an unexpected error', () => {
  // Proves INV-10, A16
  test('is reported without details and logged under the same id', async () => {
    const { status, body } = await thrown(new Error('relation "users" holds hunter2'))
    expect(status).toBe(500)
    expect(body).toEqual({
      error: { code: 'server.unexpected', message: 'An unexpected error occurred.', correlation: 'c-1' },
    })
    expect(lines.at(-1)).toContain('c-1')
  })

  test('an unavailable database is 503 with Retry-After', async () => {
    for (const code of ['57P01', '57P03', 'ECONNREFUSED', '08006']) {
      const { status, headers, body } = await thrown(Object.assign(new Error('away'), { code }))
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('2')
      expect(body).toMatchObject({ error: { code: 'server.storage_unavailable' } })
    }
  })

  test('is flat at the token endpoint', async () => {
    expect((await thrown(new Error('x'), '/oauth2/token')).body).toMatchObject({ error: 'server_error' })
  })
})

/** Returns true if a body accepts a filter, a search or an order at any level. */
function acceptsQuery(row: Endpoint): boolean {
  const { properties = {} } = row.body as { properties?: Record<string, unknown> }
  const filter = JSON.stringify(Filter)
  const search = JSON.stringify(SearchTerm)
  return (
    (row.body as unknown) === ListQuery ||
    row.csv === true ||
    'orderby' in properties ||
    Object.values(properties).some((schema) => {
      const text = JSON.stringify(schema)
      return text.includes(filter) || text.includes(search)
    })
  )
}

const header = (key: string) => (key === 'authorization' ? 'Bearer t' : 'application/json')

/**
 * Requests an endpoint as a user with all rights; returns the lane in which its handler ran, and whether it
 * was queued.
 */
async function laneOfCall(name: string, row: Endpoint): Promise<{ lane: string | null; queued: string[] }> {
  const queued: string[] = []
  const seen: { lane: string | null } = { lane: null }
  const handler = () => {
    seen.lane = currentLane()
    return Promise.resolve([])
  }
  const queries = queryQueue(1)
  queries.run = (caller, work) => {
    queued.push(caller.userId)
    return work()
  }
  const viewer = { userId: 'u', accountId: 'a', isAdmin: true, isDriver: false, rights: mayAll }
  const auth = { provenAt: new Date(), mustFirst: null, areas: null, isIpAllowed: () => true }
  const caller = { kind: 'person', viewer, auth } as unknown as Caller
  const [route] = bindEndpoints(
    { [name]: { ...row, body: Type.Object({}) } as Endpoint },
    { [name]: handler },
    {
      ...deps,
      callerOf: () => Promise.resolve(caller),
      inLane,
      queries,
    },
  )
  await route!.answer({ ...call, header, params: {}, body: '{}' })
  return { lane: seen.lane, queued }
}

describe('the entry point for queries', () => {
  // Proves A13, L77
  test.each(Object.entries(endpoints))('%s uses it if it takes a query', async (name, row) => {
    // the schema of the body is examined before it is replaced
    const query = acceptsQuery(row)
    const marked = { ...row, query: isQuery(row) || undefined } as Endpoint
    const { lane, queued } = await laneOfCall(name, marked)
    if (query) expect(isQuery(row)).toBe(true)
    expect([lane, queued]).toEqual(isQuery(row) ? ['query', ['u']] : ['short', []])
  })

  test('is used by every count, sum, state, cell, map, series, search and central list', () => {
    const kinds =
      /\/(count|sum|states|map|cells|series|search|ChargePointList|TransactionList|ReservationList)$/
    const outside = Object.values(endpoints).filter((row) => kinds.test(row.path) && !isQuery(row))
    expect(outside.map(({ path }) => path)).toEqual([])
  })
})

test('a row without a handler or a handler without a row stops the start with its name', () => {
  const rows: Record<string, Endpoint> = { whoami: row('/a'), cardList: row('/b') }
  const handlers: Handlers = {
    whoami: () => Promise.reject(new Error('x')),
    signOut: () => Promise.reject(new Error('x')),
  }
  expect(() => bindEndpoints(rows, handlers, deps)).toThrow(/cardList.*signOut/)
})
