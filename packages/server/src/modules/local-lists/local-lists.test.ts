import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CommandFixture, commandFixture } from '../../../test/command-fixture.ts'
import { mayAll } from '../../../test/rights.ts'
import type { Commands } from '../commands/index.ts'
import { localListEffects } from './effects.ts'
import { localListsHttp } from './index.ts'

let server: CommandFixture
let commands: Commands
let station: string
let identity = ''
let count = 0
beforeAll(async () => {
  server = await commandFixture()
  commands = server.commands(localListEffects(server))
})
afterAll(() => server.close())
beforeEach(async () => {
  identity = `CP-${++count}`
  station = await server.addStation(identity)
})

const send = (action: string, payload: Record<string, unknown>, stations = [identity]) =>
  commands.send(server.asker, { stations, action, payload })
async function ask(action: string, payload: Record<string, unknown>, answer: unknown) {
  expect(await send(action, payload)).toHaveProperty('runId')
  const next = await commands.next(station)
  await commands.answered(next!.id, { kind: 'result', payload: answer })
}
const entry = (idTag: string, status = 'Accepted') => ({ idTag, idTagInfo: { status } })
const sendList = (
  updateType: string,
  listVersion: number,
  { localAuthorizationList, status = 'Accepted' }: { localAuthorizationList: unknown[]; status?: string },
) => ask('SendLocalList', { listVersion, updateType, localAuthorizationList }, { status })
const list = async () => {
  const { localListGet } = localListsHttp(server)
  const viewer = {
    ...server.asker,
    userId: '',
    isDriver: false,
    clientId: null,
    rights: mayAll,
    session: 'none',
    username: '',
    locale: 'en',
  }
  return localListGet(viewer, { id: station })
}
const codes = async () => ((await list()) as { entries: { code: string }[] }).entries.map(({ code }) => code)
const limit = (value: string) =>
  server.pool.query(
    `insert into station_configuration (station_id, key, value) values ($1, 'SendLocalListMaxLength', $2)`,
    [station, value],
  )

it('a full list replaces, a differential one adds, changes and removes', async () => {
  await sendList('Full', 3, {
    localAuthorizationList: [
      entry('a'),
      entry('b', 'Blocked'),
      { idTag: 'said nothing' },
      entry('a', 'Expired'),
    ],
  })
  expect(await list()).toMatchObject({
    version: 3,
    identity,
    maxlength: null,
    entries: [
      { code: 'a', status: 'Expired' },
      { code: 'b', status: 'Blocked' },
    ],
  })
  await sendList('Differential', 4, {
    localAuthorizationList: [{ idTag: 'a' }, entry('c'), entry('b', 'Accepted')],
  })
  expect(await list()).toMatchObject({
    version: 4,
    entries: [
      { code: 'b', status: 'Accepted' },
      { code: 'c', status: 'Accepted' },
    ],
  })
  await sendList('Full', 5, { localAuthorizationList: [] })
  expect(await codes()).toEqual([])
})

it('a list that the station rejects changes nothing', async () => {
  await sendList('Full', 3, { localAuthorizationList: [entry('a')] })
  await sendList('Differential', 3, { localAuthorizationList: [entry('b')], status: 'VersionMismatch' })
  expect(await list()).toMatchObject({ version: 3, entries: [{ code: 'a' }] })
})

it('NUL in a tag is not an error', async () => {
  await sendList('Full', 1, { localAuthorizationList: [entry('a\0b')] })
  expect(await codes()).toEqual(['a\u2400b'])
})

// Proves F9
it("refuses a list over the station's limit with both numbers; an unknown limit passes", async () => {
  await limit('1')
  const two = { listVersion: 1, updateType: 'Full', localAuthorizationList: [entry('a'), entry('b')] }
  expect(await send('SendLocalList', two)).toEqual({
    refusal: 'not-possible',
    code: 'local_list.too_long',
    params: { length: 2, limit: 1 },
    field: '/localAuthorizationList',
    message: expect.any(String) as string,
  })
  await server.addStation(`${identity}-b`)
  const run = await send('SendLocalList', two, [identity, `${identity}-b`])
  const rows = await server.db
    .selectFrom('commands')
    .select(['state', 'message_code', 'message_params'])
    .where('run_id', '=', (run as { runId: string }).runId)
    .orderBy('turn')
    .execute()
  expect(rows.map((row) => row.state)).toEqual(['failed', 'queued'])
  expect(rows[0]).toMatchObject({
    message_code: 'local_list.too_long',
    message_params: { length: 2, limit: 1 },
  })
  expect(await list()).toMatchObject({ maxlength: 1 })
})

it('ignores a limit that is not a number', async () => {
  await limit('many')
  await sendList('Full', 1, { localAuthorizationList: [entry('a'), entry('b')] })
  expect(await codes()).toHaveLength(2)
})

it('a version other than ours makes the content unknown', async () => {
  await sendList('Full', 3, { localAuthorizationList: [entry('a')] })
  await ask('GetLocalListVersion', {}, { listVersion: 3 })
  expect(await codes()).toEqual(['a'])
  await ask('GetLocalListVersion', {}, { listVersion: 9 })
  expect(await list()).toMatchObject({ version: 9, entries: [] })
  await ask('GetLocalListVersion', {}, { listVersion: 'nine' })
  expect(await list()).toMatchObject({ version: 9 })
})

// Proves L32
it('a list that is too long to be stored has unknown content', async () => {
  await server.pool.query(
    `insert into local_list_entries (station_id, code) select $1, 'code ' || n from generate_series(1, 49999) n`,
    [station],
  )
  await sendList('Differential', 1, { localAuthorizationList: [entry('a')] })
  expect(await codes()).toHaveLength(50_000)
  await sendList('Differential', 2, { localAuthorizationList: [entry('b')] })
  expect(await codes()).toEqual([])
  expect(await list()).toMatchObject({ version: 2 })
})

const code = (name: string) => `${identity}-${name}`

it('compares the list with the cards of the account', async () => {
  const addCard = (name: string, state: string, account = server.accountId) =>
    server.pool.query(
      `insert into cards (id, account_id, code, code_folded, name, state, max_transactions)
       values (gen_random_uuid(), $1, $2, lower($2), $3, $4, 0)`,
      [account, code(name), name, state],
    )
  const { rows } = await server.pool.query(
    `insert into accounts (id, code, name) values (gen_random_uuid(), $1, 'Other') returning id`,
    [`other-${count}`],
  )
  await addCard('good', 'enabled')
  await addCard('blocked', 'disabled')
  await addCard('deleted', 'deleted')
  await addCard('absent', 'enabled')
  await addCard('foreign', 'enabled', (rows[0] as { id: string }).id)
  await sendList('Full', 1, {
    localAuthorizationList: ['blocked', 'deleted', 'foreign', 'GOOD'].map((name) => entry(code(name))),
  })
  const compared = (await list()) as {
    entries: { code: string; card: { name: string; status: string } | null }[]
    missing: { code: string }[]
    missingcount: number
  }
  expect(compared.entries.map(({ code: tag, card }) => [tag, card?.name, card?.status])).toEqual([
    [code('GOOD'), 'good', 'Accepted'],
    [code('blocked'), 'blocked', 'Blocked'],
    [code('deleted'), undefined, undefined],
    [code('foreign'), undefined, undefined],
  ])
  expect(compared.missing.map((card) => card.code)).toContain(code('absent'))
  expect(compared.missing.map((card) => card.code)).not.toContain(code('good'))
  expect(compared.missingcount).toBe(compared.missing.length)
})

// Proves L33
it('returns the first 100 cards that are missing in a list, and counts all', async () => {
  const before = (await list()) as { missingcount: number }
  await server.pool.query(
    `insert into cards (id, account_id, code, code_folded, state)
     select gen_random_uuid(), $1, $2 || n, lower($2 || n), 'enabled' from generate_series(1, 101) n`,
    [server.accountId, code('many-')],
  )
  const after = (await list()) as { missing: unknown[]; missingcount: number }
  expect(after.missing).toHaveLength(100)
  expect(after.missingcount).toBe(before.missingcount + 101)
})
