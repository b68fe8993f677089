import {
  accountSet,
  cardAction,
  cardGet,
  cardList,
  cardSet,
  stationSet,
  unknownTags,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let mine: TestUser
let foreign: TestUser

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  mine = await server.user('mine')
  foreign = await server.user('foreign', { accountId: await server.addAccount('other') })
})
afterAll(() => server.close())

// Proves S3.10, S9.6
test('cards are added, changed, blocked, deleted and restored', async () => {
  const card = await server.request(cardSet, { id: null, code: 'AbC1', name: 'Ada' }, mine)
  expect(card).toMatchObject({ verdict: 'Accepted', maxtransactions: 1, activetransactions: 0 })
  expect((await server.requestError(cardSet, { id: null, code: 'aBc1' }, mine)).field).toBe('code')
  const act = (action: string) => server.call(cardAction, { id: card.id, action }, mine)
  expect((await act('disable')).body).toMatchObject({ verdict: 'Blocked', statecode: 'disabled' })
  expect((await act('disable')).status).toBe(400)
  expect((await act('enable')).body).toMatchObject({ verdict: 'Accepted' })
  const past = await server.request(cardSet, { id: card.id, expiry: '2020-01-01T00:00:00Z' }, mine)
  expect(past).toMatchObject({ verdict: 'Expired', name: 'Ada' })
  expect((await act('delete')).body).toMatchObject({ verdict: 'Invalid' })
  expect((await server.requestError(cardSet, { id: null, code: 'ABC1' }, mine)).code).toBe(
    'card.code_of_deleted',
  )
  expect((await server.requestError(cardGet, { id: card.id }, foreign)).status).toBe(404)
  expect((await act('restore')).status).toBe(200)
})

test('a change that is based on an older version of a card is refused', async () => {
  const card = await server.request(cardSet, { id: null, code: 'SHARED', tags: ['vans'] }, mine)
  const change = { id: card.id, version_no: card.version_no }
  const changed = await server.request(cardSet, { ...change, tags: ['vans', 'north'] }, mine)
  expect((await server.requestError(cardSet, { ...change, tags: ['lorries'] }, mine)).code).toBe(
    'object.edited',
  )
  await server.request(cardAction, { id: card.id, action: 'disable' }, mine)
  const since = { id: card.id, version_no: changed.version_no, name: 'Ada' }
  expect(await server.requestError(cardSet, since, mine)).toMatchObject({ status: 409, field: 'version_no' })
  expect(await server.request(cardGet, { id: card.id }, mine)).toMatchObject({ tags: ['vans', 'north'] })
})

test('a new card follows its account’s limit', async () => {
  await server.request(accountSet, { maxtransactions: 3 }, admin)
  expect((await server.request(cardSet, { id: null, code: 'LIMIT' }, mine)).maxtransactions).toBe(3)
})

test('another account may have the same code', async () => {
  expect((await server.request(cardSet, { id: null, code: 'ABC1' }, foreign)).code).toBe('ABC1')
  expect(await server.request(cardList, {}, foreign)).toHaveLength(1)
})

// Proves Q46
test('unknown tags are listed with the card they resemble', async () => {
  const { station } = await server.request(stationSet, { id: null, identity: 'CP-12' }, mine)
  await server.request(cardSet, { id: null, code: '04A1B2C3D4E5F6' }, mine)
  const seen = { account_id: mine.accountId, station_id: station.id }
  await server.db
    .insertInto('unknown_tags')
    .values([
      { ...seen, code: '04A1B2C3D4E5', code_folded: '04a1b2c3d4e5' },
      { ...seen, code: 'B2C3D4E5F6', code_folded: 'b2c3d4e5f6' },
      { ...seen, code: '04A1B2C3D4E5F6FF', code_folded: '04a1b2c3d4e5f6ff' },
      { ...seen, code: 'FF04A1B2C3D4E5F6', code_folded: 'ff04a1b2c3d4e5f6' },
      { ...seen, code: 'B2C3D4E5', code_folded: 'b2c3d4e5' },
      { ...seen, code: 'D4E5F', code_folded: 'd4e5f' },
      { ...seen, code: 'abc1', code_folded: 'abc1' },
    ])
    .execute()
  const tags = await server.request(unknownTags, { orderby: ['code'] }, mine)
  expect(tags.map(({ code, lookslike }) => [code, lookslike])).toEqual([
    ['04A1B2C3D4E5', '04A1B2C3D4E5F6'],
    ['04A1B2C3D4E5F6FF', '04A1B2C3D4E5F6'],
    ['B2C3D4E5', null],
    ['B2C3D4E5F6', '04A1B2C3D4E5F6'],
    ['D4E5F', null],
    ['FF04A1B2C3D4E5F6', '04A1B2C3D4E5F6'],
  ])
  expect(tags[0]).toMatchObject({ identity: 'CP-12' })
})
