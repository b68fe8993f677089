import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CommandFixture, commandFixture } from '../../../test/command-fixture.ts'
import { mayAll } from '../../../test/rights.ts'
import type { Commands } from '../commands/index.ts'
import { localListEffects, localListsHttp } from './index.ts'

let house: CommandFixture
let commands: Commands
let station: string
let identity = ''
let count = 0
beforeAll(async () => {
  house = await commandFixture()
  commands = house.commands(localListEffects(house))
})
afterAll(() => house.close())
beforeEach(async () => {
  identity = `CP-${++count}`
  station = await house.addStation(identity)
})

const send = (action: string, payload: Record<string, unknown>, stations = [identity]) =>
  commands.send(house.asker, { stations, action, payload })
async function ask(action: string, payload: Record<string, unknown>, answer: unknown) {
  expect(await send(action, payload)).toHaveProperty('runId')
  const next = await commands.next(station)
  await commands.answered(next!.id, { kind: 'result', payload: answer })
}
const entry = (idTag: string, status = 'Accepted') => ({ idTag, idTagInfo: { status } })
const sendList = (
  updateType: string,
  listVersion: number,
  localAuthorizationList: unknown[],
  status = 'Accepted',
) => ask('SendLocalList', { listVersion, updateType, localAuthorizationList }, { status })
const list = async () => {
  const { localListGet } = localListsHttp(house)
  const viewer = {
    ...house.asker,
    userId: '',
    isDriver: false,
    rights: mayAll,
    session: 'none',
    username: '',
    locale: 'en',
  }
  return localListGet(viewer, { id: station })
}
const codes = async () => ((await list()) as { entries: { code: string }[] }).entries.map(({ code }) => code)
const limit = (value: string) =>
  house.pool.query(
    `insert into station_configuration (station_id, key, value) values ($1, 'SendLocalListMaxLength', $2)`,
    [station, value],
  )

it('a full list replaces, a differential one adds, changes and removes', async () => {
  await sendList('Full', 3, [
    entry('a'),
    entry('b', 'Blocked'),
    { idTag: 'said nothing' },
    entry('a', 'Expired'),
  ])
  expect(await list()).toMatchObject({
    version: 3,
    identity,
    maxlength: null,
    entries: [
      { code: 'a', status: 'Expired' },
      { code: 'b', status: 'Blocked' },
    ],
  })
  await sendList('Differential', 4, [{ idTag: 'a' }, entry('c'), entry('b', 'Accepted')])
  expect(await list()).toMatchObject({
    version: 4,
    entries: [
      { code: 'b', status: 'Accepted' },
      { code: 'c', status: 'Accepted' },
    ],
  })
  await sendList('Full', 5, [])
  expect(await codes()).toEqual([])
})

it('a list that the station does not take changes nothing', async () => {
  await sendList('Full', 3, [entry('a')])
  await sendList('Differential', 3, [entry('b')], 'VersionMismatch')
  expect(await list()).toMatchObject({ version: 3, entries: [{ code: 'a' }] })
})

it('NUL in a tag is no error', async () => {
  await sendList('Full', 1, [entry('a\0b')])
  expect(await codes()).toEqual(['a\u2400b'])
})

it("refuses a list over the station's limit and names both numbers; an unknown limit passes", async () => {
  await limit('1')
  const two = { listVersion: 1, updateType: 'Full', localAuthorizationList: [entry('a'), entry('b')] }
  expect(await send('SendLocalList', two)).toEqual({
    refusal: 'invalid',
    field: '/localAuthorizationList',
    message: 'The list has 2 entries; the station takes at most 1 in one message (SendLocalListMaxLength).',
  })
  await house.addStation(`${identity}-b`)
  const run = await send('SendLocalList', two, [identity, `${identity}-b`])
  const rows = await house.db
    .selectFrom('commands')
    .select(['state', 'message'])
    .where('run_id', '=', (run as { runId: string }).runId)
    .orderBy('turn')
    .execute()
  expect(rows.map((row) => row.state)).toEqual(['failed', 'queued'])
  expect(rows[0]!.message).toContain('at most 1')
  expect(await list()).toMatchObject({ maxlength: 1 })
})

it('a limit that is no number passes', async () => {
  await limit('many')
  await sendList('Full', 1, [entry('a'), entry('b')])
  expect(await codes()).toHaveLength(2)
})

it('another version than ours leaves the content unknown', async () => {
  await sendList('Full', 3, [entry('a')])
  await ask('GetLocalListVersion', {}, { listVersion: 3 })
  expect(await codes()).toEqual(['a'])
  await ask('GetLocalListVersion', {}, { listVersion: 9 })
  expect(await list()).toMatchObject({ version: 9, entries: [] })
  await ask('GetLocalListVersion', {}, { listVersion: 'nine' })
  expect(await list()).toMatchObject({ version: 9 })
})

it('a list that is too long to be stored is one whose content is not known', async () => {
  await house.pool.query(
    `insert into local_list_entries (station_id, code) select $1, 'code ' || n from generate_series(1, 49999) n`,
    [station],
  )
  await sendList('Differential', 1, [entry('a')])
  expect(await codes()).toHaveLength(50_000)
  await sendList('Differential', 2, [entry('b')])
  expect(await codes()).toEqual([])
  expect(await list()).toMatchObject({ version: 2 })
})
