import { clientSet, noteDelete, noteList, noteSet, siteSet, stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let member: TestUser
let driver: TestUser
let station: string
let site: string

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  driver = await server.user('dora', { interface: 'driver' })
  const client = (await server.request(clientSet, { id: null, name: 'Fleet' }, operator)).id
  site = (await server.request(siteSet, { id: null, label: 'Pier' }, operator)).id
  station = (await server.request(stationSet, { id: null, identity: 'PIER-1', client }, operator)).station.id
  const { id } = await server.addUser('mia')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
  member = await server.signIn('mia')
})
afterAll(() => server.close())

const about = () => ({ id: null, classcode: 'charge_point' as const, object: station })
const list = (who = operator) => server.request(noteList, { classcode: 'charge_point', id: station }, who)

test('notes are added, changed and deleted, with their author and an entry in the audit trail', async () => {
  const added = await server.request(noteSet, { ...about(), text: ' Key is at the kiosk ' }, operator)
  expect(added).toMatchObject({ text: 'Key is at the kiosk', username: 'olga', edited: false })
  const change = { id: added.id, text: 'Key is at the gate', version_no: added.version_no }
  expect(await server.request(noteSet, change, operator)).toMatchObject({ text: change.text, edited: true })
  expect((await server.requestError(noteSet, change, operator)).code).toBe('object.edited')
  expect(await list()).toHaveLength(1)
  await server.request(noteDelete, { id: added.id }, operator)
  expect(await list()).toEqual([])
  const entries = await server.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', station)
    .where('action', 'like', 'note%')
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['note_add', 'note_edit', 'note_delete'])
})

test('users of a client see and change notes of their client only, and drivers none', async () => {
  const internal = await server.request(noteSet, { ...about(), text: 'Pays late' }, operator)
  const own = await server.request(noteSet, { ...about(), text: 'Broken display' }, member)
  expect((await list(member)).map(({ id }) => id)).toEqual([own.id])
  expect((await list()).map(({ id }) => id)).toEqual([own.id, internal.id])
  const change = { id: internal.id, text: 'Pays early' }
  expect((await server.requestError(noteSet, change, member)).code).toBe('note.not_found')
  expect((await server.requestError(noteDelete, { id: internal.id }, member)).code).toBe('note.not_found')
  const ofSite = { ...about(), classcode: 'site' as const, object: site, text: 'Mine' }
  expect((await server.requestError(noteSet, ofSite, member)).code).toBe('site.not_found')
  const refused = await server.requestError(noteList, { classcode: 'charge_point', id: station }, driver)
  expect(refused.status).toBe(403)
})

// Proves L159
test('notes are limited for each object', async () => {
  const now = new Date()
  const note = { account_id: operator.accountId, class_code: 'site', object_id: site, text: 'x' }
  const rows = Array.from({ length: 500 }, () => ({ ...note, id: newId(), created_at: now, updated_at: now }))
  await server.db.insertInto('notes').values(rows).execute()
  const body = { ...about(), classcode: 'site' as const, object: site, text: 'One more' }
  expect((await server.requestError(noteSet, body, operator)).code).toBe('limit.reached')
})

// Proves L160
test.each([
  [{ object: newId() }, 'station.not_found'],
  [{ object: undefined }, 'value.required'],
  [{ text: '  ' }, 'value.required'],
  [{ text: 'x'.repeat(2001) }, 'value.too_long'],
])('invalid fields and unknown objects are refused: %j', async (body, code) => {
  const refused = await server.requestError(noteSet, { ...about(), text: 'Note', ...body }, operator)
  expect(refused.code).toBe(code)
})
