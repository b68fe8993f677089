import { beforeEach, describe, expect, it } from 'vitest'
import { type ApiEndpoint, findEndpoints, holdsSecret, readEndpoints } from './api-endpoints.ts'
import { callHref, pathOf } from './call-list.tsx'
import { asCurl } from './as-curl.ts'
import { faultsOf } from './body-faults.ts'
import { clearHistory, storeCall, type PastCall, readHistory } from './call-history.ts'
import { suggestionsAt } from './json-completion.ts'
import { type Schema, sampleBody } from './schema.ts'
import { tableOf } from './table-of.ts'

const list: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    fields: { type: 'array', items: { type: 'string' } },
    filter: {
      type: 'object',
      patternProperties: { '^.*$': { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    },
    search: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field'],
        properties: { field: { type: 'string' }, compare: { enum: ['EQL', 'NEQ'] } },
        additionalProperties: false,
      },
    },
    reclimit: { type: 'integer', minimum: 1, maximum: 5000 },
    from: { type: 'string', format: 'date-time' },
    owner: {
      anyOf: [
        {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', minLength: 1 } },
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    },
  },
}
const post = (path: string, more: object = {}, schema: Schema = {}) => ({
  [path]: {
    post: {
      tags: ['Stations'],
      summary: 'Stations the caller may see',
      'x-may': 'user' as const,
      requestBody: { content: { 'application/json': { schema } } },
      ...more,
    },
  },
})
const endpoints = readEndpoints({
  paths: {
    ...post('/api/v1/charge_point/list', {}, list),
    ...post('/api/v1/charge_point/get', { summary: 'One station' }),
    ...post('/api/v1/card/list', { tags: ['Cards'], summary: 'Cards' }),
    ...post('/api/v1/ChargePoint/{identity}/{command}', { tags: ['OCPP tools'], 'x-fresh': 'sometimes' }),
    ...post(
      '/api/v1/user/password',
      { tags: ['Profile'], summary: 'A new password' },
      { type: 'object', properties: { oldpass: {} } },
    ),
    '/livez': {},
    ...post('/oauth2/token'),
  },
})
const callOf = (path: string): ApiEndpoint => endpoints.find((call) => call.path === path)!
const pathsOf = (typed: string) =>
  findEndpoints(endpoints, typed).flatMap(({ calls }) => calls.map(({ path }) => path))

describe('the API endpoints', () => {
  it('are read from the API description, with their path parameters', () => {
    expect(endpoints.map(({ path }) => path)).toEqual([
      '/card/list',
      '/ChargePoint/:identity/:command',
      '/user/password',
      '/charge_point/get',
      '/charge_point/list',
    ])
    expect(callOf('/ChargePoint/:identity/:command')).toMatchObject({
      params: ['identity', 'command'],
      fresh: 'sometimes',
    })
  })

  it.each([
    ['/charge', ['/charge_point/get', '/charge_point/list']],
    ['charge_point/l', ['/charge_point/list']],
    ['list', ['/card/list', '/charge_point/list']],
    ['caller see', ['/charge_point/list']],
    ['nothing', []],
  ])('are completed from "%s"', (typed, paths) => {
    expect(pathsOf(typed).filter((path) => !path.startsWith('/ChargePoint'))).toEqual(paths)
  })
})

/** Texts suggested at the cursor, which `|` marks. */
const at = (marked: string) =>
  suggestionsAt(list, marked.replace('|', ''), marked.indexOf('|')).found.map(({ text }) => text)
const names = ['fields', 'filter', 'search', 'reclimit', 'from', 'owner']

describe('suggestions at a position', () => {
  it.each([
    ['{|', names],
    ['{ "fie|', names],
    ['{ fie|', names],
    ['{ "reclimit": |', []],
    ['{ "reclimit": 5, "|"', ['fields', 'filter', 'search', 'from', 'owner']],
    ['{ "reclimit": 5, "|" }', ['fields', 'filter', 'search', 'from', 'owner']],
    ['{ "fields": [], |, "reclimit": 1 }', ['filter', 'search', 'from', 'owner']],
    ['{ "search": [{ "field": "a, {b", "comp|"', ['compare']],
    ['{ "search": [{ "|', ['field', 'compare']],
    ['{ "search": [{}, { "compare": "E|"', ['"EQL"', '"NEQ"']],
    ['{ "search": [{ "compare": |, "field": "a" }]', ['"EQL"', '"NEQ"']],
    ['{ "filter": { "any": |', ['null']],
    ['{ "filter": { "x": 1 }, "search": [|', []],
    ['|', []],
    ['{}|', []],
  ])('%s', (marked, found) => {
    expect(at(marked)).toEqual(found)
  })

  it('start with the required members', () => {
    expect(sampleBody(list)).toBe('{}')
    expect(
      JSON.parse(sampleBody({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } })),
    ).toEqual({
      id: '',
    })
  })
})

const faults = (text: string) =>
  faultsOf(list, text).map(({ from, to, line, fault }) => [text.slice(from, to), line, fault?.word ?? 'json'])

const about = (text: string) => faultsOf(list, text).map(({ fault }) => fault?.about)

describe('a request body', () => {
  it.each([
    ['{}', []],
    ['{"reclimit": 20, "filter": {"a": null}}', []],
    ['{\n  "reclimt": 20\n}', [['"reclimt"', 2, 'unknown']]],
    ['{"reclimit": 0}', [['0', 1, 'range']]],
    ['{"reclimit": 1.5}', [['1.5', 1, 'kind']]],
    ['{"search": [{}]}', [['{', 1, 'required']]],
    ['{"search": [{"field": "a", "compare": "LIKE"}]}', [['"LIKE"', 1, 'kind']]],
    ['{"filter": {"a": 1}}', [['1', 1, 'kind']]],
    ['{"fields": ["a", 1]}', [['1', 1, 'kind']]],
    ['{"from": "today"}', [['"today"', 1, 'form']]],
    ['{"owner": 5}', [['5', 1, 'kind']]],
    ['{"owner": {}}', [['{', 1, 'required']]],
    [
      '{"owner": {"name": "", "x/y": 1}}',
      [
        ['"x/y"', 1, 'unknown'],
        ['""', 1, 'length'],
      ],
    ],
    ['{"fields": ["a",]}', [[']', 1, 'json']]],
    ['{\n"fields": tru}', [['t', 2, 'json']]],
    ['{} // a comment', [['/', 1, 'json']]],
    ['', [['', 1, 'json']]],
    ['[]', [['[]', 1, 'kind']]],
  ])('%s', (text, found) => {
    expect(faults(text)).toEqual(found)
  })

  it('is not JSON if it is nested too deep to be parsed', () => {
    expect(faults('['.repeat(10_000))).toEqual([['[', 1, 'json']])
  })

  it('has the expected kind and the limit in its faults', () => {
    expect(about('{"reclimit": 0, "owner": 5}')).toEqual(['≥ 1, ≤ 5000', 'object | null'])
    expect(about('{"search": [{"field": "a", "compare": "LIKE"}]}')).toEqual(['EQL | NEQ'])
  })
})

describe('a response', () => {
  // Proves S2.35
  it('is a table if it is or contains a list of objects', () => {
    expect(tableOf([{ id: 1 }, { id: 2, name: 'b' }])).toMatchObject({ columns: ['id', 'name'], rowCount: 2 })
    expect(tableOf({ ChargePointList: [{ identity: 'A' }] })).toMatchObject({ columns: ['identity'] })
  })

  it.each([[{ id: 1 }], [[]], [[1, 2]], ['text'], [null], [{ a: [{}], b: [{}] }]])(
    'is not a table if it is %j',
    (value) => {
      expect(tableOf(value)).toBeNull()
    },
  )

  it('is cut to a number of rows and columns that keeps the page fast', () => {
    const wide = Object.fromEntries(Array.from({ length: 80 }, (_, place) => [`c${place}`, place]))
    const table = tableOf(Array.from({ length: 5_000 }, () => wide))
    expect([table?.rows.length, table?.rowCount]).toEqual([100, 5_000])
    expect([table?.columns.length, table?.columnCount]).toEqual([60, 80])
  })
})

const past = (body: string, path = '/charge_point/list'): PastCall => ({
  path,
  body,
  params: {},
  status: 200,
  ms: 4,
  at: new Date().toISOString(),
})
const store = (one: PastCall) => storeCall('u1', callOf(one.path), one)

describe('the history', () => {
  beforeEach(() => clearHistory('u1'))
  it('is stored per user on the device, the latest request first, each request once', () => {
    store(past('{"reclimit": 1}'))
    store(past('{"reclimit": 2}'))
    store(past('{"reclimit": 1}'))
    expect(readHistory('u1').map(({ body }) => body)).toEqual(['{"reclimit": 1}', '{"reclimit": 2}'])
    expect(readHistory('u2')).toEqual([])
  })

  it('stores no body that may contain a secret, nor a long one', () => {
    store(past('{"oldpass": "a quiet harbour"}', '/user/password'))
    store(past('{"password": "a quiet harbour"}'))
    store(past(`{"text": "${'x'.repeat(5_000)}"}`))
    expect(readHistory('u1').map(({ body }) => body)).toEqual([null, null])
    expect(JSON.stringify(localStorage)).not.toContain('harbour')
    expect(holdsSecret({ payload: { key: 'AuthorizationKey', value: 'x' } })).toBe(true)
  })

  it('is bounded, and drops entries that are not valid', () => {
    for (let count = 0; count < 40; count++) store(past(`{"reclimit": ${count}}`))
    expect(readHistory('u1')).toHaveLength(30)
    localStorage.setItem('stationmaster.console.u1', '[{"path": 1}, {"no": "history"}]')
    expect(readHistory('u1')).toEqual([])
  })
})

it('copies a request as a shell command without the token and with quotes escaped', () => {
  const line = asCurl('https://cs.example/api/v1/card/list', '{ "search": "it\'s" }')
  expect(line).toContain(`-d '{"search":"it'\\''s"}'`)
  expect(line).toContain('$TOKEN')
})

describe('the address of a request', () => {
  it.each([
    ['/ping', '/admin/console/ping'],
    ['/card/list', '/admin/console/card/list'],
    ['/admin/user/set', '/admin/console/admin/user/set'],
    ['/admin/user/ip/table/set', '/admin/console/admin/user/ip%2Ftable%2Fset'],
  ])('%s has its path in at most three parts', (path, address) => {
    expect(callHref(path)).toBe(address)
    const parts = address.split('/').slice(3).map(decodeURIComponent)
    expect(parts.length).toBeLessThanOrEqual(3)
    expect(pathOf(...parts)).toBe(path)
  })
})
