import {
  classAccessSet,
  clientSet,
  savedViewDefault,
  savedViewDelete,
  savedViewList,
  savedViewSet,
  whoami,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let olga: TestUser
let otto: TestUser
/** Users of one client of the account. */
let mia: TestUser
let max: TestUser

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.user('adam', { isAdmin: true })
  olga = await server.user('olga')
  otto = await server.user('otto')
  const client = (await server.request(clientSet, { id: null, name: 'Fleet' }, olga)).id
  const member = async (name: string) => {
    const { id } = await server.addUser(name)
    await server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
    return server.signIn(name)
  }
  ;[mia, max] = [await member('mia'), await member('max')]
})
afterAll(() => server.close())

let numbers = 0
const save = (who: TestUser, more: object = {}) =>
  server.request(
    savedViewSet,
    { id: null, list: 'stations', name: `View ${++numbers}`, search: 'state=faulted', ...more },
    who,
  )
const names = async (who: TestUser, list: 'stations' | 'cards' = 'stations') =>
  (await server.request(savedViewList, { list }, who)).map(({ name }) => name)

test('views are saved, renamed, replaced and deleted by their owner, with entries in the audit trail', async () => {
  const view = await save(olga, { name: ' Faults ', list: 'cards' })
  expect(view).toMatchObject({
    name: 'Faults',
    isshared: false,
    ismine: true,
    mayedit: true,
    username: 'olga',
  })
  const again = { id: null, list: 'cards', name: 'Faults', search: 'q=x' } as const
  expect(await server.requestError(savedViewSet, again, olga)).toMatchObject({
    code: 'value.name_taken',
    field: 'name',
  })
  const other = await save(olga, { list: 'cards', name: 'Other' })
  const rename = { id: other.id, name: 'Faults' }
  expect((await server.requestError(savedViewSet, rename, olga)).code).toBe('value.name_taken')
  const change = { id: view.id, version_no: view.version_no, name: 'Blocked', search: 'state=disabled' }
  expect(await server.request(savedViewSet, change, olga)).toMatchObject({ name: 'Blocked', version_no: 2 })
  expect((await server.requestError(savedViewSet, change, olga)).code).toBe('object.edited')
  await server.request(savedViewDelete, { id: view.id }, olga)
  expect(await names(olga, 'cards')).toEqual(['Other'])
  expect(await server.changesOf(view.id)).toEqual(['create by olga', 'update by olga', 'delete by olga'])
})

test('shared views are visible to the users of the same account and client, private ones to their owner', async () => {
  const stranger = await server.user('stan', { accountId: await server.addAccount('other') })
  await save(olga, { name: 'Private' })
  await save(olga, { name: 'Team', isshared: true })
  await save(mia, { name: 'Fleet', isshared: true })
  expect(await names(olga)).toEqual(['Private', 'Team'])
  expect(await names(otto)).toEqual(['Team'])
  expect(await names(admin)).toEqual(['Team'])
  expect(await names(mia)).toEqual(['Fleet'])
  expect(await names(max)).toEqual(['Fleet'])
  expect(await names(stranger)).toEqual([])
  expect(await names(otto, 'cards')).toEqual([])
})

test('users change their own views, administrators shared views of others too', async () => {
  const shared = await save(olga, { isshared: true })
  const own = await save(olga)
  for (const [who, view, code] of [
    [otto, shared, 'saved_view.cannot_change'],
    [otto, own, 'saved_view.not_found'],
    [mia, shared, 'saved_view.not_found'],
    [admin, own, 'saved_view.not_found'],
  ] as const) {
    expect((await server.requestError(savedViewSet, { id: view.id, name: 'Mine' }, who)).code).toBe(code)
    expect((await server.requestError(savedViewDelete, { id: view.id }, who)).code).toBe(code)
  }
  expect(await server.request(savedViewSet, { id: shared.id, name: 'By Adam' }, admin)).toMatchObject({
    username: 'olga',
    ismine: false,
  })
  await server.request(savedViewSet, { id: shared.id, isshared: false }, admin)
  expect(await names(otto)).not.toContain('By Adam')
  expect(await names(olga)).toContain('By Adam')
})

test('a user opens each list with one view, as long as it is visible', async () => {
  const [first, shared] = [await save(otto, { search: 'q=one' }), await save(olga, { isshared: true })]
  const choose = (id: string, isdefault = true) => server.request(savedViewDefault, { id, isdefault }, otto)
  const defaults = async (who = otto) => (await server.request(whoami, {}, who)).defaultviews
  await choose(first.id)
  expect(await defaults()).toEqual({ stations: 'q=one' })
  expect(await choose(shared.id)).toMatchObject({ isdefault: true, ismine: false })
  expect(await defaults()).toEqual({ stations: 'state=faulted' })
  expect(await defaults(olga)).toEqual({})
  await server.request(savedViewSet, { id: shared.id, isshared: false }, olga)
  expect(await defaults()).toEqual({})
  await choose(first.id)
  await choose(first.id, false)
  expect(await defaults()).toEqual({})
  const hidden = await save(olga)
  const refused = await server.requestError(savedViewDefault, { id: hidden.id, isdefault: true }, otto)
  expect(refused.code).toBe('saved_view.not_found')
})

test('users who may not see a list have no views of it', async () => {
  const view = await save(olga, { list: 'cards', isshared: true })
  const clerk = await server.user('cora')
  await server.request(classAccessSet, { class: 'card', user: clerk.id, deny: { s: true } }, admin)
  expect(await names(clerk, 'cards')).toEqual([])
  const body = { id: null, list: 'cards', name: 'Mine', search: '' } as const
  expect((await server.requestError(savedViewSet, body, clerk)).code).toBe('saved_view.cannot_list')
  const chosen = { id: view.id, isdefault: true }
  expect((await server.requestError(savedViewDefault, chosen, clerk)).code).toBe('saved_view.not_found')
  const ofUsers = { ...body, list: 'users' } as const
  expect((await server.requestError(savedViewSet, ofUsers, olga)).code).toBe('saved_view.cannot_list')
})

// Proves L179
test('the views of a user, and the shared views of a list and team, are limited', async () => {
  const who = await server.user('lena', { accountId: await server.addAccount('many') })
  const now = new Date()
  const row = (index: number, is_shared: boolean) => ({
    id: newId(),
    account_id: who.accountId,
    user_id: who.id,
    list: 'cards',
    name: `Card ${index}`,
    search: '',
    is_shared,
    created_at: now,
    updated_at: now,
  })
  const rows = Array.from({ length: 199 }, (_, index) => row(index, index < 100))
  await server.db.insertInto('saved_views').values(rows).execute()
  const share = { id: rows[150]!.id, isshared: true }
  expect((await server.requestError(savedViewSet, share, who)).code).toBe('limit.shared_views')
  const body = { id: null, list: 'cards', name: 'One more', search: '' } as const
  expect((await server.requestError(savedViewSet, { ...body, isshared: true }, who)).code).toBe(
    'limit.shared_views',
  )
  await server.request(savedViewSet, body, who)
  const beyond = { ...body, list: 'sites' } as const
  expect(await server.requestError(savedViewSet, beyond, who)).toMatchObject({
    status: 400,
    code: 'limit.reached',
  })
})

// Proves L180
test.each([
  [{ name: 'x'.repeat(61) }, 'value.too_long'],
  [{ search: 'x'.repeat(4001) }, 'value.too_long'],
  [{ name: '  ' }, 'value.required'],
  [{ name: undefined }, 'value.required'],
  [{ list: undefined }, 'value.required'],
])('invalid fields are refused: %j', async (body, code) => {
  const view = { id: null, list: 'stations' as const, name: 'View', search: '', ...body }
  expect((await server.requestError(savedViewSet, view, olga)).code).toBe(code)
})
