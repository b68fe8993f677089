import {
  type Endpoint,
  endpoints,
  meterSeries,
  serviceEndpoints,
  sessionAuthorize,
  transactionGet,
} from '@stationmaster/contract'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOf } from './access-samples.ts'
import { enter, personOf } from './access-callers.ts'
import { addSampleData } from './sample-data.ts'
import type { SampleData } from './sample-ids.ts'
import { addressOf, TestServer } from './test-server.ts'

let server: TestServer
let dataset: SampleData
let adminId: string
let token: string
beforeAll(async () => {
  server = await TestServer.open({ OAUTH_CLIENTS: 'tool=http://127.0.0.1/back' })
  const accountId = await server.firstAccount()
  adminId = (await personOf(server, 'administrator', accountId)).id
  token = await enter(server, adminId)
  dataset = await addSampleData(server, accountId, 'Zaphod')
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

const integers = [1e21, 2 ** 31, 2 ** 53, -(2 ** 31) - 1, 0, -(2 ** 53), -1]
const numbers = [1e308, ...integers, -1e308, 0.1]
const texts = [
  'a\u0000b',
  'x'.repeat(10_000),
  '\ud800',
  '9223372036854775808',
  'https://example.org:65536/%zz',
  '2147483648',
  'http://127.0.0.1:99999/',
  'http://[::1',
  '2026-02-30T25:61:61Z',
  '275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  '%',
  '',
]

/** Returns values at and beyond the bounds of a field of this schema. */
function valuesFor(schema: Schema): unknown[] {
  if (schema.anyOf) return schema.anyOf.flatMap(valuesFor)
  if (schema.type === 'integer') return integers
  if (schema.type === 'number') return numbers
  if (schema.type === 'string') return texts
  if (schema.type === 'array') return [...valuesFor(schema.items ?? {}).map((value) => [value]), []]
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

interface Field {
  name: string
  /** Values that the schema accepts: they reach the database. */
  taken: unknown[]
  refused: unknown[]
}

function fieldsOf({ properties = {} }: Schema): Field[] {
  return Object.entries(properties).map(([name, schema]) => {
    const values = [...new Set(valuesFor(schema))]
    const isTaken = Compile(schema as TSchema)
    return {
      name,
      taken: values.filter((value) => isTaken.Check(value)),
      refused: values.filter((value) => !isTaken.Check(value)),
    }
  })
}

/** Requests with values for many fields, and requests with one value for a field that the request requires. */
const callsWithMany = 4
const callsWithOne = 2

const pick = (values: unknown[], n: number): unknown => values[n % values.length]

/**
 * Returns the bodies to send. A value that the schema refuses ends at validation, whatever it is: one request
 * has such a value. Optional fields get theirs together, and each of the others separately, because a request
 * ends where it does not find its object. Each endpoint begins with other values than the one before.
 */
function bodiesFor(row: Endpoint, known: Record<string, unknown>, turn: number): Record<string, unknown>[] {
  const fields = fieldsOf(row.body as Schema)
  const free = fields.filter(({ name, taken }) => !(name in known) && taken.length > 0)
  const needed = fields.filter(({ name, taken }) => name in known && taken.length > 0)
  // hashing a password takes a tenth of a second
  const hashes = fields.some(({ name }) => /pass|otp|secret/i.test(name))
  const most = hashes ? 1 : callsWithMany
  const bodies = Array.from({ length: free.length > 0 ? most : 0 }, (_, n) => ({
    ...known,
    ...Object.fromEntries(
      free.map(({ name, taken }, at) => [name, pick(taken, n + (at > 0 ? at + turn : 0))]),
    ),
  }))
  for (const [at, { name, taken }] of needed.entries())
    for (let n = 0; n < (hashes ? 1 : callsWithOne); n++)
      bodies.push({ ...known, [name]: pick(taken, turn + at + n) })
  const refusing = fields.filter(({ refused }) => refused.length > 0)
  const one = refusing[turn % refusing.length]
  if (one) bodies.push({ ...known, [one.name]: pick(one.refused, turn) })
  return bodies
}

/** These end the login session of the caller. */
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
    const refused = await server.requestError(sessionAuthorize, { ...asked, redirect_uri }, { token })
    expect([refused.status, refused.field]).toEqual([403, 'redirect_uri'])
    for (const more of [{}, { code_challenge: '' }]) {
      const query = new URLSearchParams({ ...asked, redirect_uri, ...more })
      const { status } = await server.fetch(`/oauth2/authorize?${query}`, { redirect: 'manual' })
      expect(status).toBe(403)
    }
  }
  const works = await server.request(
    sessionAuthorize,
    { ...asked, redirect_uri: 'http://127.0.0.1:65535/back' },
    { token },
  )
  expect(works.redirect).toContain('http://127.0.0.1:65535/back?')
})

test('a transaction number out of the range of its column is refused by its field', async () => {
  for (const row of [meterSeries, transactionGet])
    for (const transactionid of [2 ** 31, 0, -1, 1e21])
      expect(await server.requestError(row, { transactionid }, { token })).toMatchObject({
        status: 400,
        field: 'transactionid',
      })
})

describe('values beyond the bounds', () => {
  // Proves A13
  test.each(rows.map(([name, row], turn) => [name, row, turn] as const))(
    '%s answers with a specified status, never with 500',
    async (name, row, turn) => {
      const { path, body } = callOf(name, row, dataset)
      const bodies = bodiesFor(row, body as Record<string, unknown>, turn)
      const failures: string[] = []
      await inParallel(8, bodies, async (values) => {
        const address = row.root ? path : `/api/v1${path}`
        let reply = await server.post(address, values, token)
        // a previous request has ended the session, or changed what the user must do first
        if (reply.status === 401 || reply.status === 403) {
          token = await enter(server, adminId)
          reply = await server.post(address, values, token)
        }
        if (reply.status >= 500 && reply.status !== 503) failures.push(JSON.stringify(values).slice(0, 600))
      })
      expect(failures).toEqual([])
    },
  )

  const keys = ['provider', 'redirect_uri', 'client_id', 'to', 'state', 'code', 'signature', 'until']
  const readsQuery = ['openIdAuthorize', 'openIdCode', 'fileContent']
  test.each(Object.entries(serviceEndpoints))('%s by its path and query', async (name, row) => {
    const values = texts.map((text) => encodeURIComponent(Buffer.from(text).toString()).slice(0, 3_000))
    // endpoints whose response depends on the query; the others get two values
    const reads = readsQuery.includes(name)
    const queries = values.slice(0, reads ? values.length : 2).flatMap((value) => [
      keys
        .map((key) => `${key}=${value}`)
        .join('&')
        .slice(0, 8_000),
      ...(reads ? keys.map((key) => `${key}=${value}`) : []),
    ])
    const calls = queries.map((query, n) => ({ query, value: values[n % values.length] || 'x' }))
    const failures: string[] = []
    await inParallel(8, calls, async ({ query, value }) => {
      const path = addressOf(row).replaceAll(/:\w+/g, value)
      callers += 1
      const headers = { 'x-forwarded-for': `10.9.${callers >> 8}.${callers & 255}` }
      const { status } = await server.fetch(`${path}?${query}`, { redirect: 'manual', headers })
      if ([500, 502, 429].includes(status)) failures.push(`${status} ${query.slice(0, 60)}`)
    })
    expect(failures).toEqual([])
  })
})

let callers = 0

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
