import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAbandoned, endSurplus } from '../src/modules/transactions/abandoned-store.ts'
import type { RawStation } from './raw-station.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.open()
  await gateway.addCard('04A2B3C4D5E6', { max_transactions: 0 })
})
afterAll(() => gateway.close())

const now = () => new Date().toISOString()
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const start = (socket: RawStation, more: object = {}) =>
  socket.call<{ transactionId: number; idTagInfo: { status: string } }>('StartTransaction', {
    connectorId: 1,
    idTag: '04A2B3C4D5E6',
    meterStart: 1_000,
    timestamp: minutesAgo(30),
    ...more,
  })
const stop = (socket: RawStation, transactionId: number, more: object = {}) =>
  socket.call('StopTransaction', { transactionId, meterStop: 3_000, timestamp: minutesAgo(1), ...more })
const rules = async (station: TestStation, socket: RawStation) => {
  await socket.close()
  const rows = await eventually(async () => {
    const found = await gateway.fresh.db
      .selectFrom('station_deviations')
      .selectAll()
      .where('station_id', '=', station.id)
      .execute()
    return found.length > 0 && found
  })
  return rows.map(({ rule }) => rule)
}
const connector = (station: TestStation, no = 1) =>
  gateway.fresh.db
    .selectFrom('evses')
    .selectAll()
    .where('station_id', '=', station.id)
    .where('evse_no', '=', no)
    .executeTakeFirst()
const row = (station: TestStation) =>
  gateway.fresh.db.selectFrom('stations').selectAll().where('id', '=', station.id).executeTakeFirstOrThrow()

// Proves Q15
test('over-long texts of a boot are stored in full', async () => {
  const station = await gateway.addStation()
  const socket = await gateway.connect(station)
  const serial = 'S'.repeat(34)
  await socket.call('BootNotification', {
    chargePointVendor: 'Schneider Electric SE',
    chargePointModel: 'EVlink Pro AC with a long name',
    chargePointSerialNumber: serial,
    chargeBoxSerialNumber: serial,
    firmwareVersion: 'f'.repeat(60),
  })
  expect(await row(station)).toMatchObject({
    serial_number: serial,
    box_serial_number: serial,
    firmware_version: 'f'.repeat(60),
    vendor: 'Schneider Electric SE',
    boot_status: 'Accepted',
  })
  expect(await rules(station, socket)).toContain('BootNotification too-long /chargePointSerialNumber')
})

// Proves Q35
test('a boot without vendor is answered, as the station would repeat it forever', async () => {
  const station = await gateway.addStation()
  const socket = await gateway.connect(station)
  expect(await socket.call('BootNotification', { chargePointModel: 'M' })).toMatchObject({
    status: 'Accepted',
  })
})

// Proves G51
test('a station that boots in a loop is answered each time, and counted', async () => {
  const { station, socket } = await gateway.booted()
  for (let n = 0; n < 3; n++)
    expect(
      await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' }),
    ).toMatchObject({ status: 'Accepted' })
  const [loop] = await gateway.fresh.db
    .selectFrom('station_deviations')
    .selectAll()
    .where('station_id', '=', station.id)
    .execute()
  expect(loop).toMatchObject({ rule: 'BootNotification again within a minute', count: 3 })
})

// Proves Q16, Q17
test('long info, long vendor codes and unknown error codes are stored', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'Error',
    status: 'Faulted',
    info: 'i'.repeat(200),
    vendorErrorCode: '1'.repeat(80),
    timestamp: now(),
  })
  expect(await connector(station)).toMatchObject({
    state: 'faulted',
    error_code: 'Error',
    info: 'i'.repeat(200),
    vendor_error_code: '1'.repeat(80),
  })
  expect((await row(station)).display_state).toBe('faulted')
})

/** Returns a text whose last character begins at the limit of this many characters. */
const cutAt = (length: number) => `${'x'.repeat(length - 1)}🔌`

test('a text that is cut in the middle of a character is stored', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket, { timestamp: cutAt(100) })
  expect(await gateway.transactions(station.id)).toMatchObject([
    { number: transactionId, started_sent: `${'x'.repeat(99)}\ufffd` },
  ])
  const boot = { chargePointVendor: 'Acme', chargePointModel: 'One', note: '' }
  const before = JSON.stringify(boot).length - '"}'.length
  await socket.call('BootNotification', { ...boot, note: cutAt(500 - before) })
  await expect(socket.call(cutAt(100), {})).rejects.toThrow('NotImplemented')
  expect(await rules(station, socket)).toContain('BootNotification again within a minute')
})

test('lower-case words, an id as text and an unknown state are understood as far as possible', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('StatusNotification', { connectorId: '1', errorCode: 'noerror', status: 'available' })
  expect(await connector(station)).toMatchObject({ state: 'available', error_code: 'NoError' })
  await socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Hibernating' })
  expect(await connector(station)).toMatchObject({ state: 'available' })
  const { transactionId } = await start(socket)
  await socket.call('StopTransaction', {
    transactionId: String(transactionId),
    meterStop: '3000',
    timestamp: now(),
  })
  expect(await gateway.transactions(station.id)).toMatchObject([{ state: 'finished', energy_wh: 2_000 }])
})

// Proves Q28
test('fields that OCPP does not define are stored in the log and counted', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('Authorize', { idTag: 'X', connectorId: 1 })
  expect(await rules(station, socket)).toContain('Authorize extra /connectorId')
})

const secondOf = (ms: number): number => ms - (ms % 1_000)

test.each([
  // Proves Q11
  ['an offset of hours only', '+03', 3],
  // Proves Q10
  ['no zone reads as UTC', '', 0],
  // Proves P21
  ['an offset without colon', '+0200', 2],
])('%s', async (_, zone, hours) => {
  const { station, socket } = await gateway.booted()
  const startedAt = secondOf(Date.now() - 3_600_000)
  const sentAt = new Date(startedAt + hours * 3_600_000).toISOString().slice(0, 19) + zone
  await start(socket, { timestamp: sentAt })
  const [stored] = await gateway.transactions(station.id)
  expect(stored!.started_at.getTime()).toBe(startedAt)
  expect(stored!.started_sent).toBe(sentAt)
})

// Proves Q10
test('the time zone of the station applies where it is set', async () => {
  const station = await gateway.addStation({ time_zone: 'Asia/Tokyo' })
  const socket = await gateway.connect(station)
  const startedAt = secondOf(Date.now() - 3_600_000)
  const sentAt = new Date(startedAt + 9 * 3_600_000).toISOString().slice(0, 19)
  await start(socket, { timestamp: sentAt })
  const [stored] = await gateway.transactions(station.id)
  expect(stored!.started_at.getTime()).toBe(startedAt)
})

// Proves G35, Q12
test('an old state reported late does not overwrite a newer one', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Charging',
    timestamp: minutesAgo(1),
  })
  await socket.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Faulted',
    timestamp: minutesAgo(5_000),
  })
  expect(await connector(station)).toMatchObject({ state: 'charging' })
  await socket.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Available',
    timestamp: '1970-01-01T00:00:00Z',
  })
  expect(await connector(station)).toMatchObject({ state: 'available' })
})

// Proves Q31, L13
test('connector 0 is the station, and adds no connector', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('StatusNotification', {
    connectorId: 0,
    errorCode: 'NoError',
    status: 'Available',
    timestamp: now(),
  })
  expect(await connector(station, 0)).toBeUndefined()
  expect(await row(station)).toMatchObject({ state: 'available', display_state: 'available' })
  await socket.call('MeterValues', {
    connectorId: 0,
    meterValue: [{ timestamp: now(), sampledValue: [{ value: '5' }] }],
  })
  await socket.call('StatusNotification', {
    connectorId: 0,
    errorCode: 'GroundFailure',
    status: 'Faulted',
    timestamp: now(),
  })
  expect(await row(station)).toMatchObject({ state: 'faulted', display_state: 'faulted' })
})

// Proves Q32
test('a connector that was never announced is added by its first start', async () => {
  const { station, socket } = await gateway.booted()
  await start(socket, { connectorId: 7 })
  expect(await connector(station, 7)).toMatchObject({ transaction_number: expect.any(Number) })
  expect((await gateway.transactions(station.id))[0]!.flags).toContain('connector-never-announced')
})

// Proves Q18
test.each([
  // Proves Q20
  ['a comma as decimal point', '12,5', 12.5, '12,5'],
  ['a number with blanks', ' 7 ', 7, ' 7 '],
  ['a word', 'NaN', Number.NaN, 'NaN'],
  // Proves Q18
  ['hexadecimal', '0x10', Number.NaN, '0x10'],
])('%s as sampled value', async (_, value, number, raw) => {
  const { station, socket } = await gateway.booted()
  await socket.call('MeterValues', {
    connectorId: 1,
    meterValue: [
      { timestamp: now(), sampledValue: [{ value, unit: 'Hz', measurand: 'Made.Up', context: 'Strange' }] },
    ],
  })
  const [stored] = await gateway.fresh.db
    .selectFrom('meter_values as m')
    .innerJoin('sample_kinds as k', 'k.id', 'm.kind_id')
    .select(['m.value', 'm.raw', 'k.unit', 'k.measurand', 'k.context'])
    .where('m.station_id', '=', station.id)
    .execute()
  expect(stored).toEqual({ value: number, raw, unit: 'Hz', measurand: 'Made.Up', context: 'Strange' })
})

// Proves Q20
test('an empty list and an empty text are answered and store nothing', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('MeterValues', { connectorId: 1, meterValue: [{ timestamp: now(), sampledValue: [] }] })
  await socket.call('MeterValues', {
    connectorId: 1,
    meterValue: [{ timestamp: now(), sampledValue: [{ value: '' }] }],
  })
  await socket.call('MeterValues', { connectorId: 1, meterValue: [] })
  const values = await gateway.fresh.db
    .selectFrom('meter_values')
    .selectAll()
    .where('station_id', '=', station.id)
    .execute()
  expect(values).toEqual([])
})

test('signed values are stored as text', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('MeterValues', {
    connectorId: 1,
    meterValue: [
      {
        timestamp: now(),
        sampledValue: [{ value: 'OCMF|{"FV":"1.0"}|{"SD":"30"}', format: 'SignedData', unit: 'kWh' }],
      },
    ],
  })
  const [stored] = await gateway.fresh.db
    .selectFrom('signed_values')
    .selectAll()
    .where('station_id', '=', station.id)
    .execute()
  expect(stored).toMatchObject({ evse_no: 1, value: 'OCMF|{"FV":"1.0"}|{"SD":"30"}' })
})

// Proves R8, G37, Q21
test('a transaction whose meter runs backwards needs review and counts nothing', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  await stop(socket, transactionId, { meterStop: 900 })
  expect(await gateway.transactions(station.id)).toMatchObject([
    { state: 'needs_review', energy_wh: 0, meter_stop_wh: 900 },
  ])
})

// Proves R8, G37, Q23
test('a transaction whose start has no meter value, or that jumps to the lifetime counter, needs review', async () => {
  const { station, socket } = await gateway.booted()
  const first = await start(socket, { meterStart: null })
  await stop(socket, first.transactionId, { meterStop: 7_700_000 })
  const second = await start(socket, { connectorId: 2, meterStart: 0 })
  await stop(socket, second.transactionId, { meterStop: 7_700_000 })
  const stored = await gateway.transactions(station.id)
  expect(stored.map(({ state, energy_wh }) => [state, energy_wh])).toEqual([
    ['needs_review', 0],
    ['needs_review', 0],
  ])
  expect(stored[0]!.flags).toContain('meter-not-reported')
  expect(stored[1]!.flags).toContain('implausible-energy')
})

// Proves R8
test('a transaction with more energy than the connector can deliver needs review', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('StatusNotification', {
    connectorId: 1,
    errorCode: 'NoError',
    status: 'Available',
    timestamp: minutesAgo(60),
  })
  await socket.close()
  await gateway.fresh.db
    .updateTable('evses')
    .set({ max_power_w: 11_000 })
    .where('station_id', '=', station.id)
    .execute()
  const again = await gateway.connect(station)
  const { transactionId } = await start(again, { timestamp: minutesAgo(30) })
  await stop(again, transactionId, { meterStop: 40_000, timestamp: now() })
  expect(await gateway.transactions(station.id)).toMatchObject([
    { state: 'needs_review', energy_wh: 0, flags: ['over-connector-power'] },
  ])
})

// Proves Q22
test('a transaction that stops with the reading of its start needs review if its meter values rose', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  const sampledValue = [{ value: '3000', measurand: 'Energy.Active.Import.Register', unit: 'Wh' }]
  await socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: minutesAgo(2), sampledValue }],
  })
  await stop(socket, transactionId, { meterStop: 1_000 })
  expect(await gateway.transactions(station.id)).toMatchObject([
    { state: 'needs_review', energy_wh: 0, flags: expect.arrayContaining(['stop-repeats-start']) },
  ])
})

// Proves Q19
test('a transaction whose stop is in kWh while its meter values are in Wh needs review, with its readings unchanged', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket, { meterStart: 12 })
  const sampledValue = [{ value: '24.9', measurand: 'Energy.Active.Import.Register', unit: 'kWh' }]
  await socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: minutesAgo(2), sampledValue }],
  })
  await stop(socket, transactionId, { meterStop: 25 })
  expect(await gateway.transactions(station.id)).toMatchObject([
    {
      state: 'needs_review',
      energy_wh: 0,
      meter_stop_wh: 25,
      flags: expect.arrayContaining(['meter-in-kwh']),
    },
  ])
})

// Proves Q22
test('equal readings are flagged, and need no review', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  await stop(socket, transactionId, { meterStop: 1_000 })
  expect(await gateway.transactions(station.id)).toMatchObject([
    { state: 'finished', energy_wh: 0, flags: expect.arrayContaining(['no-energy']) },
  ])
})

/** Times as stations report them whose clock, zone or battery is wrong. */
const wrongTimes = [
  minutesAgo(-8),
  minutesAgo(60),
  minutesAgo(24 * 60),
  minutesAgo(-60),
  minutesAgo(-48 * 60),
  '1970-01-01T00:00:07Z',
  minutesAgo(-120).replace('Z', '+02'),
  minutesAgo(-5).replace('Z', ''),
  'not a time',
]

// Proves G36, Q13
test('no transaction has a negative duration, whatever the clock of the station does', async () => {
  const { station, socket } = await gateway.booted()
  const stopTimes = [minutesAgo(-8), minutesAgo(60), minutesAgo(-48 * 60), '1970-01-01T00:00:07Z']
  for (const [n, startTime] of wrongTimes.entries())
    for (const [m, stopTime] of stopTimes.entries()) {
      const place = { meterStart: 1_000 + 10 * n + m, timestamp: startTime }
      const { transactionId } = await start(socket, place)
      await stop(socket, transactionId, { timestamp: stopTime })
    }
  const stored = await gateway.transactions(station.id)
  expect(stored).toHaveLength(wrongTimes.length * stopTimes.length)
  expect(stored.filter(({ started_at, stopped_at }) => stopped_at! < started_at)).toEqual([])
  expect(stored.flatMap(({ flags }) => flags)).toContain('stopped-before-start')
})

// Proves G36, Q13
test('a transaction without a stop whose meter values are older than its start has no negative duration', async () => {
  const { station, socket } = await gateway.booted()
  const startEarly = async (meterStart: number) => {
    const { transactionId } = await start(socket, { timestamp: minutesAgo(1), meterStart })
    const sample = { timestamp: minutesAgo(60), sampledValue: [{ value: String(meterStart + 50) }] }
    await socket.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample] })
  }
  await startEarly(1_000)
  await startEarly(2_000)
  // ended by the next start on its connector
  const [ended, running] = await gateway.transactions(station.id)
  expect([ended!.state, running!.state]).toEqual(['needs_review', 'running'])
  expect(ended!.stopped_at! >= ended!.started_at).toBe(true)
  // ended by a job after a boot
  const later = new Date(Date.now() + 3_600_000)
  await gateway.fresh.db
    .updateTable('evses')
    .set({ state: 'available', state_received_at: later })
    .where('station_id', '=', station.id)
    .execute()
  await gateway.fresh.db
    .updateTable('stations')
    .set({ booted_at: later })
    .where('id', '=', station.id)
    .execute()
  await endAbandoned(gateway.fresh.pool, new Date(later.getTime() + 1), async () => {})
  const [, after] = await gateway.transactions(station.id)
  expect(after!.state).toBe('needs_review')
  expect(after!.stopped_at! >= after!.started_at).toBe(true)
  // ended because a newer one runs on its connector
  await gateway.fresh.db
    .updateTable('transactions')
    .set({ state: 'running', stopped_at: null })
    .where('station_id', '=', station.id)
    .execute()
  await endSurplus(gateway.fresh.pool, async () => {})
  const [surplus] = await gateway.transactions(station.id)
  expect(surplus!.state).toBe('needs_review')
  expect(surplus!.stopped_at! >= surplus!.started_at).toBe(true)
})

// Proves Q24, Q46
test('control characters, case and blanks do not make another card', async () => {
  const { socket } = await gateway.booted()
  for (const idTag of ['04a2b3c4d5e6', '04A2B3C4D5E6\u0010\u000e', ' 04A2B3C4D5E6 '])
    expect(
      (await socket.call<{ idTagInfo: { status: string } }>('Authorize', { idTag })).idTagInfo.status,
    ).toBe('Accepted')
})

// Proves Q24
test('the card of a stop never decides whether the stop is accepted', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  expect(await stop(socket, transactionId, { idTag: 'SOMEBODY-ELSE-OF-22CH' })).toEqual({
    idTagInfo: { status: 'Invalid' },
  })
  expect(await gateway.transactions(station.id)).toMatchObject([
    { state: 'finished', stop_id_tag: 'SOMEBODY-ELSE-OF-22CH' },
  ])
})

// Proves Q25
test('a card of backslashes is stored, an empty one is invalid and its start stored', async () => {
  const { station, socket } = await gateway.booted()
  expect((await start(socket, { idTag: String.raw`A\B\\C` })).idTagInfo.status).toBe('Invalid')
  expect((await start(socket, { idTag: '', connectorId: 2 })).idTagInfo.status).toBe('Invalid')
  const stored = await gateway.transactions(station.id)
  expect(stored.map(({ id_tag }) => id_tag)).toEqual([String.raw`A\B\\C`, ''])
})

// Proves P11, Q26
test('a stop without card and reason is a local one', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  expect(await stop(socket, transactionId)).toEqual({})
  expect(await gateway.transactions(station.id)).toMatchObject([{ stop_reason: 'Local', stop_id_tag: null }])
})

// Proves H11, Q42
test('security events are stored, a request for a certificate is answered', async () => {
  const { station, socket } = await gateway.booted()
  await socket.call('SecurityEventNotification', {
    type: 'FirmwareUpdated',
    timestamp: minutesAgo(2),
    techInfo: 'v2',
  })
  expect(await socket.call('SignCertificate', { csr: '-----BEGIN' })).toEqual({ status: 'Rejected' })
  const events = await gateway.fresh.db
    .selectFrom('security_events')
    .selectAll()
    .where('station_id', '=', station.id)
    .execute()
  expect(events).toMatchObject([{ type: 'FirmwareUpdated', tech_info: 'v2' }])
})

// Proves Q43
test('a flood of transfers is answered, and the log has a sample of it', async () => {
  const { station, socket } = await gateway.booted()
  for (let n = 0; n < 40; n++)
    expect(await socket.call('DataTransfer', { vendorId: 'EN+', data: String(n) })).toEqual({
      status: 'UnknownVendorId',
    })
  expect(await rules(station, socket)).toContain('DataTransfer flood')
  const { n } = await gateway.fresh.db
    .selectFrom('ocpp_log')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('station_id', '=', station.id)
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBeLessThan(20)
})

// Proves P12, Q34
test('a station that reconnects without a boot continues its transaction', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  socket.ws.terminate()
  const again = await gateway.connect(station)
  await again.call('MeterValues', {
    connectorId: 1,
    meterValue: [{ timestamp: now(), sampledValue: [{ value: '1500' }] }],
  })
  const values = await gateway.fresh.db
    .selectFrom('meter_values')
    .selectAll()
    .where('station_id', '=', station.id)
    .execute()
  expect(values).toMatchObject([{ transaction_number: transactionId }])
  await eventually(async () => (await connector(station))!.energy_wh === 500)
})

// Proves Q41
test('readings sent late do not overwrite newer ones', async () => {
  const { socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  const value = (minutes: number, wh: number) =>
    socket.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: minutesAgo(minutes), sampledValue: [{ value: String(wh) }] }],
    })
  await value(2, 1_800)
  await value(20, 1_200)
  const published = gateway.readings.filter((one) => one.transactionNumber === transactionId)
  expect(published.map(({ energyWh }) => energyWh)).toEqual([800])
})
