import { commands16 } from '@stationmaster/ocpp/v16'
import { RPCClient } from 'ocpp-rpc'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WholeServer } from './whole-server.ts'

/**
 * An independent client in its strict mode: it validates what it sends and receives against its own copy of
 * the schemas, and fails on the smallest deviation of the server.
 */
const identity = 'FOREIGN-1'
const card = 'FOREIGNCARD'

const period = { startPeriod: 0, limit: 16.1 }
const schedule = { chargingRateUnit: 'A', chargingSchedulePeriod: [period] }
const profile = {
  chargingProfileId: 1,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Absolute',
  chargingSchedule: schedule,
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Requests, and the responses of the client. */
const battery: Record<string, { request: object; answer: object }> = {
  CancelReservation: { request: { reservationId: 77 }, answer: { status: 'Rejected' } },
  ChangeAvailability: { request: { connectorId: 0, type: 'Operative' }, answer: { status: 'Accepted' } },
  ChangeConfiguration: {
    request: { key: 'HeartbeatInterval', value: '600' },
    answer: { status: 'Accepted' },
  },
  ClearCache: { request: {}, answer: { status: 'Accepted' } },
  ClearChargingProfile: { request: {}, answer: { status: 'Unknown' } },
  DataTransfer: { request: { vendorId: 'org.example', data: 'x' }, answer: { status: 'UnknownVendorId' } },
  GetCompositeSchedule: {
    request: { connectorId: 1, duration: 600 },
    answer: {
      status: 'Accepted',
      connectorId: 1,
      scheduleStart: '2026-01-01T00:00:00Z',
      chargingSchedule: schedule,
    },
  },
  GetConfiguration: {
    request: {},
    answer: {
      configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '600' }],
      unknownKey: [],
    },
  },
  GetDiagnostics: {
    request: { location: 'ftp://files.example/in' },
    answer: { fileName: 'diagnostics.zip' },
  },
  GetLocalListVersion: { request: {}, answer: { listVersion: 0 } },
  RemoteStartTransaction: { request: { idTag: card, connectorId: 1 }, answer: { status: 'Accepted' } },
  RemoteStopTransaction: { request: { transactionId: 4711 }, answer: { status: 'Rejected' } },
  ReserveNow: {
    request: { connectorId: 1, expiryDate: inAnHour(), idTag: card, reservationId: 78 },
    answer: { status: 'Occupied' },
  },
  Reset: { request: { type: 'Soft' }, answer: { status: 'Accepted' } },
  SendLocalList: {
    request: {
      listVersion: 1,
      updateType: 'Full',
      localAuthorizationList: [{ idTag: card, idTagInfo: { status: 'Accepted' } }],
    },
    answer: { status: 'Accepted' },
  },
  SetChargingProfile: {
    request: { connectorId: 1, csChargingProfiles: profile },
    answer: { status: 'Accepted' },
  },
  TriggerMessage: { request: { requestedMessage: 'Heartbeat' }, answer: { status: 'NotImplemented' } },
  UnlockConnector: { request: { connectorId: 1 }, answer: { status: 'UnlockFailed' } },
  UpdateFirmware: {
    request: { location: 'https://files.example/fw.bin', retrieveDate: inAnHour() },
    answer: {},
  },
}

describe('a client of the package ocpp-rpc in strict mode', () => {
  let server: WholeServer
  let client: RPCClient
  const seen: { action: string; payload: unknown }[] = []

  beforeAll(async () => {
    server = await WholeServer.open()
    const added = await server.call<{ key: string }>('/charge_point/set', { id: null, identity })
    await server.call('/card/set', { id: null, code: card })
    const options = {
      endpoint: server.link.replace(/\/$/, ''),
      identity,
      password: added.body.key,
      protocols: ['ocpp1.6'],
      strictMode: true,
      reconnect: false,
    }
    // Its types require every option although each has a default.
    client = new RPCClient(options as ConstructorParameters<typeof RPCClient>[0])
    for (const [action, { answer }] of Object.entries(battery)) {
      client.handle(action, ({ params }) => {
        seen.push({ action, payload: params })
        return Promise.resolve(answer)
      })
    }
    await client.connect()
  })

  afterAll(async () => {
    await client?.close()
    await server?.close()
  })

  // Proves F27
  it('boots, authorises, charges with meter values and stops', async () => {
    const boot = await client.call('BootNotification', {
      chargePointVendor: 'Elsewhere',
      chargePointModel: 'Foreign One',
    })
    expect(boot).toMatchObject({ status: 'Accepted' })
    await client.call('StatusNotification', { connectorId: 0, errorCode: 'NoError', status: 'Available' })
    await client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Preparing' })
    expect(await client.call('Authorize', { idTag: card })).toMatchObject({
      idTagInfo: { status: 'Accepted' },
    })

    const startedAt = new Date().toISOString()
    const start = await client.call('StartTransaction', {
      connectorId: 1,
      idTag: card,
      meterStart: 1000,
      timestamp: startedAt,
    })
    expect(start).toMatchObject({ idTagInfo: { status: 'Accepted' }, transactionId: expect.any(Number) })
    const { transactionId } = start as { transactionId: number }
    await client.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [
        {
          timestamp: new Date().toISOString(),
          sampledValue: [
            { value: '1500', measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
            { value: '7.2', measurand: 'Power.Active.Import', unit: 'kW' },
          ],
        },
      ],
    })
    expect(
      await client.call('StopTransaction', {
        transactionId,
        idTag: card,
        meterStop: 2500,
        timestamp: new Date().toISOString(),
        reason: 'EVDisconnected',
      }),
    ).toBeTypeOf('object')

    const [stored] = await server.list('/charge_point/transaction/list', {
      filter: { transactionid: transactionId },
    })
    expect(stored).toMatchObject({
      energy: 1500,
      meterstart: 1000,
      meterstop: 2500,
      reason: 'EVDisconnected',
      statecode: 'finished',
    })
    const values = await server.list('/meter_value/list', { filter: { transactionid: transactionId } })
    // kW are stored as W
    expect(values.map((row) => row['value'])).toEqual(expect.arrayContaining([1500, 7200]))
  })

  // Proves F27
  it('answers each of the 19 commands, and the response is returned unchanged', async () => {
    expect(Object.keys(battery).toSorted()).toEqual(commands16.map(({ action }) => action).toSorted())
    for (const [action, { request, answer }] of Object.entries(battery)) {
      const response = await server.command(identity, action, request)
      expect.soft({ action, ...response }).toEqual({ action, status: 200, body: answer })
    }
    expect(seen.map(({ action }) => action)).toEqual(Object.keys(battery))
    for (const { action, payload } of seen) expect.soft(payload).toEqual(battery[action]?.request)
  })
})
