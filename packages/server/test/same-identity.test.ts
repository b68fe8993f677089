import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashStationKey, makeStationKey } from '../src/modules/stations/index.ts'
import { newId } from '../src/shared/ids.ts'
import { refusedHandshake } from './raw-station.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open({ trustProxy: true })))
afterAll(() => testGateway.close())

/** Each rejected handshake comes from a separate address: one that fails often is rate limited. */
let addresses = 0
const from = () => ({ 'x-forwarded-for': `10.2.${addresses >> 8}.${addresses++ & 255}` })
const refused = (station: { identity: string; key?: string | Buffer }, more: object = {}) =>
  refusedHandshake({ url: testGateway.url, ...station, headers: from(), ...more })

interface Twin extends TestStation {
  account: string
  accountId: string
}

const addAccount = async () => {
  const id = newId()
  await testGateway.fresh.db
    .insertInto('accounts')
    .values({ id, code: `a${id.slice(-8)}`, name: 'A' })
    .execute()
  return { accountId: id, account: `a${id.slice(-8)}` }
}

async function addTwin(identity: string, columns: object = {}): Promise<Twin> {
  const owner = await addAccount()
  const id = newId()
  const key = makeStationKey()
  await testGateway.fresh.db
    .insertInto('stations')
    .values({ id, account_id: owner.accountId, identity, ...columns })
    .execute()
  await testGateway.fresh.db
    .insertInto('station_keys')
    .values({ id: newId(), station_id: id, hash: hashStationKey(id, key) })
    .execute()
  return { id, identity, key, ...owner }
}

/** Adds stations of one identity, each in a separate account. */
const addTwins = (columns: object = {}): Promise<[Twin, Twin]> => {
  const identity = `TWIN-${newId().slice(-8)}`
  return Promise.all([addTwin(identity, columns), addTwin(identity, columns)])
}

const open = { auth_mode: 'open' as const, open_until: new Date(Date.now() + 3_600_000) }

// Proves INV-5
test('stations of one identity in two accounts are online together and their data never mix', async () => {
  const twins = await addTwins()
  const start = {
    connectorId: 1,
    idTag: 'SAME',
    meterStart: 100,
    timestamp: '2026-01-02T03:04:05Z',
  }
  const online = await Promise.all(
    twins.map(async (twin, index) => {
      const socket = await testGateway.connect(twin, { account: twin.account })
      await socket.call('BootNotification', { chargePointVendor: `V${index}`, chargePointModel: 'M' })
      await socket.call('StatusNotification', {
        connectorId: 1,
        errorCode: 'NoError',
        status: index === 0 ? 'Charging' : 'Preparing',
      })
      const { transactionId } = (await socket.call('StartTransaction', start)) as { transactionId: number }
      return { twin, socket, transactionId }
    }),
  )
  const [one, other] = online as [(typeof online)[0], (typeof online)[0]]
  expect(one.transactionId).not.toBe(other.transactionId)
  // neither connection has closed the other
  expect(testGateway.side.gateway.size).toBe(2)
  // the second one stops with the transaction number of the first
  await other.socket.call('StopTransaction', {
    transactionId: one.transactionId,
    meterStop: 9_999,
    timestamp: '2026-01-02T04:04:05Z',
  })
  await one.socket.call('StopTransaction', {
    transactionId: one.transactionId,
    meterStop: 200,
    timestamp: '2026-01-02T05:04:05Z',
  })
  const [ofOne] = await testGateway.transactions(one.twin.id)
  const [ofOther] = await testGateway.transactions(other.twin.id)
  expect(ofOne).toMatchObject({ account_id: one.twin.accountId, meter_stop_wh: 200, state: 'finished' })
  expect(ofOther).toMatchObject({ account_id: other.twin.accountId, state: 'running' })
  const rows = await testGateway.fresh.db
    .selectFrom('stations')
    .select(['id', 'vendor', 'is_connected'])
    .where('identity', '=', one.twin.identity)
    .execute()
  expect(rows.find(({ id }) => id === one.twin.id)).toMatchObject({ vendor: 'V0', is_connected: true })
  expect(rows.find(({ id }) => id === other.twin.id)).toMatchObject({ vendor: 'V1', is_connected: true })
  await Promise.all(online.map(({ socket }) => socket.close()))
})

// Proves H3
test('of stations of one identity each can connect at the address of its own account only', async () => {
  const [one, other] = await addTwins()
  await (await testGateway.connect(one, { account: one.account })).close()
  await (await testGateway.connect(other, { account: other.account })).close()
  const answers = await Promise.all([
    refused(one, { account: other.account }),
    refused(other, { account: one.account }),
    refused({ ...one, key: 'wrong' }, { account: one.account }),
    refused({ identity: `${one.identity}-unknown`, key: one.key }, { account: one.account }),
  ])
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(401)
})

// Proves H3
test('at the short address the key decides, and a connection without a verified key is rejected', async () => {
  const [one, other] = await addTwins()
  for (const twin of [one, other]) {
    const socket = await testGateway.connect(twin)
    await socket.call('BootNotification', { chargePointVendor: twin.id, chargePointModel: 'M' })
    await socket.close()
    const row = await eventually(() =>
      testGateway.fresh.db
        .selectFrom('stations')
        .select('vendor')
        .where('id', '=', twin.id)
        .where('vendor', 'is not', null)
        .executeTakeFirst(),
    )
    expect(row.vendor).toBe(twin.id)
  }
  const wrong = await refused({ ...one, key: 'wrong' })
  const unknown = await refused({ identity: `${one.identity}-unknown`, key: 'wrong' })
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
  expect(wrong.status).toBe(401)
})

// Proves H3
test('keyless access at the short address ends where another account adds the same identity', async () => {
  const [one, other] = await addTwins(open)
  const alone = await addTwin(`ALONE-${newId().slice(-8)}`, open)
  await (await testGateway.connect({ ...alone, key: '' }, { key: undefined })).close()
  expect((await refused({ identity: one.identity })).status).toBe(401)
  await (await testGateway.connect({ ...one, key: '' }, { key: undefined, account: one.account })).close()
  await testGateway.fresh.db
    .updateTable('stations')
    .set({ state: 'deleted' })
    .where('id', '=', other.id)
    .execute()
  await (await testGateway.connect({ ...one, key: '' }, { key: undefined })).close()
})

test('an account code with a NUL is rejected and does not fail concurrent handshakes', async () => {
  const [one] = await addTwins()
  const broken = Array.from({ length: 5 }, () => refused(one, { path: `/ocpp/%00/${one.identity}` }))
  const sockets = await Promise.all(
    Array.from({ length: 5 }, () => testGateway.connect(one, { account: one.account })),
  )
  const statuses = (await Promise.all(broken)).map(({ status }) => status)
  // 404 where the address itself is refused
  expect(statuses.filter((status) => status !== 401 && status !== 404)).toEqual([])
  for (const socket of sockets) await socket.close()
})

test('within one account an identity stays unique, also while its station is deleted', async () => {
  const { accountId, identity, id } = await addTwin(`ONE-${newId().slice(-8)}`)
  await testGateway.fresh.db.updateTable('stations').set({ state: 'deleted' }).where('id', '=', id).execute()
  const again = testGateway.fresh.db
    .insertInto('stations')
    .values({ id: newId(), account_id: accountId, identity })
    .execute()
  await expect(again).rejects.toThrow(/unique/)
})
