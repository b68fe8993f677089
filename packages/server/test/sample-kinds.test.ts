import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawStation } from './raw-station.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

type SampledValue = Record<'value', string> & Partial<Record<string, string>>

const send = (socket: RawStation, sampledValue: readonly SampledValue[], at = new Date()) =>
  socket.call('MeterValues', {
    connectorId: 1,
    meterValue: [{ timestamp: at.toISOString(), sampledValue }],
  })

const stored = (station: TestStation) =>
  gateway.fresh.db
    .selectFrom('meter_values as m')
    .innerJoin('sample_kinds as k', 'k.id', 'm.kind_id')
    .select(['m.value', 'm.raw', 'k.measurand', 'k.phase', 'k.unit'])
    .where('m.station_id', '=', station.id)
    .execute()

/** Sends measurands that OCPP does not define. */
async function invent(socket: RawStation, count: number, named = 'Invented'): Promise<void> {
  const inOne = 1_000
  for (let from = 0; from < count; from += inOne) {
    const names = Array.from({ length: Math.min(inOne, count - from) }, (_, n) => `${named}.${from + n}`)
    await send(
      socket,
      names.map((measurand) => ({ value: '1', measurand })),
    )
  }
}

const standard = [
  { value: '7', measurand: 'Power.Active.Import', unit: 'kW', phase: 'L1' },
  { value: '16', measurand: 'Current.Import', unit: 'A', phase: 'L2' },
  { value: '1500', measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
]

// Proves INV-5, L2
test('measurands that one station invents do not change the values of others', async () => {
  const { station: inventor, socket } = await gateway.booted()
  await invent(socket, 6_060)
  const { station, socket: other } = await gateway.booted()
  await send(other, [...standard, { value: '3', measurand: 'Fan.Speed', unit: 'rpm' }])
  expect(await stored(station)).toEqual(
    expect.arrayContaining([
      { value: 7_000, raw: '7 kW', measurand: 'Power.Active.Import', phase: 'L1', unit: 'W' },
      { value: 16, raw: null, measurand: 'Current.Import', phase: 'L2', unit: 'A' },
      { value: 1_500, raw: null, measurand: 'Energy.Active.Import.Register', phase: null, unit: 'Wh' },
      { value: 3, raw: null, measurand: 'Fan.Speed', phase: null, unit: 'rpm' },
    ]),
  )
  // its own standard values are untouched too
  await send(socket, standard)
  const own = await stored(inventor)
  expect(own.filter(({ measurand }) => measurand === 'Current.Import')).toEqual([
    { value: 16, raw: null, measurand: 'Current.Import', phase: 'L2', unit: 'A' },
  ])
})

// Proves L3
test('measurands of a station beyond its limit are stored with their text and counted', async () => {
  const { station, socket } = await gateway.booted()
  await invent(socket, 150, 'Mine')
  const rows = await stored(station)
  expect(rows).toHaveLength(150)
  const others = rows.filter(({ measurand }) => measurand === 'Other')
  expect(others).toHaveLength(50)
  expect(others.map(({ raw }) => raw)).toContain('Mine.149 Outlet Sample.Periodic Raw: 1')
  const deviation = await gateway.fresh.db
    .selectFrom('station_deviations')
    .selectAll()
    .where('station_id', '=', station.id)
    .where('rule', 'like', '%too-many-kinds%')
    .executeTakeFirstOrThrow()
  expect(deviation).toMatchObject({ count: 50, sample: 'Mine.100 Outlet Sample.Periodic Raw: 1' })
  // the first ones keep their names, also after a restart of the server
  const again = await TestGateway.open({ database: gateway.fresh })
  const later = await again.connect(station)
  await send(later, [
    { value: '2', measurand: 'Mine.0' },
    { value: '3', measurand: 'Mine.120' },
  ])
  const added = (await stored(station)).filter(({ value }) => value > 1)
  expect(added).toEqual(
    expect.arrayContaining([
      { value: 2, raw: null, measurand: 'Mine.0', phase: null, unit: null },
      {
        value: 3,
        raw: 'Mine.120 Outlet Sample.Periodic Raw: 3',
        measurand: 'Other',
        phase: null,
        unit: null,
      },
    ]),
  )
  expect(added).toHaveLength(2)
  await again.stop()
})

test('kinds of the old table shared by all stations stay in use, and missing kinds are added', async () => {
  // as stored by a version that had one limit for all stations
  await gateway.fresh.pool.query(`
    insert into sample_kinds (measurand, location, context, format, key)
    select 'Shared.' || n, 'Outlet', 'Sample.Periodic', 'Raw',
      'Shared.' || n || e'\\u001f\\u001fOutlet\\u001f\\u001fSample.Periodic\\u001fRaw'
    from generate_series(1, 5000) n`)
  const { station, socket } = await gateway.booted()
  await send(socket, [
    { value: '1', measurand: 'Shared.77' },
    { value: '2', measurand: 'Energy.Reactive.Import.Interval', unit: 'varh', location: 'Cable' },
  ])
  expect((await stored(station)).map(({ measurand }) => measurand).sort()).toEqual([
    'Energy.Reactive.Import.Interval',
    'Shared.77',
  ])
  const { rows } = await gateway.fresh.pool.query(
    `select station_id from sample_kinds where measurand = 'Shared.77'`,
  )
  expect(rows).toEqual([{ station_id: null }])
})

// Proves INV-2, G30
test('signed readings that differ are all stored, and a copy of them adds nothing', async () => {
  const { station, socket } = await gateway.booted()
  const at = new Date()
  const signed = ['a', 'b', 'c'].map((text) => ({
    value: `OCMF|{"RD":[{"RV":1,"TX":"${text}"}]}|{"SD":"${text.repeat(9_000)}"}`,
    measurand: 'Energy.Active.Import.Register',
    format: 'SignedData',
    context: 'Transaction.End',
  }))
  const spelled = [
    { value: '1.0', measurand: 'Voltage', unit: 'V' },
    { value: '1', measurand: 'Voltage', unit: 'V' },
  ]
  await send(socket, [...signed, ...spelled], at)
  await send(socket, [...spelled, ...signed], at)
  const raws = (await stored(station)).map(({ raw }) => raw)
  expect(raws).toHaveLength(2)
  expect(new Set(raws)).toEqual(new Set(['1.0', null]))
  const { rows } = await gateway.fresh.pool.query<{ value: string }>(
    'select value from signed_values where station_id = $1 order by value',
    [station.id],
  )
  expect(rows.map(({ value }) => value)).toEqual(signed.map(({ value }) => value))
})
