import { describe, expect, it } from 'vitest'
import { systemActions16, type SystemAction16, type V16 } from '@stationmaster/ocpp/v16'
import { eventually, useBench } from '../../../test/fleet.ts'
import { rootCertificate } from '../../../test/certificates.ts'
import { carModel, newCar } from '../../physics/car.ts'
import type { SimulatedStation } from '../../station.ts'
import { manualClock } from '../../time/clock.ts'

const bench = useBench()
const car = () => newCar(carModel('family car'), 20, 90)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

async function charging(station: SimulatedStation, connectorId = 1, card = 'A'): Promise<number> {
  station.visits.plugIn(connectorId, car())
  await station.visits.presentCard(connectorId, card)
  await station.until((it) => it.connector(connectorId).transaction?.number != null)
  return station.connector(connectorId).transaction!.number!
}

type Profile = V16['SetChargingProfile']['request']['csChargingProfiles']
const profile = (changes: Partial<Profile> = {}, limit = 10, unit: 'A' | 'W' = 'A'): Profile => ({
  chargingProfileId: 1,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Relative',
  chargingSchedule: { chargingRateUnit: unit, chargingSchedulePeriod: [{ startPeriod: 0, limit }] },
  ...changes,
})
const reservation = (changes: Partial<V16['ReserveNow']['request']> = {}): V16['ReserveNow']['request'] => ({
  connectorId: 1,
  expiryDate: inMinutes(15),
  idTag: 'HOLDER',
  reservationId: 7,
  ...changes,
})

/** One row: the command, its request, and the answer of a booted, idle station. */
type Row<Action extends SystemAction16 = SystemAction16> = Action extends SystemAction16
  ? [action: Action, request: V16[Action]['request'], answer: Partial<V16[Action]['response']>]
  : never

const firmware = {
  location: 'https://firmware.test/fw-2.0.0.bin',
  retrieveDateTime: inMinutes(-1),
  signingCertificate: rootCertificate,
  signature: 'MEUCIQ==',
}
const rows: Row[] = [
  ['CancelReservation', { reservationId: 99 }, { status: 'Rejected' }],
  ['ChangeAvailability', { connectorId: 1, type: 'Inoperative' }, { status: 'Accepted' }],
  ['ChangeAvailability', { connectorId: 9, type: 'Inoperative' }, { status: 'Rejected' }],
  ['ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '15' }, { status: 'Accepted' }],
  ['ChangeConfiguration', { key: 'MeterValueSampleInterval', value: 'soon' }, { status: 'Rejected' }],
  ['ChangeConfiguration', { key: 'NumberOfConnectors', value: '9' }, { status: 'Rejected' }],
  ['ChangeConfiguration', { key: 'MeterValuesSampledData', value: 'Voltage,Rain' }, { status: 'Rejected' }],
  ['ChangeConfiguration', { key: 'SecurityProfile', value: '2' }, { status: 'RebootRequired' }],
  ['ChangeConfiguration', { key: 'Colour', value: 'red' }, { status: 'NotSupported' }],
  ['ClearCache', {}, { status: 'Accepted' }],
  ['ClearChargingProfile', {}, { status: 'Unknown' }],
  [
    'DataTransfer',
    { vendorId: 'Stationmaster', messageId: 'Echo', data: 'x' },
    { status: 'Accepted', data: 'x' },
  ],
  ['DataTransfer', { vendorId: 'Stationmaster', messageId: 'Fly' }, { status: 'UnknownMessageId' }],
  ['DataTransfer', { vendorId: 'Nobody' }, { status: 'UnknownVendorId' }],
  ['GetCompositeSchedule', { connectorId: 9, duration: 60 }, { status: 'Rejected' }],
  [
    'GetConfiguration',
    { key: ['HeartbeatInterval', 'Colour'] },
    {
      configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }],
      unknownKey: ['Colour'],
    },
  ],
  [
    'GetConfiguration',
    { key: ['AuthorizationKey'] },
    { configurationKey: [{ key: 'AuthorizationKey', readonly: false }] },
  ],
  [
    'GetDiagnostics',
    { location: 'ftp://files.test/' },
    { fileName: expect.stringMatching(/^diagnostics-CP-1-/) },
  ],
  ['GetLocalListVersion', {}, { listVersion: 0 }],
  ['RemoteStartTransaction', { idTag: 'A' }, { status: 'Accepted' }],
  ['RemoteStartTransaction', { idTag: 'A', connectorId: 9 }, { status: 'Rejected' }],
  ['RemoteStartTransaction', { idTag: 'A', chargingProfile: profile() }, { status: 'Rejected' }],
  ['RemoteStopTransaction', { transactionId: 1 }, { status: 'Rejected' }],
  ['ReserveNow', reservation(), { status: 'Accepted' }],
  ['ReserveNow', reservation({ connectorId: 0 }), { status: 'Accepted' }],
  ['ReserveNow', reservation({ connectorId: 9 }), { status: 'Rejected' }],
  ['ReserveNow', reservation({ expiryDate: inMinutes(-1) }), { status: 'Rejected' }],
  ['Reset', { type: 'Soft' }, { status: 'Accepted' }],
  ['Reset', { type: 'Hard' }, { status: 'Accepted' }],
  ['SendLocalList', { listVersion: 3, updateType: 'Full' }, { status: 'Accepted' }],
  ['SendLocalList', { listVersion: 0, updateType: 'Full' }, { status: 'Failed' }],
  [
    'SendLocalList',
    {
      listVersion: 3,
      updateType: 'Full',
      localAuthorizationList: Array.from({ length: 101 }, (_, n) => ({
        idTag: `T${n}`,
        idTagInfo: { status: 'Accepted' },
      })),
    },
    { status: 'Failed' },
  ],
  ['SetChargingProfile', { connectorId: 1, csChargingProfiles: profile() }, { status: 'Accepted' }],
  [
    'SetChargingProfile',
    { connectorId: 1, csChargingProfiles: profile({ stackLevel: 99 }) },
    { status: 'Rejected' },
  ],
  [
    'SetChargingProfile',
    { connectorId: 1, csChargingProfiles: profile({ chargingProfilePurpose: 'TxProfile' }) },
    { status: 'Rejected' },
  ],
  [
    'SetChargingProfile',
    { connectorId: 1, csChargingProfiles: profile({ chargingProfilePurpose: 'ChargePointMaxProfile' }) },
    { status: 'Rejected' },
  ],
  ['TriggerMessage', { requestedMessage: 'Heartbeat' }, { status: 'Accepted' }],
  ['TriggerMessage', { requestedMessage: 'StatusNotification', connectorId: 9 }, { status: 'Rejected' }],
  ['UnlockConnector', { connectorId: 1 }, { status: 'Unlocked' }],
  ['UnlockConnector', { connectorId: 9 }, { status: 'NotSupported' }],
  ['UpdateFirmware', { location: 'ftp://files.test/fw.bin', retrieveDate: inMinutes(-1) }, {}],
  ['ExtendedTriggerMessage', { requestedMessage: 'MeterValues', connectorId: 1 }, { status: 'Accepted' }],
  [
    'GetLog',
    { logType: 'SecurityLog', requestId: 4, log: { remoteLocation: 'ftp://logs.test/' } },
    { status: 'Accepted' },
  ],
  ['SignedUpdateFirmware', { requestId: 5, firmware }, { status: 'Accepted' }],
  [
    'SignedUpdateFirmware',
    { requestId: 5, firmware: { ...firmware, signingCertificate: 'none' } },
    { status: 'InvalidCertificate' },
  ],
  ['CertificateSigned', { certificateChain: rootCertificate }, { status: 'Rejected' }],
  [
    'InstallCertificate',
    { certificateType: 'CentralSystemRootCertificate', certificate: rootCertificate },
    { status: 'Accepted' },
  ],
  [
    'InstallCertificate',
    { certificateType: 'CentralSystemRootCertificate', certificate: 'none' },
    { status: 'Rejected' },
  ],
  ['GetInstalledCertificateIds', { certificateType: 'ManufacturerRootCertificate' }, { status: 'NotFound' }],
  [
    'DeleteCertificate',
    {
      certificateHashData: {
        hashAlgorithm: 'SHA256',
        issuerNameHash: 'a',
        issuerKeyHash: 'b',
        serialNumber: 'c',
      },
    },
    { status: 'NotFound' },
  ],
]

describe('commands', () => {
  it('has a row for each of them', () => {
    expect([...new Set(rows.map(([action]) => action))].sort()).toEqual([...systemActions16].sort())
  })

  it.each(rows)('answers %s %j with %j', async (action, request, answer) => {
    await bench.online()
    expect(await bench.farEnd.command(action, request)).toEqual(
      'status' in answer || Object.keys(answer).length > 0 ? expect.objectContaining(answer) : answer,
    )
    expect(bench.farEnd.violations).toEqual([])
  })

  it.each([
    ['a command that does not exist', 'FlyAway', {}, 'NotImplemented'],
    ['a message of its own', 'Heartbeat', {}, 'NotImplemented'],
    ['a missing member', 'Reset', {}, 'OccurenceConstraintViolation'],
    ['a member of the wrong type', 'UnlockConnector', { connectorId: 'one' }, 'TypeConstraintViolation'],
    ['a word that is not in the list', 'Reset', { type: 'Gentle' }, 'PropertyConstraintViolation'],
  ])('rejects %s', async (_what, action, payload, error) => {
    await bench.online()
    expect(await bench.farEnd.call(action, payload)).toEqual({ error })
  })

  it('answers with a SecurityError while the boot is rejected', async () => {
    bench.farEnd.answers.BootNotification = () => ({
      status: 'Rejected',
      currentTime: inMinutes(0),
      interval: 60,
    })
    const station = bench.station().start()
    await station.until((it) => it.registration === 'rejected')
    expect(await bench.farEnd.call('GetConfiguration', {})).toEqual({ error: 'SecurityError' })
  })

  it('E2 4.2: answers while the boot is pending, sends triggered messages, and starts nothing', async () => {
    bench.farEnd.answers.BootNotification = () => ({
      status: 'Pending',
      currentTime: inMinutes(0),
      interval: 60,
    })
    const station = bench.station().start()
    await station.until((it) => it.registration === 'pending')
    expect(await bench.farEnd.command('RemoteStartTransaction', { idTag: 'A' })).toEqual({
      status: 'Rejected',
    })
    await bench.farEnd.command('TriggerMessage', { requestedMessage: 'StatusNotification', connectorId: 2 })
    await eventually(() => expect(bench.farEnd.statuses(2)).toEqual(['Available']))
  })
})

describe('a remote start', () => {
  it('requests authorization of the card, waits for the car, and is stopped remotely', async () => {
    const station = await bench.online()
    await bench.farEnd.command('RemoteStartTransaction', { idTag: 'A', connectorId: 2 })
    await station.until((it) => it.connector(2).status === 'Preparing')
    station.visits.plugIn(2, car())
    await station.until((it) => it.connector(2).transaction?.number != null)
    expect(bench.farEnd.of('Authorize')).toEqual([{ idTag: 'A' }])
    const transactionId = station.connector(2).transaction!.number!
    expect(await bench.farEnd.command('RemoteStopTransaction', { transactionId })).toEqual({
      status: 'Accepted',
    })
    await eventually(() =>
      expect(bench.farEnd.of('StopTransaction')).toMatchObject([{ transactionId, reason: 'Remote' }]),
    )
  })

  it('uses the connector with a car if none is named, and installs its profile', async () => {
    const station = await bench.online()
    station.visits.plugIn(2, car())
    await bench.farEnd.command('RemoteStartTransaction', {
      idTag: 'A',
      chargingProfile: profile({ chargingProfilePurpose: 'TxProfile' }, 8),
    })
    await station.until((it) => it.connector(2).transaction !== null)
    expect(station.connector(2).meter.flow.ampere).toBeLessThanOrEqual(8)
  })
})

describe('a reservation', () => {
  it('reserves the connector for its card and ends with the start', async () => {
    const station = await bench.online()
    await bench.farEnd.command('ReserveNow', reservation())
    await eventually(() => expect(bench.farEnd.statuses(1).at(-1)).toBe('Reserved'))
    station.visits.plugIn(1, car())
    expect(await station.visits.presentCard(1, 'OTHER')).toBe('refused')
    expect(await station.visits.presentCard(1, 'holder')).toBe('started')
    await eventually(() => expect(bench.farEnd.of('StartTransaction')).toMatchObject([{ reservationId: 7 }]))
    expect(await bench.farEnd.command('CancelReservation', { reservationId: 7 })).toEqual({
      status: 'Rejected',
    })
  })

  it('is refused at a connector that is occupied, faulted or unavailable', async () => {
    const station = await bench.online({
      connectors: [1, 2, 3].map((id) => ({ id, kind: 'ac', powerW: 11_000 })),
    })
    await charging(station, 1)
    station.visits.fail(2, { code: 'OtherError' })
    await bench.farEnd.command('ChangeAvailability', { connectorId: 3, type: 'Inoperative' })
    for (const [connectorId, status] of [
      [1, 'Occupied'],
      [2, 'Faulted'],
      [3, 'Unavailable'],
    ] as const)
      expect(await bench.farEnd.command('ReserveNow', reservation({ connectorId }))).toEqual({ status })
  })

  it('ends by expiry, by cancellation, and by one with the same number', async () => {
    const clock = manualClock(Date.now())
    const station = await bench.online({ clock })
    await bench.farEnd.command('ReserveNow', reservation({ expiryDate: inMinutes(1) }))
    expect(station.connector(1).status).toBe('Reserved')
    clock.advance(61_000)
    expect(station.connector(1).status).toBe('Available')
    await bench.farEnd.command('ReserveNow', reservation())
    await bench.farEnd.command('ReserveNow', reservation({ connectorId: 2 }))
    expect(station.connector(1).status).toBe('Available')
    expect(await bench.farEnd.command('CancelReservation', { reservationId: 7 })).toEqual({
      status: 'Accepted',
    })
    expect(station.connector(2).status).toBe('Available')
  })
})

describe('the local list', () => {
  it('accepts updates in the order of their versions', async () => {
    const station = await bench.online()
    const send = (listVersion: number, updateType: 'Full' | 'Differential', idTags: string[]) =>
      bench.farEnd.command('SendLocalList', {
        listVersion,
        updateType,
        localAuthorizationList: idTags.map((idTag) =>
          idTag.startsWith('-')
            ? { idTag: idTag.slice(1) }
            : { idTag, idTagInfo: { status: 'Accepted' as const } },
        ),
      })
    expect(await send(5, 'Full', ['A', 'B'])).toEqual({ status: 'Accepted' })
    expect(await send(5, 'Differential', ['C'])).toEqual({ status: 'VersionMismatch' })
    expect(await send(6, 'Differential', ['C', '-A'])).toEqual({ status: 'Accepted' })
    expect(await send(7, 'Differential', ['D', 'd'])).toEqual({ status: 'Failed' })
    expect(await bench.farEnd.command('GetLocalListVersion', {})).toEqual({ listVersion: 6 })
    expect(['a', 'b', 'c'].map((idTag) => station.device.localList.get(idTag)?.status)).toEqual([
      undefined,
      'Accepted',
      'Accepted',
    ])
  })
})

describe('availability', () => {
  it('changes after the running transaction', async () => {
    const station = await bench.online()
    await charging(station)
    expect(await bench.farEnd.command('ChangeAvailability', { connectorId: 0, type: 'Inoperative' })).toEqual(
      {
        status: 'Scheduled',
      },
    )
    expect(station.connector(1).status).not.toBe('Unavailable')
    expect(station.connector(2).status).toBe('Unavailable')
    await station.visits.presentCard(1, 'A')
    station.visits.unplug(1)
    expect(station.connector(1).status).toBe('Unavailable')
    await station.until(() => station.isQuiet)
    expect(bench.farEnd.statuses(0)).toEqual(['Available', 'Unavailable'])
  })
})

describe('charging profiles', () => {
  it('limit the power immediately, and no longer once they are cleared', async () => {
    const station = await bench.online({ speed: 60 })
    await charging(station)
    await bench.farEnd.command('SetChargingProfile', { connectorId: 1, csChargingProfiles: profile({}, 8) })
    expect(station.connector(1).meter.flow.ampere).toBeLessThanOrEqual(8)
    await bench.farEnd.command('SetChargingProfile', {
      connectorId: 0,
      csChargingProfiles: profile(
        { chargingProfilePurpose: 'ChargePointMaxProfile', chargingProfileId: 2 },
        0,
      ),
    })
    expect(station.connector(1).status).toBe('SuspendedEVSE')
    expect(await bench.farEnd.command('ClearChargingProfile', {})).toEqual({ status: 'Accepted' })
    expect(station.connector(1).status).toBe('Charging')
  })

  it('are combined into the composite schedule', async () => {
    await bench.online()
    const steps: Profile = profile({
      chargingSchedule: {
        chargingRateUnit: 'A',
        duration: 300,
        chargingSchedulePeriod: [
          { startPeriod: 0, limit: 16 },
          { startPeriod: 120, limit: 8 },
        ],
      },
    })
    const most: Profile = profile(
      { chargingProfileId: 2, chargingProfilePurpose: 'ChargePointMaxProfile' },
      6_900,
      'W',
    )
    await bench.farEnd.command('SetChargingProfile', { connectorId: 1, csChargingProfiles: steps })
    await bench.farEnd.command('SetChargingProfile', { connectorId: 0, csChargingProfiles: most })
    const answer = await bench.farEnd.command('GetCompositeSchedule', { connectorId: 1, duration: 600 })
    expect(answer.chargingSchedule).toMatchObject({
      chargingRateUnit: 'A',
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: 10 },
        { startPeriod: 120, limit: 8 },
        { startPeriod: 300, limit: 10 },
      ],
    })
  })
})

describe('a reset', () => {
  it('ends the transactions softly, reconnects and boots', async () => {
    const station = await bench.online()
    const transactionId = await charging(station)
    await bench.farEnd.command('Reset', { type: 'Soft' })
    await eventually(() => expect(bench.farEnd.of('BootNotification')).toHaveLength(2))
    await station.until((it) => it.isOnline && it.isQuiet)
    const stop = bench.farEnd.receivedCalls.find((call) => call.action === 'StopTransaction')
    expect(stop?.payload).toMatchObject({ transactionId, reason: 'SoftReset' })
    // A soft reset stops the transactions before the station goes down; the new connection starts with the
    // boot.
    expect(stop?.connection).toBe(1)
    expect(bench.farEnd.receivedCalls.find((call) => call.connection === 2)?.action).toBe('BootNotification')
  })

  it('may hard reset without an answer; the interrupted transaction is reported after the boot', async () => {
    const station = await bench.online({ answersHardReset: false })
    const transactionId = await charging(station)
    expect(await bench.farEnd.call('Reset', { type: 'Hard' })).toEqual({ error: 'closed' })
    await eventually(() =>
      expect(
        bench.farEnd.receivedCalls.filter((call) => call.connection === 2).map((call) => call.action),
      ).toContain('StopTransaction'),
    )
    expect(bench.farEnd.of('StopTransaction')).toMatchObject([{ transactionId, reason: 'HardReset' }])
    expect(bench.farEnd.violations).toEqual([])
  })
})

describe('an unlock', () => {
  it('ends the transaction first, and fails if the lock is stuck', async () => {
    const station = await bench.online()
    await charging(station)
    station.connector(1).isLockStuck = true
    expect(await bench.farEnd.command('UnlockConnector', { connectorId: 1 })).toEqual({
      status: 'UnlockFailed',
    })
    await eventually(() =>
      expect(bench.farEnd.of('StopTransaction')).toMatchObject([{ reason: 'UnlockCommand' }]),
    )
  })
})

describe('triggered messages', () => {
  it.each([
    ['BootNotification', 'BootNotification'],
    ['Heartbeat', 'Heartbeat'],
    ['MeterValues', 'MeterValues'],
    ['StatusNotification', 'StatusNotification'],
    ['FirmwareStatusNotification', 'FirmwareStatusNotification'],
    ['DiagnosticsStatusNotification', 'DiagnosticsStatusNotification'],
  ] as const)('%s sends it', async (requestedMessage, action) => {
    await bench.online()
    const before = bench.farEnd.of(action).length
    await bench.farEnd.command('TriggerMessage', { requestedMessage })
    await eventually(() => expect(bench.farEnd.of(action).length).toBeGreaterThan(before))
    expect(bench.farEnd.violations).toEqual([])
  })
})

describe('a new authorization key', () => {
  // Proves P20
  it('is used on the new connection, as bytes, and is never readable', async () => {
    const station = await bench.online()
    const key = 'ab'.repeat(20)
    expect(
      await bench.farEnd.command('ChangeConfiguration', { key: 'AuthorizationKey', value: key }),
    ).toEqual({ status: 'Accepted' })
    await eventually(() => expect(bench.farEnd.handshakes).toHaveLength(2))
    await station.until((it) => it.isOnline)
    const shown = Buffer.from(bench.farEnd.handshakes[1]!.authorization.slice('Basic '.length), 'base64')
    expect(shown).toEqual(Buffer.concat([Buffer.from('CP-1:'), Buffer.from(key, 'hex')]))
    // A reconnect is not a restart: there is no second boot.
    expect(bench.farEnd.of('BootNotification')).toHaveLength(1)
  })

  it('is replaced by the old one if the server does not know it', async () => {
    const station = await bench.online()
    const [first] = bench.farEnd.handshakes
    bench.farEnd.admit = ({ headers }) => ({
      status: headers.authorization === first!.authorization ? 101 : 401,
    })
    await bench.farEnd.command('ChangeConfiguration', { key: 'AuthorizationKey', value: 'cd'.repeat(16) })
    await eventually(() => expect(bench.farEnd.handshakes).toHaveLength(3))
    await station.until((it) => it.isOnline)
  })
})
