import { someCar } from '../physics/car.ts'
import type { SimulatedStation } from '../station.ts'
import type { Connector } from '../station/connector.ts'
import type { Random } from '../time/random.ts'
import type { CardPool } from './card-pool.ts'
import { Pauses } from './pause.ts'

const second = 1_000
const minute = 60 * second

/** Durations in milliseconds, and probabilities. */
const habits = {
  /** Between one driver and the next. */
  idleMs: { ac: 3 * minute, dc: 2 * minute },
  staysMs: { ac: [6 * minute, 35 * minute], dc: [5 * minute, 24 * minute] },
  /** Share of connectors with a car at the very beginning. */
  startsAtOnce: 0.6,
  plugsFirst: 0.55,
  pullsThePlug: 0.35,
  /** Between two incidents of a station. */
  incidentMs: 45 * minute,
} as const

/**
 * Drivers who come to one station, charge and leave, each connector independently, with an occasional
 * incident.
 */
export class Drivers {
  private readonly station: SimulatedStation
  private readonly random: Random
  private readonly cards: CardPool
  private readonly preferred: readonly string[]
  private readonly pauses: Pauses

  constructor(
    station: SimulatedStation,
    options: { random: Random; cards: CardPool; preferred?: readonly string[] },
  ) {
    this.station = station
    this.random = options.random
    this.cards = options.cards
    this.preferred = options.preferred ?? []
    this.pauses = new Pauses(station.device.clock)
  }

  /** Starts the visits of drivers. */
  start(): void {
    for (const connector of this.station.connectors) void this.runVisits(connector)
    void this.incidents()
  }

  stop(): void {
    this.pauses.abort()
  }

  private async runVisits(connector: Connector): Promise<void> {
    const { kind } = connector.plan
    const isThere = this.random.chance(habits.startsAtOnce)
    const first = isThere ? this.random.between(0.5, 5) * second : this.idle(kind)
    if (!(await this.pauses.until(() => this.station.isOnline, minute)) || !(await this.pauses.pause(first)))
      return
    do await this.visit(connector)
    while (await this.pauses.pause(this.idle(kind)))
  }

  private idle(kind: 'ac' | 'dc'): number {
    return 10 * second + this.random.exponential(habits.idleMs[kind])
  }

  /** Runs one visit, from the arrival to the empty parking space. */
  private async visit(connector: Connector): Promise<void> {
    const canCharge = connector.isFree || connector.reservation !== null
    const card = canCharge ? this.cards.take(this.preferred) : null
    if (card === null) return
    try {
      const isCharging = await this.begin(connector, card)
      if (isCharging) await this.charge(connector, card)
    } finally {
      this.cards.release(card)
      if (connector.car) this.station.visits.unplug(connector.id)
    }
  }

  private plugIn(connector: Connector): void {
    // A remote start by an operator may have plugged in another car first.
    if (!connector.car) this.station.visits.plugIn(connector.id, someCar(connector.plan.kind, this.random))
  }

  private async begin(connector: Connector, card: string): Promise<boolean> {
    const { visits } = this.station
    if (this.random.chance(habits.plugsFirst)) {
      this.plugIn(connector)
      if (!(await this.pauses.pause(this.random.between(2, 9) * second))) return false
      if (connector.transaction) return true
      return (await visits.presentCard(connector.id, card)) === 'started'
    }
    if ((await visits.presentCard(connector.id, card)) === 'refused') return false
    if (!(await this.pauses.pause(this.random.between(3, 15) * second))) return false
    this.plugIn(connector)
    return connector.transaction !== null
  }

  private async charge(connector: Connector, card: string): Promise<void> {
    const { transaction } = connector
    const isOver = (): boolean => connector.transaction !== transaction
    const isFull = (): boolean => connector.status === 'SuspendedEV'
    const [min, max] = habits.staysMs[connector.plan.kind]
    if (!(await this.pauses.until(() => isOver() || isFull(), this.random.between(min, max)))) return
    if (!isOver()) {
      // A full car stays for a while before its driver returns.
      if (isFull() && !(await this.pauses.pause(this.random.between(15, 120) * second))) return
      if (!this.random.chance(habits.pullsThePlug) && !isOver())
        await this.station.visits.presentCard(connector.id, card)
    }
    await this.pauses.pause(this.random.between(4, 40) * second)
  }

  /** Causes incidents at the station: a network outage, or a fault of a free connector. */
  private async incidents(): Promise<void> {
    while (await this.pauses.pause(2 * minute + this.random.exponential(habits.incidentMs))) {
      if (this.random.chance(0.5)) {
        this.station.goOffline()
        await this.pauses.pause(this.random.between(20, 90) * second)
        this.station.goOnline()
        continue
      }
      const free = this.station.connectors.find((connector) => connector.isFree)
      if (!free) continue
      this.station.visits.fail(free.id, { code: 'ReaderFailure', info: 'Card reader does not respond' })
      await this.pauses.pause(this.random.between(40, 150) * second)
      this.station.visits.mend(free.id)
    }
  }
}
