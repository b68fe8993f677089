import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { commands16, securityCommands16 } from '@stationmaster/ocpp/v16'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { SimulatedStation } from '@stationmaster/simulator'
import { WholeServer } from './whole-server.ts'

let server: WholeServer
let station: SimulatedStation
beforeAll(async () => {
  server = await WholeServer.open({ OCPP_CALL_TIMEOUT_SECONDS: '1' })
  station = await server.station('ALL-19', { rebootMs: 200 })
})
afterAll(() => server.close())

const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const profile = {
  chargingProfileId: 1,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Absolute',
  chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 10.5 }] },
}
const wait = { timeout: 60_000, interval: 25 }

/** A valid request of each command, and the response of the station. */
const battery: Record<string, { payload: object; answer: unknown }> = {
  CancelReservation: { payload: { reservationId: 123_456 }, answer: { status: 'Rejected' } },
  ChangeAvailability: { payload: { connectorId: 2, type: 'Inoperative' }, answer: { status: 'Accepted' } },
  ChangeConfiguration: {
    payload: { key: 'HeartbeatInterval', value: '120' },
    answer: { status: 'Accepted' },
  },
  ClearCache: { payload: {}, answer: { status: 'Accepted' } },
  ClearChargingProfile: { payload: { id: 77 }, answer: { status: 'Unknown' } },
  DataTransfer: { payload: { vendorId: 'nobody', data: 'x' }, answer: { status: 'UnknownVendorId' } },
  GetCompositeSchedule: {
    payload: { connectorId: 1, duration: 60 },
    answer: expect.objectContaining({ status: 'Accepted' }),
  },
  GetConfiguration: {
    payload: { key: ['HeartbeatInterval', 'Nonsense'] },
    answer: {
      configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: expect.any(String) }],
      unknownKey: ['Nonsense'],
    },
  },
  GetDiagnostics: {
    payload: { location: 'ftp://me:secret@files.example/' },
    answer: { fileName: expect.any(String) },
  },
  GetLocalListVersion: { payload: {}, answer: { listVersion: 0 } },
  RemoteStartTransaction: { payload: { idTag: 'NOBODY', connectorId: 1 }, answer: { status: 'Accepted' } },
  RemoteStopTransaction: { payload: { transactionId: 987_654 }, answer: { status: 'Rejected' } },
  ReserveNow: {
    payload: { connectorId: 0, idTag: 'R', expiryDate: soon(5), reservationId: 4711 },
    answer: { status: expect.any(String) },
  },
  Reset: { payload: { type: 'Soft' }, answer: { status: 'Accepted' } },
  SendLocalList: { payload: { listVersion: 0, updateType: 'Full' }, answer: { status: expect.any(String) } },
  SetChargingProfile: {
    payload: { connectorId: 1, csChargingProfiles: profile },
    answer: { status: 'Accepted' },
  },
  TriggerMessage: { payload: { requestedMessage: 'Heartbeat' }, answer: { status: 'Accepted' } },
  UnlockConnector: { payload: { connectorId: 1 }, answer: { status: expect.any(String) } },
  UpdateFirmware: { payload: { location: 'https://files.example/fw', retrieveDate: soon(60) }, answer: {} },
}

describe('the 19 commands', () => {
  // Proves S7.10
  it('are all covered', () => {
    expect(Object.keys(battery).toSorted()).toEqual(commands16.map(({ action }) => action).toSorted())
  })

  it.each(Object.keys(battery))(
    '%s is sent to the station and its response is returned unchanged',
    async (action) => {
      const { payload, answer } = battery[action]!
      const frames: string[] = []
      const stopObserving = station.observe((_direction, text) => void frames.push(text))
      const boots = station.boots
      const { status, body } = await server.command('ALL-19', action, payload)
      stopObserving()
      expect({ status, body }).toEqual({ status: 200, body: answer })
      const call = frames
        .map((text) => JSON.parse(text))
        .find(([type, , name]) => type === 2 && name === action)
      expect(call[3]).toEqual(payload)
      const [row] = await server.list('/command/list', { filter: { action }, reclimit: 1 })
      expect(row).toMatchObject({ identity: 'ALL-19', requestedby: 'admin', response: body })
      expect(['accepted', 'rejected']).toContain(row!['statecode'])
      expect(row!['roundtripms']).toBeGreaterThanOrEqual(0)
      if (action === 'Reset') await station.until((each) => each.boots > boots, 'a second boot')
    },
  )

  // Proves S7.10
  it('an invalid request is refused by its field and never sent', async () => {
    const broken = { connectorId: 1, csChargingProfiles: { ...profile, stackLevel: 'high' } }
    const { status, body } = await server.command('ALL-19', 'SetChargingProfile', broken)
    expect(status).toBe(400)
    expect(body['error']).toMatchObject({ field: '/csChargingProfiles/stackLevel' })
  })

  it('the list of connected stations shows what each reported about itself', async () => {
    const { body } = await server.call<{ ChargePointList: unknown[] }>('/ChargePointList', {
      identity: 'ALL-19',
    })
    expect(body.ChargePointList).toMatchObject([
      {
        identity: 'ALL-19',
        address: expect.stringContaining('127.0.0.1'),
        ocppVersion: '1.6',
        connection: expect.stringMatching(/Z$/),
        bootNotification: { chargePointVendor: 'Stationmaster' },
        statusNotification: { connectorId: expect.any(Number), status: expect.any(String) },
      },
    ])
    expect((await server.call('/ChargePointList', { identity: 'NOBODY' })).body).toEqual({
      ChargePointList: [],
    })
  })

  it('an unknown command is 400, an unknown station 404', async () => {
    expect((await server.command('ALL-19', 'Explode')).status).toBe(400)
    expect((await server.command('ALL-19', 'Heartbeat')).status).toBe(400)
    expect((await server.command('NOBODY', 'ClearCache')).status).toBe(404)
  })
})

const root = rootCertificates.find((pem) => new Date(new X509Certificate(pem).validTo) > new Date())!

describe('the commands of the security whitepaper', () => {
  const certificateHashData = {
    hashAlgorithm: 'SHA256',
    issuerNameHash: 'a',
    issuerKeyHash: 'b',
    serialNumber: '1',
  }
  const requests: Record<string, object> = {
    CertificateSigned: { certificateChain: 'chain' },
    DeleteCertificate: { certificateHashData },
    ExtendedTriggerMessage: { requestedMessage: 'Heartbeat' },
    GetInstalledCertificateIds: { certificateType: 'CentralSystemRootCertificate' },
    GetLog: { log: { remoteLocation: 'https://files.example/log' }, logType: 'SecurityLog', requestId: 1 },
    InstallCertificate: { certificateType: 'ManufacturerRootCertificate', certificate: root },
    SignedUpdateFirmware: {
      requestId: 2,
      firmware: {
        location: 'https://files.example/fw',
        retrieveDateTime: soon(60),
        signingCertificate: 'c',
        signature: 's',
      },
    },
  }

  it.each(securityCommands16.map(({ action }) => action))('%s is answered', async (action) => {
    const { status, body } = await server.command('ALL-19', action, requests[action])
    expect(status).toBe(200)
    expect(body['error'] ?? body['status']).toBeTruthy()
  })
})

describe('unusual responses', () => {
  // Proves Q30
  it('a response that is not JSON ends the command as unknown with its text, and the socket stays', async () => {
    const odd = await server.station('BROKEN', { quirks: ['Q30'] })
    const { status, body } = await server.command('BROKEN', 'ClearCache')
    expect(status).toBe(503)
    expect(body).toMatchObject({
      error: {
        code: 'command.response_unreadable',
        params: { response: expect.stringContaining('Accepted') as string },
      },
    })
    expect(odd.isConnected).toBe(true)
    expect((await server.list('/command/list', { filter: { identity: 'BROKEN' } }))[0]).toMatchObject({
      statecode: 'unknown',
      messagecode: 'command.response_unreadable',
    })
  })

  // Proves Q29
  it('numbers and booleans in a configuration', async () => {
    await server.station('UNTYPED', { quirks: ['Q29'] })
    expect((await server.command('UNTYPED', 'GetConfiguration')).status).toBe(200)
    const { body } = await server.call<{ id: string }>('/charge_point/get', { identity: 'UNTYPED' })
    const rows = await server.list('/charge_point/configuration/list', { id: body.id })
    expect(rows).toContainEqual(expect.objectContaining({ key: 'NumberOfConnectors', value: '2' }))
  })
})

describe('missing responses', () => {
  it('an offline station is 503 immediately', async () => {
    const away = await server.station('AWAY')
    await away.stop()
    await vi.waitFor(async () => {
      const { body } = await server.call('/charge_point/get', { identity: 'AWAY' })
      expect(body['connected']).toBe(false)
    }, wait)
    const { status, body } = await server.command('AWAY', 'ClearCache')
    expect(status).toBe(503)
    expect(body).toMatchObject({ error: { code: 'station.offline' } })
    const [row] = await server.list('/command/list', { filter: { identity: 'AWAY' } })
    expect(row).toMatchObject({ statecode: 'failed', sent: null, messagecode: 'station.offline' })
  })

  it('no response in time is 503; after three of them the station is reported as unresponsive', async () => {
    await server.station('DEAF', { quirks: ['Q45'] })
    expect((await server.command('DEAF', 'ClearCache')).status).toBe(200)
    for (let n = 0; n < 3; n++)
      expect(await server.command('DEAF', 'ClearCache')).toMatchObject({
        status: 503,
        body: { error: { code: 'command.no_response' } },
      })
    const rows = await server.list('/command/list', { filter: { identity: 'DEAF' } })
    expect(rows.map((row) => row['statecode'])).toEqual(['timeout', 'timeout', 'timeout', 'accepted'])
    await vi.waitFor(async () => {
      const { body } = await server.call('/charge_point/get', { identity: 'DEAF' })
      expect(body['unresponsive']).toBe(true)
    }, wait)
  })

  // Proves INV-6, F7
  it('a Hard Reset without a response: its row ends, later commands are sent', async () => {
    const abrupt = await server.station('ABRUPT', { answersHardReset: false, rebootMs: 100 })
    const { boots } = abrupt
    const [reset, next] = await Promise.all([
      server.command('ABRUPT', 'Reset', { type: 'Hard' }),
      abrupt
        .until((each) => each.boots > boots, 'its return')
        .then(() => server.command('ABRUPT', 'GetLocalListVersion')),
    ])
    expect(reset.status).toBe(503)
    expect(next).toEqual({ status: 200, body: { listVersion: 0 } })
    const row = await vi.waitFor(async () => {
      const [found] = await server.list('/command/list', { filter: { identity: 'ABRUPT', action: 'Reset' } })
      expect(found).toMatchObject({ statecode: 'accepted', answered: null, notecode: 'command.restarted' })
      return found!
    }, wait)
    expect(Date.parse(String(row['restarted']))).toBeGreaterThan(Date.parse(String(row['sent'])))
  })
})

describe('several commands', () => {
  // Proves F7
  it('to many stations at the same time return one result each', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `MANY-${n}`)
    for (const name of names) await server.station(name)
    const { body } = await server.call<{ runid: string; commands: Record<string, unknown>[] }>(
      '/command/send',
      {
        identities: names,
        action: 'TriggerMessage',
        payload: { requestedMessage: 'Heartbeat' },
        waitms: 10_000,
      },
    )
    expect(body.commands).toHaveLength(12)
    expect(body.commands.map((row) => row['statecode'])).toEqual(names.map(() => 'accepted'))
    expect((await server.call('/command/count', { filter: { runid: body.runid } })).body).toEqual({
      count: 12,
    })
  })

  it('have the same duration in their results and in the OCPP log', async () => {
    await server.station('DURATION')
    await server.command('DURATION', 'ClearCache')
    await server.command('DURATION', 'GetConfiguration')
    await vi.waitFor(async () => {
      const filter = { identity: 'DURATION' }
      const results = await server.list('/command/list', { filter, orderby: ['sent'] })
      const log = await server.list('/ocpp/log/list', { filter })
      const logged = results.map(({ id }) => log.find((entry) => entry['commandid'] === id)?.['durationms'])
      expect(logged).toEqual(results.map((result) => result['roundtripms']))
      expect(logged).toEqual([expect.any(Number), expect.any(Number)])
    }, wait)
  })

  // Proves F7
  it('to one station are sent in order, and a queued one can be cancelled', async () => {
    await server.station('ROW')
    const send = (action: string, payload: object = {}) =>
      server.call<{ commands: { id: string }[] }>('/command/send', { identities: ['ROW'], action, payload })
    const sent = await Promise.all([
      send('ClearCache'),
      send('GetLocalListVersion'),
      send('GetConfiguration'),
    ])
    await vi.waitFor(async () => {
      const rows = await server.list('/command/list', { filter: { identity: 'ROW', statecode: 'accepted' } })
      expect(rows).toHaveLength(3)
    }, wait)
    const id = sent[0]!.body.commands[0]!.id
    expect((await server.call('/command/cancel', { id })).status).toBe(400)
    expect((await server.call('/command/get', { id })).body).toMatchObject({ statecode: 'accepted' })
  })
})
