import {
  accountGet,
  accountSet,
  clientSet,
  connectorList,
  connectorReserve,
  connectorReserveCancel,
  connectorSet,
  geolocationSet,
  networkSet,
  reservationList,
  search,
  stationAction,
  stationDisconnect,
  stationGet,
  stationKey,
  stationList,
  stationLink,
  stationLowerProfile,
  stationOpen,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BusEvent } from '../src/bus/events.ts'
import { hashStationKey } from '../src/modules/stations/index.ts'
import { newId } from '../src/shared/ids.ts'
import { net } from './raw-socket.ts'
import { RawStation, refusedHandshake } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let mine: TestUser
let foreign: TestUser
const events: BusEvent[] = []

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  mine = await server.user('mine')
  foreign = await server.user('foreign', { accountId: await server.addAccount('other') })
  for (const kind of ['hint', 'station.drop', 'station.stale'] as const)
    server.app.bus.on(kind, (event) => void events.push(event as BusEvent))
})
afterAll(() => server.close())

const add = async (identity: string, changed: Record<string, unknown> = {}) =>
  server.request(stationSet, { id: null, identity, ...changed }, mine)
const expectEvent = (kind: BusEvent['kind'], about: Record<string, unknown>) =>
  expect
    .poll(() => events.filter((event) => event.kind === kind))
    .toContainEqual(expect.objectContaining(about))

describe('adding a station', () => {
  // Proves H2, S3.2
  test('shows its key and link once and stores the key as a hash', async () => {
    const { station, key, keyhex, link, base } = await add('Straße 1', {
      label: ' Hof ',
      typecode: 'private',
    })
    expect(station).toMatchObject({
      identity: 'Straße 1',
      label: 'Hof',
      typecode: 'private',
      displaystate: 'offline',
    })
    expect(key).toMatch(/^[0-9a-hjkmnp-tv-z]{20}$/)
    expect(keyhex).toBe(Buffer.from(key!).toString('hex'))
    const account = await server.request(stationLink, {}, mine)
    expect(account).toEqual({
      link: account.base,
      base: expect.stringMatching(/\/$/),
      account: account.account,
    })
    expect(link).toBe(`${account.base}Stra%C3%9Fe%201`)
    expect(base).toBe(account.base)
    // For one station `link` is its whole address, also for an administrator of another account.
    for (const person of [mine, admin])
      expect(await server.request(stationLink, { id: station.id }, person)).toEqual({ ...account, link })
    expect((await server.requestError(stationLink, { id: station.id }, foreign)).status).toBe(404)
    const keys = await server.db
      .selectFrom('station_keys')
      .selectAll()
      .where('station_id', '=', station.id)
      .execute()
    expect(keys.map((row) => row.hash)).toEqual([hashStationKey(station.id, key!)])
    const shown = JSON.stringify(await server.request(stationGet, { id: station.id }, mine))
    expect(shown).not.toContain(key)
    expect(shown).not.toContain(keyhex)
    await expectEvent('hint', { hint: { kind: 'station.changed', station: station.id, ids: [station.id] } })
  })

  test('an identity is valid in an address, and unique', async () => {
    await add('CP-1')
    for (const identity of ['a/b', 'a:b', ' a', 'a\u0007', '\u0000'])
      expect(await server.requestError(stationSet, { id: null, identity }, mine)).toMatchObject({
        status: 400,
        field: 'identity',
      })
    expect(await server.requestError(stationSet, { id: null, identity: 'x'.repeat(49) }, mine)).toMatchObject(
      {
        field: 'identity',
      },
    )
    expect(await server.requestError(stationSet, { id: null }, mine)).toMatchObject({ field: 'identity' })
    const taken = await server.requestError(stationSet, { id: null, identity: 'CP-1' }, mine)
    expect(taken).toMatchObject({ status: 409, field: 'identity' })
  })
})

// Proves INV-5
test('another account adds and renames stations independently, and learns nothing', async () => {
  const mineOne = await add('TWIN-1')
  const added = await server.request(stationSet, { id: null, identity: 'TWIN-1' }, foreign)
  expect(added.station.id).not.toBe(mineOne.station.id)
  expect(added.link).not.toBe(mineOne.link)
  const other = await server.request(stationSet, { id: null, identity: 'TWIN-2' }, foreign)
  await add('TWIN-3')
  await server.request(stationSet, { id: other.station.id, identity: 'TWIN-3' }, foreign)
  const own = await server.request(stationGet, { identity: 'TWIN-1' }, foreign)
  expect(own.id).toBe(added.station.id)
  // only the own account refuses the identity, by adding and by renaming
  expect(await server.requestError(stationSet, { id: null, identity: 'TWIN-1' }, foreign)).toMatchObject({
    status: 409,
  })
  expect(
    await server.requestError(stationSet, { id: other.station.id, identity: 'TWIN-1' }, foreign),
  ).toMatchObject({
    status: 409,
  })
  await server.request(stationAction, { id: added.station.id, action: 'delete' }, foreign)
  const deleted = await server.requestError(stationSet, { id: null, identity: 'TWIN-1' }, foreign)
  expect(deleted).toMatchObject({
    code: 'station.identity_of_deleted',
    params: { identity: 'TWIN-1' },
  })
  expect((await server.request(stationGet, { identity: 'TWIN-1' }, mine)).id).toBe(mineOne.station.id)
})

describe('changing a station', () => {
  // Proves A14, S3.5
  test('keeps what is not named, and refuses a concurrent change', async () => {
    const { station } = await add('CP-2', { description: 'by the door' })
    const changed = await server.request(stationSet, { id: station.id, label: 'New', version_no: 1 }, mine)
    expect(changed.station).toMatchObject({ label: 'New', description: 'by the door', version_no: 2 })
    expect(changed).toMatchObject({ key: null, keyhex: null })
    const late = await server.requestError(stationSet, { id: station.id, label: 'Late', version_no: 1 }, mine)
    expect(late).toMatchObject({ status: 409, field: 'version_no' })
    await expectEvent('station.stale', { station: station.id })
  })

  // Proves A14
  test('of two simultaneous changes one succeeds', async () => {
    const { station } = await add('CP-3')
    const change = (label: string) => server.call(stationSet, { id: station.id, label, version_no: 1 }, mine)
    const replies = await Promise.all([change('one'), change('two')])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
  })

  test('a position has both coordinates, a time zone exists', async () => {
    const { station } = await add('CP-4')
    expect(await server.requestError(stationSet, { id: station.id, lat: 1 }, mine)).toMatchObject({
      field: 'lng',
    })
    expect(
      await server.requestError(stationSet, { id: station.id, timezone: 'Mars/Base' }, mine),
    ).toMatchObject({
      field: 'timezone',
    })
    const body = { id: station.id, lat: 52.5, lng: 13.4, address: 'Berlin' }
    expect(await server.request(geolocationSet, body, mine)).toEqual(body)
    const cleared = await server.request(geolocationSet, { id: station.id, lat: null, lng: null }, mine)
    expect(cleared).toMatchObject({ lat: null, address: 'Berlin' })
  })

  test('a new identity closes the socket, which was opened under the old one', async () => {
    const { station } = await add('CP-5')
    const { link } = await server.request(stationSet, { id: station.id, identity: 'CP-5b' }, mine)
    expect(link).toMatch(/CP-5b$/)
    await expectEvent('station.drop', { station: station.id })
    expect((await server.requestError(stationSet, { id: station.id, identity: 'CP-1' }, mine)).status).toBe(
      409,
    )
  })

  // Proves S4.1
  test('disable, enable, delete, restore: as the state allows', async () => {
    const { station } = await add('CP-6')
    const act = (action: string) => server.call(stationAction, { id: station.id, action }, mine)
    expect((await act('enable')).status).toBe(400)
    expect((await act('disable')).body).toMatchObject({ statecode: 'disabled', statetypecode: 'disabled' })
    await expectEvent('station.drop', { station: station.id })
    expect((await act('enable')).body).toMatchObject({ statecode: 'created' })
    expect((await act('delete')).body).toMatchObject({ statecode: 'deleted' })
    expect((await server.requestError(stationSet, { id: station.id, label: 'x' }, mine)).status).toBe(404)
    const again = await server.requestError(stationSet, { id: null, identity: 'CP-6' }, mine)
    expect(again).toMatchObject({
      code: 'station.identity_of_deleted',
      field: 'identity',
      params: { identity: 'CP-6' },
    })
    // users who may restore it find it, by the list filtered by its state and by the search
    const deleted = { filter: { statetypecode: 'deleted', identity: 'CP-6' } }
    expect(await server.request(stationList, deleted, mine)).toMatchObject([{ id: station.id }])
    expect(await server.request(search, { text: 'CP-6' }, mine)).toMatchObject([
      { id: station.id, statename: 'Deleted' },
    ])
    expect(await server.request(search, { text: 'CP-6' }, foreign)).toEqual([])
    expect((await act('restore')).body).toMatchObject({ statecode: 'created' })
  })

  // Proves INV-5
  test('another account can do none of these', async () => {
    const { station } = await add('CP-7')
    const { id } = station
    for (const [row, body] of [
      [stationSet, { id, label: 'x' }],
      [stationAction, { id, action: 'delete' }],
      [stationKey, { id }],
      [stationOpen, { id, until: null }],
      [stationDisconnect, { id }],
      [geolocationSet, { id, lat: null, lng: null }],
    ] as const)
      expect((await server.requestError(row, body, foreign)).status, row.path).toBe(404)
    expect((await server.request(stationGet, { id }, admin)).version_no).toBe(1)
  })
})

describe('how a station may connect', () => {
  // Proves H2
  test('a new key is shown once, the old one stays valid', async () => {
    const { station, key } = await add('CP-8')
    const renewed = await server.request(stationKey, { id: station.id }, mine)
    expect(renewed.key).not.toBe(key)
    expect(renewed.link).toBe(`${renewed.base}CP-8`)
    const keys = await server.db
      .selectFrom('station_keys')
      .selectAll()
      .where('station_id', '=', station.id)
      .execute()
    expect(keys.filter((row) => row.retired_at === null)).toHaveLength(2)
  })

  // Proves P18, H2
  test('a key connects as plain text and as hexadecimal digits, also after a rotation', async () => {
    const added = await add('CP-8b')
    const url = server.url.replace('http', 'ws')
    const connect = async (key: string | null) => {
      const socket = await RawStation.connect({ url, identity: 'CP-8b', key: key! })
      await socket.close()
    }
    for (const text of [added.key, added.keyhex]) await connect(text)

    const renewed = await server.request(stationKey, { id: added.station.id }, mine)
    expect(renewed.keyhex).toBe(Buffer.from(renewed.key).toString('hex'))
    // Both forms of the old key stay valid until the station has signed in with the new one.
    for (const text of [added.keyhex, added.key, renewed.keyhex]) await connect(text)
    await expect
      .poll(async () => {
        const { status } = await refusedHandshake({ url, identity: 'CP-8b', key: added.keyhex! }).catch(
          () => ({ status: 101 }),
        )
        return status
      })
      .toBe(401)
    expect((await refusedHandshake({ url, identity: 'CP-8b', key: added.key! })).status).toBe(401)
    for (const text of [renewed.key, renewed.keyhex.toUpperCase()]) await connect(text)
  })

  test('without a key only until a time', async () => {
    const { station } = await add('CP-9')
    const open = (until: string | null) => server.call(stationOpen, { id: station.id, until }, mine)
    expect((await open('2020-01-01T00:00:00Z')).status).toBe(400)
    expect((await open(new Date(Date.now() + 40 * 86_400_000).toISOString())).status).toBe(400)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect((await open(until)).body).toMatchObject({ authmode: 'open', openuntil: until })
    expect((await open(null)).body).toMatchObject({ authmode: 'key', openuntil: null })
    await expectEvent('station.drop', { station: station.id })
  })

  // Proves P19, H11
  test('with a lower security profile only after an administrator has lowered it for a stored reason', async () => {
    const { station, key } = await add('CP-15')
    const asked = { url: server.url.replace('http', 'ws'), identity: 'CP-15', key: key! }
    await server.fresh.db
      .updateTable('stations')
      .set({ security_profile: 3 })
      .where('id', '=', station.id)
      .execute()
    expect((await refusedHandshake(asked)).status).toBe(403)
    const lower = (profile: number, who: TestUser) =>
      server.call(stationLowerProfile, { id: station.id, profile, reason: 'certificate lost' }, who)
    expect((await lower(1, mine)).status).toBe(403)
    expect((await lower(1, admin)).body).toMatchObject({ securityprofile: 1 })
    expect((await lower(2, admin)).body).toMatchObject({ error: { code: 'station.profile_not_lower' } })
    await (await RawStation.connect(asked)).close()
    const entry = await server.fresh.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_id', '=', station.id)
      .where('kind', '=', 'change')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(entry)).toContain('certificate lost')
  })

  // Proves Q5
  test('without naming a subprotocol where a user allowed it for this station', async () => {
    const { station, key } = await add('CP-14')
    const asked = { url: server.url.replace('http', 'ws'), identity: 'CP-14', key: key!, protocols: [] }
    const boot = { chargePointVendor: 'Acme', chargePointModel: 'Nameless' }
    const allow = (subprotocoloptional: boolean, who = mine) =>
      server.call(stationSet, { id: station.id, subprotocoloptional }, who)
    expect(station.subprotocoloptional).toBe(false)
    const refused = await RawStation.connect(asked)
    expect(await refused.until(() => refused.closed)).toMatchObject({ code: 1002 })
    expect((await allow(true, foreign)).status).toBe(404)
    expect((await allow(true)).body).toMatchObject({ station: { subprotocoloptional: true } })
    const socket = await RawStation.connect(asked)
    expect(await socket.call('BootNotification', boot)).toMatchObject({ status: 'Accepted' })
    expect(await server.request(stationGet, { id: station.id }, mine)).toMatchObject({ version: '1.6' })
    // Disallowed: the open socket stays, the next one must name its subprotocol again.
    await allow(false)
    expect(await socket.call('Heartbeat', {})).toHaveProperty('currentTime')
    await socket.close()
    const again = await RawStation.connect(asked)
    expect(await again.until(() => again.closed)).toMatchObject({ code: 1002 })
    // A subprotocol of another version is rejected despite the setting.
    await allow(true)
    const other = await net(
      server.url,
      { identity: 'CP-14', key: key! },
      { 'Sec-WebSocket-Protocol': 'ocpp2.0.1' },
    )
    expect(other.closeCode).toBe(1002)
  })

  test('only a connected station can be disconnected', async () => {
    const { station } = await add('CP-10')
    expect((await server.requestError(stationDisconnect, { id: station.id }, mine)).status).toBe(400)
    await server.db.updateTable('stations').set({ is_connected: true }).where('id', '=', station.id).execute()
    await server.request(stationDisconnect, { id: station.id }, mine)
    expect((await server.changesOf(station.id)).at(-1)).toBe('disconnect by mine')
    await expectEvent('station.drop', { station: station.id, why: 'disconnected by mine' })
  })
})

// Proves S3.6
test('a connector keeps its label and settings, and the station is updated with its limit', async () => {
  const { station } = await add('CP-11')
  const id = newId()
  await server.db
    .insertInto('evses')
    .values({ id, account_id: mine.accountId, station_id: station.id, evse_no: 1, state: 'charging' })
    .execute()
  const body = { id, label: 'left', maxpower: 22_000, mode: 'fast', typecode: 'dc', chargername: 'CCS2' }
  const changed = await server.request(connectorSet, body, mine)
  expect(changed).toMatchObject({
    label: 'left',
    maxpower: 22_000,
    statecode: 'charging',
    typename: 'DC',
    chargername: 'CCS2',
  })
  await expectEvent('station.stale', { station: station.id })
  expect((await server.requestError(connectorSet, { id, label: 'x' }, foreign)).status).toBe(404)
  expect(await server.request(connectorList, { filter: { identity: 'CP-11' } }, mine)).toHaveLength(1)
})

test('the rules of the account are set by an administrator, and connected stations are updated', async () => {
  expect((await server.requestError(accountSet, { heartbeat: 60 }, mine)).status).toBe(403)
  const { station } = await add('CP-13')
  await server.db.updateTable('stations').set({ is_connected: true }).where('id', '=', station.id).execute()
  const changed = await server.request(
    accountSet,
    { bootpolicy: 'wait', heartbeat: 60, name: 'Stadtwerke' },
    admin,
  )
  expect(changed).toMatchObject({ bootpolicy: 'wait', heartbeat: 60, name: 'Stadtwerke' })
  await expectEvent('station.stale', { station: station.id })
  const own = await server.request(accountGet, {}, foreign)
  expect(own).toMatchObject({ code: 'other', bootpolicy: 'accept' })
  expect(own.link).toBe(`${server.url.replace('http', 'ws')}/ocpp/other/`)
})

// Proves S3.5
test('the client of a station can be set, searched by name and removed', async () => {
  const client = await server.request(clientSet, { id: null, name: ' Stadtwerke Süd ' }, mine)
  const { station } = await add('CLIENT-1', { client: client.id })
  expect(station).toMatchObject({ client: client.id, clientcode: client.code, clientname: 'Stadtwerke Süd' })
  const search = [{ field: 'clientname', compare: 'EQL' as const, value: 'Stadtwerke Süd' }]
  expect(await server.request(stationList, { search, fields: ['identity'] }, mine)).toEqual([
    { identity: 'CLIENT-1' },
  ])
  const { station: changed } = await server.request(stationSet, { id: station.id, client: null }, mine)
  expect(changed).toMatchObject({ client: null, clientcode: null, clientname: null })
  expect(await server.requestError(stationSet, { id: station.id, client: newId() }, mine)).toMatchObject({
    status: 404,
    code: 'client.not_found',
    field: 'client',
  })
})

describe('the network of a station', () => {
  // Proves S3.5
  test('is a reference, is shown by name, and can be removed', async () => {
    const code = `n${newId().slice(-8)}`
    const network = await server.request(networkSet, { id: null, code, name: `North ${code}` }, admin)
    const { station } = await add('NET-1', { networkname: code.toUpperCase() })
    expect(station.networkname).toBe(`North ${code}`)
    await server.request(networkSet, { id: network.id, name: `South ${code}` }, admin)
    const { networkname, version_no: version } = await server.request(stationGet, { id: station.id }, mine)
    expect(networkname).toBe(`South ${code}`)
    await server.request(networkSet, { id: network.id, statecode: 'disabled' }, admin)
    const same = { id: station.id, networkname, label: 'stays', version_no: version }
    expect((await server.request(stationSet, same, mine)).station).toMatchObject({
      networkname,
      label: 'stays',
    })
    expect(
      (await server.request(stationSet, { id: station.id, networkname: null }, mine)).station.networkname,
    ).toBe(null)
    expect(await server.requestError(stationSet, { id: station.id, networkname: code }, mine)).toMatchObject({
      status: 400,
      code: 'station.network_unknown',
      field: 'networkname',
    })
    expect(
      await server.requestError(stationSet, { id: null, identity: 'NET-2', networkname: 'nowhere' }, mine),
    ).toMatchObject({ code: 'station.network_unknown' })
  })
})

describe('a reservation', () => {
  // Proves S3.8
  test('stores the reserved energy, which is not sent to the station', async () => {
    const { station, key } = await add('VOL-1', { approval: 'accepted' })
    const socket = await RawStation.connect({
      url: server.url.replace('http', 'ws'),
      identity: 'VOL-1',
      key: key!,
    })
    try {
      const asked: unknown[] = []
      socket.onCall = (action, payload) => {
        if (action === 'ReserveNow') asked.push(payload)
        return { status: 'Accepted' }
      }
      await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
      await socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
      const [connector] = await server.request(connectorList, { filter: { stationid: station.id } }, mine)
      const body = { id: connector!.id, card: 'VOL' }
      const outcome = await server.request(connectorReserve, { ...body, volume: 12_500 }, mine)
      expect(outcome.state).toBe('accepted')
      expect((await server.request(connectorReserveCancel, { id: connector!.id }, mine)).state).toBe(
        'accepted',
      )
      await server.request(connectorReserve, body, mine)
      const rows = await server.request(reservationList, { filter: { stationid: station.id } }, mine)
      expect(rows.map(({ volume }) => volume).sort()).toEqual([12_500, null])
      expect(asked).toHaveLength(2)
      expect(JSON.stringify(asked)).not.toContain('12500')
      for (const volume of [0, 1_000_001, 1.5])
        expect(await server.requestError(connectorReserve, { ...body, volume }, mine)).toMatchObject({
          field: 'volume',
        })
    } finally {
      socket.ws.terminate()
    }
  })
})
