import { describe, expect, it } from 'vitest'
import { eventually, useBench } from '../../test/fleet.ts'
import { carModel, newCar } from '../physics/car.ts'
import { manualClock } from '../time/clock.ts'

const bench = useBench()
const dc = [{ id: 1, kind: 'dc', powerW: 150_000, plug: 'CCS2' }] as const
const car = (soc = 20, target = 80) => newCar(carModel('saloon'), soc, target)

describe('a transaction', () => {
  it('runs from the card to the stop, with meter values and a register that only increases', async () => {
    const clock = manualClock()
    const station = await bench.online({ clock, connectors: dc })
    station.visits.plugIn(1, car())
    expect(await station.visits.presentCard(1, 'CARD-1')).toBe('started')
    await station.until((it) => it.connector(1).transaction?.number != null)
    for (let minute = 0; minute < 5; minute++) {
      clock.advance(60_000)
      await station.until(() => station.isQuiet)
    }
    expect(await station.visits.presentCard(1, 'card-1')).toBe('stopped')
    await station.until(() => station.isQuiet)
    station.visits.unplug(1)
    await station.until(() => station.isQuiet)

    const { farEnd } = bench
    const [start] = farEnd.of('StartTransaction')
    const [stop] = farEnd.of('StopTransaction')
    const readings = farEnd.of('MeterValues')
    expect(readings).toHaveLength(5)
    expect(new Set(readings.map((each) => each.transactionId))).toEqual(new Set([stop!.transactionId]))
    expect(stop!.reason).toBe('Local')
    const energies = readings.map((each) => Number(each.meterValue[0]!.sampledValue[0]!.value))
    const all = [start!.meterStart, ...energies, stop!.meterStop]
    expect(all).toEqual([...all].sort((a, b) => a - b))
    // Five minutes at 150 kW are 12.5 kWh; ramp and unsteady power reduce it slightly.
    expect(stop!.meterStop - start!.meterStart).toBeGreaterThan(11_700)
    expect(stop!.meterStop - start!.meterStart).toBeLessThanOrEqual(12_500)
    const measured = new Set(readings[0]!.meterValue[0]!.sampledValue.map((each) => each.measurand))
    expect(measured).toContain('SoC')
    expect(farEnd.statuses(1)).toEqual(['Available', 'Preparing', 'Charging', 'Finishing', 'Available'])
    expect(stop!.transactionData?.map((each) => each.sampledValue[0]!.context)).toEqual([
      'Transaction.Begin',
      'Transaction.End',
    ])
    expect(farEnd.violations).toEqual([])
  })

  it('starts when the car arrives, if the card was presented first', async () => {
    const station = await bench.online()
    expect(await station.visits.presentCard(2, 'CARD-1')).toBe('accepted')
    expect(station.connector(2).status).toBe('Preparing')
    station.visits.plugIn(2, car())
    await station.until((it) => it.connector(2).transaction?.number != null)
  })

  it('does not start for a card whose car does not arrive within ConnectionTimeOut', async () => {
    const clock = manualClock()
    const station = await bench.online({ clock, settings: { ConnectionTimeOut: '30' } })
    await station.visits.presentCard(1, 'CARD-1')
    clock.advance(30_000)
    expect(station.connector(1).status).toBe('Available')
  })

  it.each(['Blocked', 'Expired', 'Invalid', 'ConcurrentTx'])(
    'does not start for a card that is %s',
    async (status) => {
      bench.farEnd.answers.Authorize = () => ({ idTagInfo: { status } })
      const station = await bench.online()
      station.visits.plugIn(1, car())
      expect(await station.visits.presentCard(1, 'CARD-1')).toBe('refused')
      expect(bench.farEnd.of('StartTransaction')).toHaveLength(0)
    },
  )

  it('E2 4.8: stops if the answer to its start rejects the card', async () => {
    bench.farEnd.answers.StartTransaction = () => ({ transactionId: 7, idTagInfo: { status: 'Blocked' } })
    const station = await bench.online()
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'CARD-1')
    await eventually(() =>
      expect(bench.farEnd.of('StopTransaction')).toMatchObject([
        { transactionId: 7, reason: 'DeAuthorized' },
      ]),
    )
  })

  it('continues without energy for a rejected card if it must not stop', async () => {
    bench.farEnd.answers.StartTransaction = () => ({ transactionId: 7, idTagInfo: { status: 'Invalid' } })
    const station = await bench.online({ settings: { StopTransactionOnInvalidId: 'false' } })
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'CARD-1')
    await station.until((it) => it.connector(1).status === 'SuspendedEVSE')
    expect(bench.farEnd.of('StopTransaction')).toHaveLength(0)
  })

  it('stops when the car leaves, or waits for it, as configured', async () => {
    const station = await bench.online()
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'CARD-1')
    await station.until((it) => it.connector(1).transaction?.number != null)
    station.configuration.change('StopTransactionOnEVSideDisconnect', 'false')
    station.visits.unplug(1)
    expect(station.connector(1).status).toBe('SuspendedEV')
    station.visits.plugIn(1, car())
    station.configuration.change('StopTransactionOnEVSideDisconnect', 'true')
    station.visits.unplug(1)
    await eventually(() =>
      expect(bench.farEnd.of('StopTransaction')).toMatchObject([{ reason: 'EVDisconnected' }]),
    )
  })

  it('is stopped by a card of the same group and by no other', async () => {
    bench.farEnd.answers.Authorize = ({ payload }) => ({
      idTagInfo: { status: 'Accepted', ...(payload['idTag'] === 'STRANGER' ? {} : { parentIdTag: 'FLEET' }) },
    })
    const station = await bench.online()
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'A')
    expect(await station.visits.presentCard(1, 'STRANGER')).toBe('refused')
    expect(await station.visits.presentCard(1, 'B')).toBe('stopped')
  })

  it('shows a full car as SuspendedEV', async () => {
    const clock = manualClock()
    const station = await bench.online({ clock, connectors: dc })
    station.visits.plugIn(1, car(79, 80))
    await station.visits.presentCard(1, 'A')
    clock.advance(120_000)
    expect(station.connector(1).status).toBe('SuspendedEV')
  })

  it('ends, and none starts while a fault lasts', async () => {
    const station = await bench.online()
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'A')
    await station.until((it) => it.connector(1).transaction?.number != null)
    station.visits.fail(1, { code: 'GroundFailure', info: 'RCD tripped' })
    await station.until(() => station.isQuiet)
    expect(bench.farEnd.of('StopTransaction')).toMatchObject([{ reason: 'Other' }])
    expect(bench.farEnd.of('StatusNotification').at(-1)).toMatchObject({
      status: 'Faulted',
      errorCode: 'GroundFailure',
      info: 'RCD tripped',
    })
    expect(await station.visits.presentCard(1, 'A')).toBe('refused')
    station.visits.mend(1)
    expect(station.connector(1).status).toBe('Finishing')
  })
})

describe('a transaction without a network', () => {
  // Proves P7, F24
  it('E2 3.7: is reported in order once the connection is back, with the number assigned to the start', async () => {
    const clock = manualClock()
    const station = await bench.online({
      clock,
      connectors: dc,
      settings: { AllowOfflineTxForUnknownId: 'true', MeterValueSampleInterval: '60' },
    })
    station.goOffline()
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'A')
    clock.advance(180_000)
    await station.visits.presentCard(1, 'A')
    expect(station.queued.waiting).toBe(5)
    const startedAt = new Date(clock.now() - 180_000).toISOString()
    station.goOnline()
    await station.until(() => station.isOnline && station.isQuiet)

    const reported = bench.farEnd.receivedCalls
      .filter(({ action }) => action !== 'StatusNotification')
      .slice(1)
    expect(reported.map((call) => call.action)).toEqual([
      'StartTransaction',
      'MeterValues',
      'MeterValues',
      'MeterValues',
      'StopTransaction',
    ])
    expect(reported[0]!.payload['timestamp']).toBe(startedAt)
    expect(reported.slice(1).map((call) => call.payload['transactionId'])).toEqual([1001, 1001, 1001, 1001])
    expect(bench.farEnd.violations).toEqual([])
  })

  it.each([
    ['a card of its local list', 'LISTED', 'started'],
    ['a card that it has heard of', 'KNOWN', 'started'],
    ['a card that it does not know', 'UNKNOWN', 'refused'],
  ])('lets %s charge as configured', async (_what, idTag, outcome) => {
    const station = await bench.online()
    await bench.farEnd.command('SendLocalList', {
      listVersion: 1,
      updateType: 'Full',
      localAuthorizationList: [{ idTag: 'LISTED', idTagInfo: { status: 'Accepted' } }],
    })
    await station.visits.presentCard(2, 'KNOWN')
    station.goOffline()
    station.visits.plugIn(1, car())
    expect(await station.visits.presentCard(1, idTag)).toBe(outcome)
  })

  // Proves P8
  it('E2 3.7.1: retries failed messages after growing pauses, then discards them and continues', async () => {
    const clock = manualClock()
    const station = await bench.online({
      clock,
      settings: { TransactionMessageAttempts: '3', TransactionMessageRetryInterval: '10' },
    })
    bench.farEnd.answers.StartTransaction = () => ({ error: 'InternalError' })
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'A')
    const starts = (count: number) =>
      eventually(() => expect(bench.farEnd.of('StartTransaction')).toHaveLength(count))
    await starts(1)
    await station.visits.presentCard(1, 'A')
    // Once a command is answered, the rejection has arrived as well, and its pause has begun.
    await bench.farEnd.command('ClearCache', {})
    clock.advance(9_900)
    await starts(1)
    clock.advance(100)
    await starts(2)
    await bench.farEnd.command('ClearCache', {})
    clock.advance(19_900)
    await starts(2)
    clock.advance(100)
    await starts(3)
    await station.until(() => station.queued.waiting === 0)
    expect(station.queued.discarded).toBe(1)
    // Its start was never acknowledged: the station has no number to send.
    expect(bench.farEnd.of('StopTransaction')).toMatchObject([{ transactionId: -1 }])
  })

  // Proves G9
  it('does not count a lost connection as an attempt', async () => {
    const station = await bench.online({ settings: { TransactionMessageAttempts: '1' } })
    let cuts = 3
    bench.farEnd.answers.StartTransaction = () =>
      cuts-- > 0 ? 'close' : { transactionId: 5, idTagInfo: { status: 'Accepted' } }
    station.visits.plugIn(1, car())
    await station.visits.presentCard(1, 'A')
    await station.until((it) => it.connector(1).transaction?.number === 5)
    expect(station.queued.discarded).toBe(0)
    expect(bench.farEnd.of('StartTransaction')).toHaveLength(4)
  })

  it('drops meter values, never starts and stops, if its memory is full', async () => {
    const clock = manualClock()
    const station = await bench.online({
      clock,
      maxQueued: 10,
      settings: { AllowOfflineTxForUnknownId: 'true' },
    })
    station.goOffline()
    station.visits.plugIn(1, car(5, 100))
    await station.visits.presentCard(1, 'A')
    clock.advance(60_000 * 40)
    await station.visits.presentCard(1, 'A')
    expect(station.queued.waiting).toBe(10)
    station.goOnline()
    await station.until(() => station.isOnline && station.isQuiet)
    expect(bench.farEnd.of('StartTransaction')).toHaveLength(1)
    expect(bench.farEnd.of('StopTransaction')).toHaveLength(1)
  })
})
