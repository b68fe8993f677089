import {
  type BodyOf,
  registryDelete,
  registryGet,
  registryKeyDelete,
  registryKeyMove,
  registryKeySet,
  registryLimits,
  registryList,
  registryRename,
  registrySet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSetting } from '../src/modules/registry/index.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let operator: TestUser
let driver: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  operator = await server.user('olga')
  driver = await server.user('dora', { interface: 'driver' })
})
afterAll(() => server.close())

const config = 'CURRENT_CONFIG' as const
const own = 'CURRENT_USER' as const
const set = (body: BodyOf<typeof registrySet>, who = admin) => server.request(registrySet, body, who)
const namesBelow = async (path: string, root: typeof config | typeof own = config, who = admin) =>
  (await server.request(registryList, { root, path }, who)).map(({ name }) => name)

describe('values', () => {
  test.each([
    ['integer', 42, 42],
    ['number', 0.5, 0.5],
    ['datetime', '2026-11-21T12:00:00+01:00', '2026-11-21T11:00:00.000Z'],
    ['string', 'зимний тариф', 'зимний тариф'],
    ['boolean', false, false],
  ] as const)('of the type %s are stored unchanged', async (type, value, stored) => {
    const written = await set({ root: config, path: 'Types/All', name: type, type, value })
    expect(written).toMatchObject({ name: type, type, value: stored, version_no: 1 })
    const read = await readSetting(server.db, config, { path: 'types/ALL', name: type.toUpperCase() })
    expect(type === 'datetime' ? (read as Date).toISOString() : read).toBe(stored)
  })

  test.each([
    ['integer', 1.5],
    ['integer', 2 ** 53],
    ['integer', '1'],
    ['number', 'NaN'],
    ['boolean', 'true'],
    ['boolean', 1],
    ['datetime', '2026-11-21'],
    ['datetime', '2026-99-99T00:00:00Z'],
    ['string', 7],
  ])('of the type %s are never %j', async (type, value) => {
    const no = await server.requestError(
      registrySet,
      { root: config, path: 'Types', name: 'x', type, value },
      admin,
    )
    expect([no.status, no.field]).toEqual([400, 'value'])
  })

  test('are changed only with their latest version number', async () => {
    const at = { root: config, path: 'Shared', name: 'limit', type: 'integer' as const }
    const first = await set({ ...at, value: 1, version_no: null })
    const second = await set({ ...at, value: 2, version_no: first.version_no })
    for (const version_no of [first.version_no, null])
      expect((await server.requestError(registrySet, { ...at, value: 3, version_no }, admin)).status).toBe(
        409,
      )
    const { root, path, name } = at
    const stale = { root, path, name, version_no: first.version_no }
    expect((await server.requestError(registryDelete, stale, admin)).status).toBe(409)
    expect((await server.requestError(registryRename, { ...stale, to: 'other' }, admin)).status).toBe(409)
    const renamed = await server.request(registryRename, { root, path, name, to: 'Limit kW' }, admin)
    expect(renamed).toMatchObject({ name: 'Limit kW', value: second.value })
    await set({ ...at, name: 'second', value: 5 })
    const taken = { root, path, name: 'second', to: 'LIMIT KW' }
    expect((await server.requestError(registryRename, taken, admin)).status).toBe(409)
    await server.request(registryDelete, { root, path, name: 'limit kw' }, admin)
    const { values } = await server.request(registryGet, { root, path }, admin)
    expect(values.map((value) => value.name)).toEqual(['second'])
    const auditEntries = await server.db
      .selectFrom('audit_log')
      .select(['username', 'action', 'before', 'after'])
      .where('class_code', '=', 'registry')
      .where('label', 'ilike', 'Shared: limit%')
      .orderBy('id')
      .execute()
    expect(auditEntries.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'delete'])
    expect(auditEntries[1]).toMatchObject({ username: 'admin', before: { limit: 1 }, after: { limit: 2 } })
    // a refused write leaves no key behind
    const lost = { ...at, path: 'Never/Made', value: 1, version_no: 7 }
    expect((await server.requestError(registrySet, lost, admin)).status).toBe(409)
    expect(await namesBelow('')).not.toContain('Never')
  })

  // Proves L106, L134
  test('are limited in number per key', async () => {
    const many = { root: own, path: 'Many', type: 'integer' as const, value: 1 }
    await set({ ...many, name: 'v' }, operator)
    const { id } = await server.db
      .selectFrom('registry_keys')
      .select('id')
      .where('path', '=', 'Many')
      .executeTakeFirstOrThrow()
    await server.fresh.pool.query(
      `insert into registry_values (id, key_id, name, type, value)
       select gen_random_uuid(), $1, 'n' || n, 'integer', '1' from generate_series(2, $2) n`,
      [id, registryLimits.valuesOfKey],
    )
    const no = await server.requestError(registrySet, { ...many, name: 'one more' }, operator)
    expect([no.code, no.params]).toEqual(['limit.registry_values', { limit: registryLimits.valuesOfKey }])
    await set({ ...many, name: 'v', value: 2 }, operator)
  })
})

describe('keys', () => {
  test('are added, listed level by level, renamed and moved with everything below', async () => {
    await server.request(registryKeySet, { root: config, path: 'Sites/North/Hall 1' }, admin)
    await set({ root: config, path: 'sites/north/hall 1', name: 'gate', type: 'string', value: 'A' })
    expect(await namesBelow('SITES')).toEqual(['North'])
    const moved = await server.request(
      registryKeyMove,
      { root: config, path: 'Sites/North', to: 'Plants/N' },
      admin,
    )
    expect(moved).toMatchObject({ path: 'Plants/N', below: { keys: 1, values: 1 } })
    expect(await namesBelow('Sites')).toEqual([])
    expect(await readSetting(server.db, config, { path: 'Plants/N/Hall 1', name: 'gate' })).toBe('A')
    // the same name in another case is the same key
    await server.request(registryKeyMove, { root: config, path: 'plants', to: 'PLANTS' }, admin)
    expect(await namesBelow('')).toContain('PLANTS')
    await set({ root: config, path: 'plants/n/hall 1', name: 'gate', type: 'string', value: 'B' })
    expect(await readSetting(server.db, config, { path: 'PLANTS/N/Hall 1', name: 'gate' })).toBe('B')
    const into = { root: config, path: 'PLANTS', to: 'plants/N/below' }
    expect((await server.requestError(registryKeyMove, into, admin)).status).toBe(400)
    const taken = { root: config, path: 'PLANTS', to: 'sites' }
    expect((await server.requestError(registryKeyMove, taken, admin)).status).toBe(409)
    const stale = { root: config, path: 'Plants', to: 'Works', version_no: 1 }
    expect((await server.requestError(registryKeyMove, stale, admin)).status).toBe(409)
    expect(await server.request(registryKeyDelete, { root: config, path: 'plants' }, admin)).toEqual({
      keys: 3,
      values: 1,
    })
    expect((await server.requestError(registryGet, { root: config, path: 'PLANTS/N' }, admin)).status).toBe(
      404,
    )
  })

  test.each(['a//b', ' a', 'a/b ', 'a\\b', 'a\u0007b', 'x'.repeat(65), 'a/b/c/d/e/f/g/h/i'])(
    'refuse the name %j',
    async (path) => {
      const no = await server.requestError(registryKeySet, { root: own, path }, operator)
      expect([no.status, no.field]).toEqual([400, 'path'])
    },
  )

  test('stay within the maximum depth when they are moved', async () => {
    await server.request(registryKeySet, { root: own, path: '1/2/3/4/5' }, operator)
    const too = { root: own, path: '1', to: 'a/b/c/d/e' }
    expect((await server.requestError(registryKeyMove, too, operator)).code).toBe('value.too_deep')
    expect(await namesBelow('', own, operator)).not.toContain('a')
    for (const path of ['', '1'])
      expect((await server.requestError(registryKeyMove, { root: own, path, to: '' }, operator)).status).toBe(
        400,
      )
    expect((await server.requestError(registryKeyDelete, { root: own, path: '' }, operator)).status).toBe(400)
  })
})

describe('access', () => {
  test('every user has a separate tree, also with row-level security', async () => {
    for (const who of [operator, driver, admin]) {
      await set({ root: own, path: 'Mine', name: 'who', type: 'string', value: who.username }, who)
      const { values } = await server.request(registryGet, { root: own, path: 'Mine' }, who)
      expect(values.map(({ value }) => value)).toEqual([who.username])
    }
    expect(await readSetting(server.db, { user: driver.id }, { path: 'mine', name: 'who' })).toBe('dora')
    const auditEntries = server.db.selectFrom('audit_log').select('id').where('label', '=', 'Mine: who')
    expect(await auditEntries.execute()).toEqual([])
  })

  test('the tree of the installation is for administrators only', async () => {
    const calls = [
      [registryList, {}],
      [registryGet, {}],
      [registrySet, { name: 'x', type: 'integer', value: 1 }],
      [registryRename, { name: 'x', to: 'y' }],
      [registryDelete, { name: 'x' }],
      [registryKeySet, { path: 'x' }],
      [registryKeyMove, { path: 'x', to: 'y' }],
      [registryKeyDelete, { path: 'x' }],
    ] as const
    for (const [row, body] of calls)
      expect((await server.requestError(row, { root: config, ...body }, operator)).status, row.path).toBe(403)
    server.clock.forward(11 * 60_000)
    const fresh = await server.requestError(registryKeySet, { root: config, path: 'Late' }, admin)
    expect(fresh.code).toBe('sign_in.fresh_required')
    await server.request(registryKeySet, { root: own, path: 'Late' }, admin)
  })

  test('modules read the values of a user and of the installation', async () => {
    const value = server.clock.now().toISOString()
    const setting = { path: 'Module', name: 'seen', type: 'datetime', value } as const
    await server.request(registrySet, { root: own, ...setting }, driver)
    expect(await readSetting(server.db, { user: driver.id }, setting)).toEqual(new Date(value))
    expect(await readSetting(server.db, config, setting)).toBeNull()
  })
})
