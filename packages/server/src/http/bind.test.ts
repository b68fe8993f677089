import { endpoint, type Endpoint } from '@stationmaster/contract'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../shared/clock.ts'
import type { Handlers } from '../shared/handlers.ts'
import { createLog } from '../shared/log.ts'
import { isTransient } from '../storage/transient.ts'
import { type BindPorts, bindEndpoints } from './bind.ts'
import type { WebCall } from './web-call.ts'

const row = (path: string) =>
  endpoint({
    path,
    subject: 'Test',
    summary: '',
    may: 'public',
    body: Type.Object({}, { additionalProperties: false }),
    answer: Type.Unknown(),
  })
const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const callerOf = () => Promise.reject(new Error('nobody asks'))
const ports: BindPorts = {
  callerOf,
  isStorageAway: isTransient,
  behindWall: (_, work) => work(),
  shownParameters: () => null,
  turnedAway: () => {},
  clock: systemClock,
  log,
}
const call = {
  query: {},
  header: () => undefined,
  body: '',
  correlation: 'c-1',
  note: () => {},
} as unknown as WebCall

/** The answer to a call whose handler throws. */
async function thrown(failure: Error, path = '/x') {
  const rows: Record<string, Endpoint> = { whoami: row(path) }
  const [route] = bindEndpoints(rows, { whoami: () => Promise.reject(failure) }, ports)
  const reply = await route!.answer(call)
  return { ...reply, body: JSON.parse(String(reply.body)) as Record<string, unknown> }
}

describe('what nobody expected', () => {
  test('is told without a word of what it was, and logged under the same id', async () => {
    const { status, body } = await thrown(new Error('relation "users" holds hunter2'))
    expect(status).toBe(500)
    expect(body).toEqual({ error: { code: 'internal', message: 'Unexpected error', correlation: 'c-1' } })
    expect(lines.at(-1)).toContain('c-1')
  })

  test('a database that is away is 503 with a time to wait', async () => {
    for (const code of ['57P01', '57P03', 'ECONNREFUSED', '08006']) {
      const { status, headers, body } = await thrown(Object.assign(new Error('away'), { code }))
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('2')
      expect(body).toMatchObject({ error: { code: 'unavailable' } })
    }
  })

  test('is flat at the token endpoint', async () => {
    expect((await thrown(new Error('x'), '/oauth2/token')).body).toMatchObject({ error: 'server_error' })
  })
})

test('a row without a handler and a handler without a row stop the start, by name', () => {
  const rows: Record<string, Endpoint> = { whoami: row('/a'), cardList: row('/b') }
  const handlers: Handlers = {
    whoami: () => Promise.reject(new Error('x')),
    signOut: () => Promise.reject(new Error('x')),
  }
  expect(() => bindEndpoints(rows, handlers, ports)).toThrow(/cardList.*signOut/)
})
