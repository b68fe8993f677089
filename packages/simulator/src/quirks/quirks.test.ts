import { describe, expect, it } from 'vitest'
import { eventually, useBench } from '../../test/fleet.ts'
import type { ReceivedCall } from '../../test/far-end.ts'
import { carModel, newCar } from '../physics/car.ts'
import type { SimulatedStation } from '../station.ts'
import { manualClock, type ManualClock } from '../time/clock.ts'
import { quirks, quirkSet } from './quirks.ts'

const bench = useBench()
const dc = [{ id: 1, kind: 'dc', powerW: 100_000 }] as const
const startMs = Date.parse('2026-03-01T10:00:00.000Z')

interface Day {
  readonly station: SimulatedStation
  readonly clock: ManualClock
}

async function online(...names: string[]): Promise<Day> {
  const clock = manualClock(startMs)
  return { clock, station: await bench.online({ clock, quirks: names, connectors: dc }) }
}

/** Runs one transaction with a meter value, from the card to the empty parking space. */
async function oneCharge({ station, clock }: Day, card = '04A1B2C3D4E5F6'): Promise<void> {
  const stops = bench.farEnd.of('StopTransaction').length
  station.visits.plugIn(1, newCar(carModel('saloon')))
  await station.visits.presentCard(1, card)
  await eventually(() => expect(station.isQuiet).toBe(true))
  clock.advance(60_000)
  await station.until(() => station.isQuiet)
  await station.visits.presentCard(1, card)
  station.visits.unplug(1)
  await station.until(() => station.isQuiet)
  clock.advance(500)
  await eventually(() => expect(bench.farEnd.of('StopTransaction').length).toBeGreaterThan(stops))
  await station.until(() => station.isQuiet)
}

const payloadsOf = (action: string): ReceivedCall['payload'][] =>
  bench.farEnd.receivedCalls.filter((call) => call.action === action).map((call) => call.payload)

type Sampled = Record<string, unknown>
const samples = (): Sampled[] =>
  payloadsOf('MeterValues').flatMap((each) =>
    (each['meterValue'] as { sampledValue: Sampled[] }[]).flatMap((value) => value.sampledValue),
  )

describe('quirks', () => {
  it('have unique names and one line of meaning', () => {
    expect(new Set(quirks.map((quirk) => quirk.name)).size).toBe(quirks.length)
    for (const quirk of quirks) expect(quirk.meaning).toMatch(/^[^\n]{10,120}$/)
    expect(quirks.filter(({ name }) => /^Q\d+$/.test(name))).toHaveLength(48)
  })

  // Proves F24
  it('are found by name, and unknown ones are named in the error', () => {
    expect(() => quirkSet(['q1', 'Q48'])).not.toThrow()
    expect(() => quirkSet(['Q99'])).toThrow('No quirk "Q99"; there are Q1')
  })

  it('leave nothing behind: without them a transaction breaks no rule', async () => {
    await oneCharge(await online())
    expect(bench.farEnd.violations).toEqual([])
  })
})

describe('a handshake', () => {
  it('Q5 requests no subprotocol', async () => {
    await online('Q5')
    expect(bench.farEnd.handshakes[0]!.protocols).toBe('')
  })

  // Proves Q6
  it('Q6 does not request an upgrade', async () => {
    const station = bench.station({ quirks: ['Q6'] }).start()
    await station.until((it) => it.lastEnd !== null)
    expect(station.lastEnd).toMatchObject({ kind: 'refused', status: 426 })
  })

  it.each([
    [[], true],
    [['Q7'], false],
  ])('answers a ping with quirks %j: %s', async (names, isAnswered) => {
    await online(...names)
    expect(await bench.farEnd.ping(isAnswered ? 15_000 : 300)).toBe(isAnswered)
  })

  it('Q8 has two sockets for a while', async () => {
    const { station } = await online('Q8')
    await station.reboot('SoftReset')
    await eventually(() => expect(bench.farEnd.of('BootNotification')).toHaveLength(2))
    station.reconnect()
    await eventually(() => expect(bench.farEnd.handshakes).toHaveLength(3))
    expect(bench.farEnd.maxOpen).toBe(2)
    await eventually(() => expect(bench.farEnd.open).toBe(1))
  })

  it('Q9 sends an invalid frame and reconnects', async () => {
    const station = await bench.online({ quirks: ['Q9'] })
    for (let count = 0; count < 12; count++) void station.call('Heartbeat', {})
    await eventually(() => expect(bench.farEnd.handshakes.length).toBeGreaterThan(1))
    expect(station.lastEnd).toMatchObject({ kind: 'closed', code: 1002 })
  })

  it('Q44 misspells the link in two ways', async () => {
    bench.farEnd.admit = ({ url }) => ({ status: url === '/ocpp/test/CP-1' ? 101 : 404 })
    await bench.online({ quirks: ['Q44'] })
    expect(bench.farEnd.handshakes.map((each) => each.url)).toEqual([
      '/ocpp/test/CP-1/CP-1',
      '/ocpp/test/CP-1/',
      '/ocpp/test/CP-1',
    ])
  })

  it('Q47 changes its firmware version', async () => {
    const station = bench.station({ quirks: ['Q47'] }).start()
    await station.until((it) => it.isOnline)
    expect(bench.farEnd.handshakes.map((each) => each.protocols)).toEqual(['ocpp2.0.1', 'ocpp1.6'])
  })

  it('Q48 boots again after each lost connection', async () => {
    await bench.online({ quirks: ['Q48'] })
    bench.farEnd.cut()
    await eventually(() => expect(bench.farEnd.of('BootNotification')).toHaveLength(2))
  })

  it('Q34 does not boot at all', async () => {
    const { station } = await online('Q34')
    station.visits.plugIn(1, newCar(carModel('saloon')))
    await station.visits.presentCard(1, 'A')
    await station.until((it) => it.connector(1).transaction?.number != null)
    const rebooted = station.reboot('HardReset')
    await rebooted
    expect(station.connector(1).transaction).not.toBeNull()
    expect(bench.farEnd.of('BootNotification')).toHaveLength(0)
  })
})

describe('the time', () => {
  it.each([
    ['Q10', /^2026-03-01T18:0\d:\d\d$/],
    ['Q11', /^2026-03-01T13:0\d:\d\d\+03$/],
    ['Q13', /^2026-03-01T12:0\d:\d\d\.\d{3}Z$/],
  ])('of %s is written as %s', async (name, shape) => {
    const day = await online(name)
    await oneCharge(day)
    expect(payloadsOf('StartTransaction')[0]!['timestamp']).toMatch(shape)
  })

  it('Q12 is 1970 before the boot, and an old status follows the boot', async () => {
    const clock = manualClock(startMs)
    const station = bench.station({ clock, quirks: ['Q12'], connectors: dc })
    station.configuration.change('AllowOfflineTxForUnknownId', 'true')
    station.visits.plugIn(1, newCar(carModel('saloon')))
    await station.visits.presentCard(1, 'A')
    station.start()
    await station.until((it) => it.isOnline && it.isQuiet)
    expect(payloadsOf('StartTransaction')[0]!['timestamp']).toMatch(/^1970-01-01T10/)
    expect(payloadsOf('StatusNotification').map((each) => each['timestamp'])).toContain(
      '2026-02-26T10:00:00.000Z',
    )
  })

  it('Q13 corrects itself', async () => {
    const day = await online('Q13')
    day.clock.advance(180_000)
    await oneCharge(day)
    expect(payloadsOf('StartTransaction')[0]!['timestamp']).toMatch(/^2026-03-01T10/)
  })

  it('Q14 boots again if it cannot parse the time', async () => {
    const times = ['2026-03-01T10:00:00.000123Z', '2026-03-01T10:00:00+00:00', '2026-03-01T10:00:00.000Z']
    bench.farEnd.answers.BootNotification = () => ({
      status: 'Accepted',
      currentTime: times.shift(),
      interval: 0,
    })
    await bench.online({ quirks: ['Q14'] })
    expect(bench.farEnd.of('BootNotification')).toHaveLength(3)
  })
})

describe('messages', () => {
  const rows: [name: string, isShown: () => void][] = [
    ['Q1', () => expect(payloadsOf('StopTransaction').map((each) => each['transactionId'])).toEqual([-1, 0])],
    [
      'Q3',
      () =>
        expect(bench.farEnd.receivedCalls.slice(0, 2).map((call) => call.id)).toEqual(['1000001', '1000002']),
    ],
    [
      'Q4',
      () => {
        const starts = bench.farEnd.receivedCalls.filter((call) => call.action === 'StartTransaction')
        expect(starts).toHaveLength(4)
        expect(new Set(starts.map((call) => call.id)).size).toBe(3)
        expect(new Set(starts.map((call) => JSON.stringify(call.payload))).size).toBe(2)
      },
    ],
    [
      'Q15',
      () => expect(String(payloadsOf('BootNotification')[0]!['chargeBoxSerialNumber'])).toHaveLength(34),
    ],
    ['Q16', () => expect(payloadsOf('StatusNotification').map((each) => each['info'])).toContain('null')],
    ['Q18', () => expect(samples().map((each) => each['unit'])).toContain('Hz')],
    [
      'Q19',
      () => {
        expect(samples().find((each) => each['measurand'] === 'Power.Active.Import')?.['unit']).toBe('Wh')
        expect(samples()[0]).not.toHaveProperty('unit')
      },
    ],
    ['Q20', () => expect(samples().every((each) => each['value'] === '')).toBe(true)],
    [
      'Q21',
      () => {
        const after = bench.farEnd.receivedCalls.findLastIndex((call) => call.action === 'MeterValues')
        expect(after).toBeGreaterThan(
          bench.farEnd.receivedCalls.findLastIndex((call) => call.action === 'StopTransaction'),
        )
      },
    ],
    [
      'Q22',
      () =>
        expect(payloadsOf('StopTransaction').map((each) => each['meterStop'])).toEqual(
          payloadsOf('StartTransaction').map((each) => each['meterStart']),
        ),
    ],
    [
      'Q23',
      () =>
        expect(payloadsOf('StartTransaction').map((each) => each['meterStart'])).toEqual([undefined, null]),
    ],
    ['Q24', () => expect(payloadsOf('StopTransaction')[0]!['idTag']).toBe('04A1B2C3D4E5F6\u0010\u000e')],
    [
      'Q25',
      () => expect(payloadsOf('StartTransaction').map((each) => each['idTag'])).toEqual(['\\\\04\\A1\\', '']),
    ],
    ['Q26', () => expect(payloadsOf('StopTransaction')[0]).not.toHaveProperty('idTag')],
    ['Q27', () => expect(payloadsOf('Authorize')).toHaveLength(0)],
    ['Q28', () => expect(payloadsOf('Authorize')[0]).toHaveProperty('connectorId', 1)],
    ['Q31', () => expect(payloadsOf('MeterValues')[0]!['connectorId']).toBe(0)],
    ['Q32', () => expect(payloadsOf('StatusNotification').map((each) => each['connectorId'])).toEqual([0])],
    [
      'Q38',
      () =>
        expect(new Set(payloadsOf('StopTransaction').map((each) => each['meterStop'])).size).toBeGreaterThan(
          3,
        ),
    ],
    ['Q39', () => expect(payloadsOf('StartTransaction')).toHaveLength(4)],
    ['Q40', () => expect(payloadsOf('StopTransaction')[0]!['transactionId']).toBeGreaterThanOrEqual(700_000)],
    ['Q41', () => expect(payloadsOf('StartTransaction')).toHaveLength(62)],
    ['Q42', () => expect(bench.farEnd.violations).toEqual(['unknown action VendorStatistics'])],
    ['Q43', () => expect(payloadsOf('DataTransfer').length).toBeGreaterThan(10)],
    [
      'Q46',
      () =>
        expect(new Set(bench.farEnd.receivedCalls.map((call) => call.payload['idTag']))).toEqual(
          new Set([undefined, '04a1b2c3d4e5f6', '04A1B2C3D4E5F6', '04A1B2C3D4E5']),
        ),
    ],
    ['lower-case-words', () => expect(payloadsOf('StopTransaction')[0]!['reason']).toBe('local')],
    ['text-transaction-id', () => expect(payloadsOf('StopTransaction')[0]!['transactionId']).toBe('1001')],
    ['missing-connector', () => expect(payloadsOf('MeterValues')[0]).not.toHaveProperty('connectorId')],
  ]

  // Proves Q19
  it.each(rows)('%s shows after two transactions', async (name, isShown) => {
    const day = await online(name)
    await oneCharge(day)
    await oneCharge(day)
    await eventually(isShown)
  })

  // Proves Q2
  it('Q2 sends a number that no double can represent', async () => {
    const day = await online('Q2')
    const texts: string[] = []
    day.station.observe((direction, text) => void (direction === 'out' && texts.push(text)))
    await oneCharge(day)
    expect(
      texts.filter((text) => text.includes('"transactionId":9223372036854775807')).length,
    ).toBeGreaterThan(1)
  })

  it('Q17 calls a fault "Error"', async () => {
    const { station } = await online('Q17')
    station.visits.fail(1, { code: 'HighTemperature' })
    await station.until(() => station.isQuiet)
    expect(payloadsOf('StatusNotification').at(-1)).toMatchObject({ status: 'Faulted', errorCode: 'Error' })
  })

  it('Q35 retries forever', async () => {
    bench.farEnd.answers.StartTransaction = () => ({ error: 'InternalError' })
    const { station, clock } = await online('Q35')
    station.visits.plugIn(1, newCar(carModel('saloon')))
    await station.visits.presentCard(1, 'A')
    for (let count = 1; count < 7; count++) {
      await eventually(() => expect(payloadsOf('StartTransaction')).toHaveLength(count))
      // Once a command is answered, the rejection has arrived as well.
      await bench.farEnd.command('ClearCache', {})
      clock.advance(10_000)
    }
  })
})

describe('commands', () => {
  it('Q29 are answered with values that are not text', async () => {
    await online('Q29')
    const answer = (await bench.farEnd.call('GetConfiguration', {
      key: ['HeartbeatInterval', 'LocalPreAuthorize'],
    })) as { configurationKey: { value: unknown }[] }
    expect(answer.configurationKey.map((each) => each.value)).toEqual([300, false])
  })

  it('Q30 are answered with broken JSON', async () => {
    await online('Q30')
    for (let count = 0; count < 2; count++)
      expect(await bench.farEnd.call('GetConfiguration', {})).toEqual({ error: 'not-json' })
  })

  it('Q33 that arrive too early make it boot again', async () => {
    const { clock, station } = await online('Q33')
    void bench.farEnd.call('GetConfiguration', {})
    await eventually(() => expect(bench.farEnd.open).toBe(0))
    // The far end sees the restart before the station does and starts its timer.
    await eventually(() => {
      clock.advance(1_000)
      expect(station.boots).toBe(2)
    })
    clock.advance(2_000)
    expect(await bench.farEnd.call('ClearCache', {})).toEqual({ status: 'Accepted' })
  })

  it('Q36 to start are answered with a CALL', async () => {
    const { station } = await online('Q36')
    const order: string[] = []
    station.observe((direction, text) => void (direction === 'out' && order.push(text.slice(0, 3))))
    await bench.farEnd.call('RemoteStartTransaction', { idTag: 'A' })
    expect(order.slice(0, 2)).toEqual(['[2,', '[3,'])
  })

  it('Q37 to start are accepted and ignored', async () => {
    const { station } = await online('Q37')
    station.visits.plugIn(1, newCar(carModel('saloon')))
    expect(await bench.farEnd.call('RemoteStartTransaction', { idTag: 'A' })).toEqual({ status: 'Accepted' })
    expect(station.connector(1).transaction).toBeNull()
  })

  it('Q45 are answered once', async () => {
    const { station, clock } = await online('Q45')
    expect(await bench.farEnd.call('ClearCache', {})).toEqual({ status: 'Accepted' })
    const unanswered = bench.farEnd.call('ClearCache', {})
    clock.advance(300_000)
    await eventually(() => expect(payloadsOf('Heartbeat')).toHaveLength(1))
    station.reconnect()
    expect(await unanswered).toEqual({ error: 'closed' })
    await station.until((it) => it.isOnline)
    expect(await bench.farEnd.call('ClearCache', {})).toEqual({ status: 'Accepted' })
  })
})
