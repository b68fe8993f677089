import {
  endpoints,
  isQuery,
  meterSeries,
  serviceEndpoints,
  sessionAuthorize,
  transactionGet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOf } from './access-samples.ts'
import { enter, personOf } from './access-callers.ts'
import { furnish, type Household } from './household.ts'
import { addressOf, WebHouse } from './web-house.ts'

let server: WebHouse
let home: Household
let adminId: string
let token: string
beforeAll(async () => {
  server = await WebHouse.open({ OAUTH_CLIENTS: 'tool=http://127.0.0.1/back' })
  const accountId = await server.firstAccount()
  adminId = (await personOf(server, 'administrator', accountId)).id
  token = await enter(server, adminId)
  home = await furnish(server, accountId, 'Zaphod')
})
afterAll(() => server.close())

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  patternProperties?: Record<string, Schema>
  enum?: unknown[]
}

const integers = [2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1e21, -1, 0]
const numbers = [...integers, 1e308, -1e308, 0.1]
const texts = [
  'x'.repeat(10_000),
  'a\u0000b',
  '\ud800',
  '2147483648',
  '9223372036854775808',
  'http://127.0.0.1:99999/',
  'https://example.org:65536/%zz',
  'http://[::1',
  '2026-02-30T25:61:61Z',
  '275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  '%',
  '',
]

/** Values at and beyond the bounds of what a field of this schema takes. */
function valuesFor(schema: Schema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(valuesFor)
  if (schema.type === 'integer') return integers
  if (schema.type === 'number') return numbers
  if (schema.type === 'string') return texts
  if (schema.type === 'array') return [[], ...valuesFor(schema.items ?? {}).map((value) => [value])]
  if (schema.patternProperties) {
    const value = Object.values(schema.patternProperties)[0] ?? {}
    return ['id', '\u0000', '__proto__'].flatMap((key) => valuesFor(value).map((one) => ({ [key]: one })))
  }
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([key, part]) =>
      valuesFor(part).map((one) => ({ [key]: one })),
    )
  return schema.type === 'boolean' || schema.enum ? [] : [...texts, ...numbers]
}

/** These end the session that makes them. */
const endsSession = /^\/(sign\/out|session\/end)/

const rows = Object.entries(endpoints).filter(([, row]) => !endsSession.test(row.path))

test('a redirect address with a port that does not exist is refused by its field', async () => {
  const asked = {
    response_type: 'code',
    client_id: 'tool',
    code_challenge_method: 'S256',
    code_challenge: 'x'.repeat(43),
  }
  for (const port of ['65536', '99999']) {
    const redirect_uri = `http://127.0.0.1:${port}/back`
    const refused = await server.refused(sessionAuthorize, { ...asked, redirect_uri }, { token })
    expect([refused.status, refused.field]).toEqual([403, 'redirect_uri'])
    for (const more of [{}, { code_challenge: '' }]) {
      const query = new URLSearchParams({ ...asked, redirect_uri, ...more })
      const { status } = await server.request(`/oauth2/authorize?${query}`, { redirect: 'manual' })
      expect(status).toBe(403)
    }
  }
  const works = await server.ask(
    sessionAuthorize,
    { ...asked, redirect_uri: 'http://127.0.0.1:65535/back' },
    { token },
  )
  expect(works.redirect).toContain('http://127.0.0.1:65535/back?')
})

test('a session number beyond its column is refused by its field', async () => {
  for (const row of [meterSeries, transactionGet])
    for (const transactionid of [2 ** 31, 0, -1, 1e21])
      expect(await server.refused(row, { transactionid }, { token })).toMatchObject({
        status: 400,
        field: 'transactionid',
      })
})

describe('A13: values beyond the bounds', () => {
  test.each(rows)('%s answers with a status of its own, never with 500', async (name, row) => {
    // a test before may have changed what the person must do first
    token = await enter(server, adminId)
    const { path, body } = callOf(name, row, home)
    const known = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    const { properties = {} } = row.body as Schema
    const bodies = Object.entries(properties).flatMap(([field, schema], at) =>
      // each field takes a part of the values, beginning with another one: all calls together take all of them
      [...new Set(valuesFor(schema))]
        .filter((_value, n) => (n + at + row.path.length) % (isQuery(row) ? 6 : 3) === 0)
        .map((value) => ({ field, body: { ...known, [field]: value } })),
    )
    const address = row.root ? path : `/api/v1${path}`
    const failures: string[] = []
    await inParallel(8, bodies, async (call) => {
      const reply = await server.post(address, call.body, token)
      if (reply.status >= 500 && reply.status !== 503)
        failures.push(`${call.field} = ${JSON.stringify(call.body[call.field]).slice(0, 60)}`)
    })
    expect(failures).toEqual([])
  })

  test.each(Object.entries(serviceEndpoints))('%s by its path and query', async (_, row) => {
    for (const value of texts.map((text) => encodeURIComponent(Buffer.from(text).toString()))) {
      const path = addressOf(row).replaceAll(/:\w+/g, value || 'x')
      for (const key of [
        'provider',
        'redirect_uri',
        'client_id',
        'to',
        'state',
        'code',
        'signature',
        'until',
      ]) {
        const { status } = await server.request(`${path}?${key}=${value.slice(0, 3_000)}`, {
          redirect: 'manual',
        })
        expect([500, 502], `${key}=${value.slice(0, 60)}`).not.toContain(status)
      }
    }
  })
})

async function inParallel<T>(
  most: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items]
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: most }, worker))
}
