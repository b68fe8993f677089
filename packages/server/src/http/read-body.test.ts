import { Nullable, Optional, Words } from '@stationmaster/contract'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { bodyReader } from './read-body.ts'

const closed = { additionalProperties: false }
const schema = Type.Object(
  {
    id: Nullable(Type.String({ format: 'uuid' })),
    name: Optional(Type.String({ maxLength: 5 })),
    kind: Optional(Words(['a', 'b'] as const)),
    bracket: Optional(Type.Literal('(')),
    short: Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 1 })),
    list: Optional(Type.Array(Type.Object({ n: Type.Integer() }, closed))),
    free: Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
)
const read = bodyReader(schema, false)
const refused = (body: unknown) => {
  const answer = read(typeof body === 'string' ? body : JSON.stringify(body))
  if (!('no' in answer)) throw new Error('it was taken')
  return answer.no
}

describe('an invalid body', () => {
  test.each([
    [{}, 'id', 'value.required', undefined],
    [{ id: 'x' }, 'id', 'value.uuid', undefined],
    [
      { id: null, nam: 1 },
      'nam',
      'value.unknown_key',
      { key: 'nam', known: 'id, name, kind, bracket, short, list, free' },
    ],
    [{ id: null, list: [{ n: 1, m: 2 }] }, 'list[0].m', 'value.unknown_key', { key: 'm', known: 'n' }],
    [{ id: null, list: [{ n: 1.5 }] }, 'list[0].n', 'value.type', { type: 'integer' }],
    [{ id: 7 }, 'id', 'value.type', { type: 'string, null' }],
    [{ id: null, kind: 'c' }, 'kind', 'value.not_listed', { values: '"a", "b"' }],
    [{ id: null, bracket: ')' }, 'bracket', 'value.not_listed', { values: '"("' }],
    [{ id: null, short: { a: 1, b: 2 } }, 'short', 'value.invalid', undefined],
    [{ id: null, name: 'longer' }, 'name', 'value.too_long', { limit: 5 }],
  ])('%j names the field', (body, field, code, params) => {
    expect(refused(body)).toMatchObject({ code, field })
    expect(refused(body).params).toEqual(params)
  })

  test('is rejected with the position if it is not JSON, without repeating its content', () => {
    const refusal = refused('{"password": "secret" oops}')
    expect(refusal).toMatchObject({ code: 'request.not_json_at', params: { character: 22 } })
    expect(JSON.stringify(refusal)).not.toContain('secret')
  })

  test('is rejected if it is an array or a number', () => {
    for (const body of [[], '5'])
      expect(refused(body)).toMatchObject({ code: 'value.type', params: { type: 'object' } })
  })

  test('is rejected if it is nested too deep', () => {
    const deep = `${'{"free":'.repeat(100)}1${'}'.repeat(100)}`
    expect(refused(deep)).toMatchObject({ code: 'request.too_deep', params: { levels: 64 } })
  })
})

const list = (one: string, count: number) => Array.from({ length: count }, () => one).join(',')
const keys = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')

describe('a body that is designed to use much CPU time', () => {
  const mebibyte = 1024 * 1024
  const bodies: [what: string, body: string][] = [
    ['opens a million brackets', '['.repeat(mebibyte)],
    ['nests half a million lists', '['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2)],
    ['nests objects', `${'{"free":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['has a hundred thousand keys', `{${keys(100_000)}}`],
    ['has a hundred thousand entries', `{"id":null,"list":[${list('{"n":1}', 100_000)}]}`],
    ['is wrong in each of twenty thousand places', `{"id":null,"list":[${list('0', 19_990)}]}`],
    ['is one key of a mebibyte', `{"${'k'.repeat(mebibyte)}":1}`],
    ['is one number of a mebibyte', `{"id":${'9'.repeat(mebibyte)}}`],
    ['is one text of a mebibyte', `{"id":null,"name":"${'\\u0000'.repeat(170_000)}"}`],
  ]

  // Proves INV-8, L84
  test.each(bodies)('that %s is refused within 50 ms, in few words', (_what, body) => {
    // CPU time, and the shortest of several runs: other processes and the compiler must not matter
    let shortestMs = Infinity
    for (let n = 0; n < 20 && shortestMs > 50; n++) {
      const before = process.cpuUsage()
      const no = refused(body)
      const { user, system } = process.cpuUsage(before)
      shortestMs = Math.min(shortestMs, (user + system) / 1_000)
      expect(JSON.stringify(no).length).toBeLessThan(500)
    }
    expect(shortestMs).toBeLessThan(50)
  })
})

test('an empty body counts as an empty object', () => {
  expect(bodyReader(Type.Object({}, closed), false)('')).toEqual({ value: {} })
})

test('texts are made storable, unless they are sent to a station', () => {
  const body = JSON.stringify({ id: null, name: 'a\u0000', free: { 'k\u0000': ['\ud800'] } })
  expect(read(body)).toEqual({ value: { id: null, name: 'a\u2400', free: { 'k\u2400': ['\ufffd'] } } })
  expect(bodyReader(schema, true)(body)).toEqual({ value: JSON.parse(body) as unknown })
})
