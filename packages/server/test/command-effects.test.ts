import { carModel, newCar, carModels, type SimulatedStation } from '@stationmaster/simulator'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RawStation, refusedHandshake } from './raw-station.ts'
import { WholeServer } from './whole-server.ts'

let server: WholeServer
beforeAll(async () => {
  server = await WholeServer.open({ OCPP_CALL_TIMEOUT_SECONDS: '1' })
  await server.call('/card/set', { id: null, code: 'CARD-1' })
})
afterAll(() => server.close())

const wait = { timeout: 60_000, interval: 25 }
const pace = { downloadMs: 60, installMs: 60, uploadMs: 60 }
const first = async (path: string, query: unknown) => (await server.list(path, query))[0]
const rows = (path: string, identity: string) => server.list(path, { filter: { identity } })
const connectorOf = async (identity: string, connectorid = 1) =>
  (await first('/connector/list', { filter: { identity, connectorid } }))!['id'] as string
const plugIn = (station: SimulatedStation) =>
  station.visits.plugIn(1, newCar(carModel(carModels[0]!.name), 20))

describe('a charging session from the connector', () => {
  // Proves F8
  it('starts, runs and stops on behalf of the user; no transaction before the station reports one', async () => {
    const station = await server.station('CHARGE', { speed: 60 })
    const id = await connectorOf('CHARGE')
    expect((await server.call('/connector/remote/stop', { id })).status).toBe(400)
    expect((await server.call('/connector/remote/start', { id })).body['error']).toMatchObject({
      field: 'card',
    })
    const start = await server.call('/connector/remote/start', { id, card: 'CARD-1' })
    expect(start.body).toMatchObject({ state: 'accepted', status: 'Accepted' })
    expect(await rows('/charge_point/transaction/list', 'CHARGE')).toEqual([])
    plugIn(station)
    await station.until((it) => it.connector(1).transaction !== null && it.isQuiet, 'a start')
    expect(await rows('/charge_point/transaction/list', 'CHARGE')).toMatchObject([{ statecode: 'running' }])
    const stop = await server.call('/connector/remote/stop', { id })
    expect(stop.body).toMatchObject({ state: 'accepted' })
    await station.until((it) => it.connector(1).transaction === null && it.isQuiet, 'a stop')
    expect(await rows('/charge_point/transaction/list', 'CHARGE')).toMatchObject([
      { statecode: expect.stringMatching(/finished|held/), reason: 'Remote' },
    ])
  })
})

describe('a reservation', () => {
  // Proves F8, S3.8
  it('is confirmed, listed, used by its card and never becomes a transaction by itself', async () => {
    const station = await server.station('RESERVE')
    const id = await connectorOf('RESERVE')
    const reserve = await server.call('/connector/reserve/now', { id, card: 'CARD-1' })
    expect(reserve.body).toMatchObject({ state: 'accepted' })
    const [reservation] = await rows('/charge_point/reservation/list', 'RESERVE')
    expect(reservation).toMatchObject({
      statecode: 'active',
      connectorid: 1,
      code: 'CARD-1',
      transactionid: null,
    })
    expect(new Date(String(reservation!['expirydate'])).getTime()).toBeGreaterThan(Date.now() + 14 * 60_000)
    expect(await rows('/charge_point/transaction/list', 'RESERVE')).toEqual([])
    plugIn(station)
    await station.visits.presentCard(1, 'CARD-1')
    await station.until((it) => it.connector(1).transaction !== null && it.isQuiet, 'a start')
    await vi.waitFor(async () => {
      const [used] = await rows('/charge_point/reservation/list', 'RESERVE')
      const [transaction] = await rows('/charge_point/transaction/list', 'RESERVE')
      expect(used).toMatchObject({ statecode: 'used', transactionid: transaction!['transactionid'] })
      expect(transaction!['reservationid']).toBe(used!['reservationid'])
    }, wait)
  })

  it('is cancelled from its connector', async () => {
    await server.station('CANCEL')
    const id = await connectorOf('CANCEL', 2)
    expect((await server.call('/connector/reserve/cancel', { id })).status).toBe(400)
    await server.call('/connector/reserve/now', { id, card: 'CARD-1' })
    expect((await server.call('/connector/reserve/cancel', { id })).body).toMatchObject({ state: 'accepted' })
    expect(await rows('/charge_point/reservation/list', 'CANCEL')).toMatchObject([{ statecode: 'cancelled' }])
    const { body } = await server.call('/CentralSystem/ReservationList', { identity: 'CANCEL' })
    expect(body).toHaveLength(1)
  })
})

describe('transfers', () => {
  // Proves F12
  it('show all steps of diagnostics and firmware, without credentials', async () => {
    await server.station('TRAIN', { pace, rebootMs: 60 })
    await server.command('TRAIN', 'GetDiagnostics', { location: 'ftp://me:secret@files.example/' })
    await vi.waitFor(async () => {
      expect(await rows('/transfer/list', 'TRAIN')).toMatchObject([
        {
          kind: 'diagnostics',
          status: 'Uploaded',
          location: 'ftp://***@files.example/',
          filename: expect.any(String),
        },
      ])
    }, wait)
    await server.command('TRAIN', 'GetDiagnostics', {})
    await vi.waitFor(async () => {
      const [row] = (await rows('/transfer/list', 'TRAIN')) as { status: string; fileurl: string | null }[]
      expect(row).toMatchObject({ status: 'Uploaded', filebytes: expect.any(Number) })
      expect(await (await fetch(`http://127.0.0.1:${server.port}${row!.fileurl}`)).text()).toMatch(
        /^diagnostics of /,
      )
    }, wait)
    const retrieveDate = new Date().toISOString()
    await server.command('TRAIN', 'UpdateFirmware', { location: 'https://files.example/fw', retrieveDate })
    await vi.waitFor(async () => {
      const firmware = (await rows('/transfer/list', 'TRAIN')).find((row) => row['kind'] === 'firmware')
      const statuses = (firmware!['statuses'] as { status: string }[]).map(({ status }) => status)
      // a station may report its first step before its response is stored
      const reported = statuses.filter((status) => status !== 'Accepted')
      expect(reported).toEqual(['Requested', 'Downloading', 'Downloaded', 'Installing', 'Installed'])
    }, wait)
  })
})

const entries = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ idTag: `T${n}`, idTagInfo: { status: 'Accepted' } }))

describe('local lists', () => {
  // Proves S5.9
  it('follow what the station accepted, within the limit of the station', async () => {
    await server.station('LIST', { settings: { SendLocalListMaxLength: '2' } })
    const send = (count: number, listVersion: number) =>
      server.command('LIST', 'SendLocalList', {
        listVersion,
        updateType: 'Full',
        localAuthorizationList: entries(count),
      })
    expect((await send(3, 1)).status).toBe(200) // the limit is not known yet: the station decides
    await server.command('LIST', 'GetConfiguration')
    const refused = await send(3, 2)
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      error: { code: 'local_list.too_long', params: { length: 3, limit: 2 } },
    })
    expect((await send(2, 3)).body).toEqual({ status: 'Accepted' })
    const { body: station } = await server.call('/charge_point/get', { identity: 'LIST' })
    expect((await server.call('/local_list/get', { id: station['id'] })).body).toMatchObject({
      version: 3,
      maxlength: 2,
      entries: [{ code: 'T0' }, { code: 'T1' }],
    })
  })
})

describe('the key of a station (P20)', () => {
  const secret = 'f00dfacef00dfacef00dfacef00dface'

  // Proves P20
  it('changes by ChangeConfiguration, the station reconnects with it, and it is stored nowhere in plain text', async () => {
    const station = await server.station('KEY')
    const { body } = await server.command('KEY', 'ChangeConfiguration', {
      key: 'AuthorizationKey',
      value: secret,
    })
    expect(body).toEqual({ status: 'Accepted' })
    const { rows: stations } = await server.fresh.pool.query("select id from stations where identity = 'KEY'")
    const openKeys = async () =>
      (
        await server.fresh.pool.query(
          'select first_used_at from station_keys where station_id = $1 and retired_at is null',
          [stations[0].id],
        )
      ).rows
    await vi.waitFor(async () => {
      expect(await openKeys()).toEqual([{ first_used_at: expect.any(Date) }])
    }, wait)
    await station.until((it) => it.isOnline && it.isQuiet, 'its return')
    await station.call('Heartbeat', {}) // it reconnected without a boot: its first call shows that it accepts commands
    expect((await server.command('KEY', 'ClearCache')).status).toBe(200)
    const { rows: tables } = await server.fresh.pool.query(
      "select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace",
    )
    for (const { relname } of tables) {
      const found = await server.fresh.pool.query(
        `select count(*) as n from "${relname}" t where to_json(t)::text ilike '%${secret}%' or to_json(t)::text like '%me:secret%'`,
      )
      expect([relname, found.rows[0].n]).toEqual([relname, 0])
    }
  })

  // Proves P18, H2
  it('in hexadecimal by ChangeConfiguration, valid as bytes, as digits and as text', async () => {
    const { body } = await server.call<{ key: string; keyhex: string; station: { id: string } }>(
      '/charge_point/set',
      { id: null, identity: 'KEYHEX' },
    )
    const connect = (key: string | Buffer) =>
      RawStation.connect({ url: `ws://127.0.0.1:${server.port}`, identity: 'KEYHEX', key })
    const socket = await connect(body.key)
    await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    const sent: unknown[] = []
    socket.onCall = (_action, payload) => (sent.push(payload), { status: 'Accepted' })
    const renewed = await server.call<{ key: string; keyhex: string }>('/charge_point/key', {
      id: body.station.id,
    })
    const change = { key: 'AuthorizationKey', value: renewed.body.keyhex }
    expect((await server.command('KEYHEX', 'ChangeConfiguration', change)).body).toEqual({
      status: 'Accepted',
    })
    expect(sent).toEqual([change])
    const { key, keyhex } = renewed.body
    for (const one of [Buffer.from(keyhex, 'hex'), keyhex, key]) await (await connect(one)).close()
    await vi.waitFor(async () => {
      const old = await refusedHandshake({
        url: `ws://127.0.0.1:${server.port}`,
        identity: 'KEYHEX',
        key: body.keyhex,
      })
      expect(old.status).toBe(401)
    }, wait)
    for (const one of [keyhex, key]) await (await connect(one)).close()
  })
})

// Proves P20
it.each(['12345678901234567890', 'FACE'.repeat(16)])(
  'the key %s is valid as text and as the bytes of its hexadecimal digits',
  async (value) => {
    const identity = `DIGITS-${value.length}`
    const { body } = await server.call<{ key: string }>('/charge_point/set', { id: null, identity })
    const connect = (key: string | Buffer) =>
      RawStation.connect({ url: `ws://127.0.0.1:${server.port}`, identity, key })
    const socket = await connect(body.key)
    await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    socket.onCall = () => ({ status: 'Accepted' })
    const change = { key: 'AuthorizationKey', value }
    expect((await server.command(identity, 'ChangeConfiguration', change)).status).toBe(200)
    for (const key of [value, Buffer.from(value, 'hex')]) await (await connect(key)).close()
  },
)

describe('unusual responses of stations', () => {
  it('a CALLERROR is 200 with its text; a late response is stored and shown', async () => {
    const { body } = await server.call<{ key: string }>('/charge_point/set', { id: null, identity: 'RAW' })
    const url = `ws://127.0.0.1:${server.port}`
    const raw = await RawStation.connect({ url, identity: 'RAW', key: body.key })
    const unanswered: string[] = []
    raw.onCall = (action, _payload, id) => {
      if (action === 'ClearCache')
        raw.ws.send(JSON.stringify([4, id, 'NotSupported', 'No cache here', { a: 1 }]))
      else unanswered.push(id)
    }
    await raw.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    await raw.call('Heartbeat', {})
    expect(await server.command('RAW', 'ClearCache')).toEqual({
      status: 200,
      body: {
        error: true,
        errorCode: 'NotSupported',
        errorDescription: 'No cache here',
        errorDetails: { a: 1 },
      },
    })
    expect((await server.command('RAW', 'Reset', { type: 'Soft' })).status).toBe(503)
    raw.ws.send(JSON.stringify([3, unanswered[0], { status: 'Accepted', odd: 'a\0' }]))
    await vi.waitFor(async () => {
      expect(await first('/command/list', { filter: { identity: 'RAW', action: 'Reset' } })).toMatchObject({
        statecode: 'timeout',
        late: true,
        response: { status: 'Accepted', odd: 'a\0' },
      })
    }, wait)
    await raw.close()
  })

  it('requests the configuration after a boot only where the account is set to', async ({ task }) => {
    // a second try needs stations that have not booted before
    const [unasked, asked] = ['UNASKED', 'ASKED'].map((name) => `${name}${task.result?.retryCount ?? 0}`)
    await server.call('/account/own/set', { askonboot: false })
    await server.station(unasked!)
    expect(await rows('/command/list', unasked!)).toEqual([])
    await server.call('/account/own/set', { askonboot: true })
    await server.station(asked!)
    await vi.waitFor(async () => {
      expect(await rows('/command/list', asked!)).toMatchObject([
        { action: 'GetConfiguration', statecode: 'accepted', requestedby: null },
      ])
    }, wait)
  })
})
