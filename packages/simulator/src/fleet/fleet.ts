import type { Ledger } from '../ledger/ledger.ts'
import { CardPool } from '../traffic/card-pool.ts'
import { Drivers } from '../traffic/drivers.ts'
import { Guests } from '../traffic/guests.ts'
import { Pauses } from '../traffic/pause.ts'
import { SimulatedStation } from '../station.ts'
import type { StationOptions } from '../station/options.ts'
import { processClock, type Clock } from '../time/clock.ts'
import { seededRandom, type Random } from '../time/random.ts'
import type { FleetPlan, FleetStation } from './fleet-plan.ts'

export interface FleetOptions {
  readonly seed?: string
  readonly speed?: number
  readonly quirks?: readonly string[]
  readonly ledger?: Ledger
  readonly clock?: Clock
  /** Configuration keys that differ from the vendor's defaults on all stations. */
  readonly settings?: Readonly<Record<string, string>>
  /** False: no car arrives when an operator starts a transaction remotely. */
  readonly guests?: boolean
  /** Other options shared by all stations. */
  readonly station?: Partial<StationOptions>
}

/** Connection attempts per second: a thousand stations at the same time look like an attack. */
const connectionsPerSecond = 150
/** Time that a station stays connected before it goes offline for good. */
const leavesAfterMs = 2_500

/** Live curves need a sample more often than once a minute. */
const demoSettings = { MeterValueSampleInterval: '10' }

/** Many stations in one process, with drivers and incidents. */
export class Fleet {
  readonly stations: readonly SimulatedStation[]
  private readonly plan: FleetPlan
  private readonly random: Random
  private readonly pauses: Pauses
  private readonly actors: { stop(): void }[] = []
  private readonly hasGuests: boolean
  private readonly cards: CardPool

  constructor(plan: FleetPlan, options: FleetOptions = {}) {
    this.plan = plan
    this.random = seededRandom(options.seed ?? 'fleet')
    const clock = options.clock ?? processClock()
    this.hasGuests = options.guests ?? true
    this.pauses = new Pauses(clock)
    this.cards = new CardPool(plan.cards, this.random.fork('cards'))
    this.stations = plan.stations.map((each) => this.makeStation(each, clock, options))
  }

  private makeStation(each: FleetStation, clock: Clock, options: FleetOptions): SimulatedStation {
    const { identity, key, vendor, model, serial, firmware, connectors } = each
    const random = this.random.fork(identity)
    return new SimulatedStation({
      url: this.plan.url,
      identity,
      key,
      vendor,
      model,
      serial,
      firmware,
      connectors,
      clock,
      random,
      speed: options.speed,
      quirks: options.quirks,
      ledger: options.ledger,
      settings: { ...demoSettings, ...options.settings },
      // Some stations go down before they answer a hard reset.
      answersHardReset: random.chance(0.7),
      ...options.station,
    })
  }

  /** Connects all stations one after the other and starts their drivers. */
  async start(): Promise<void> {
    for (const [index, station] of this.stations.entries()) {
      if (index > 0 && index % connectionsPerSecond === 0 && !(await this.pauses.pause(1_000))) return
      station.start()
      void this.live(station, this.plan.stations[index]!)
    }
  }

  private async live(station: SimulatedStation, { behaviour, cards, identity }: FleetStation): Promise<void> {
    const random = this.random.fork(`${identity}/people`)
    if (this.hasGuests && behaviour !== 'offline') {
      const guests = new Guests(station, random.fork('guests'))
      this.actors.push(guests)
      void guests.start()
    }
    if (behaviour === 'idle') return
    if (behaviour === 'living') {
      const drivers = new Drivers(station, { random, cards: this.cards, preferred: cards })
      this.actors.push(drivers)
      return drivers.start()
    }
    // Both must have been online once before they show what is wrong with them.
    while (!station.isOnline) if (!(await this.pauses.pause(500))) return
    if (!(await this.pauses.pause(leavesAfterMs))) return
    if (behaviour === 'offline') station.goOffline()
    else
      station.visits.fail(station.connectors[0]!.id, {
        code: 'GroundFailure',
        info: 'Residual current detected',
        vendorErrorCode: 'E-0417',
      })
  }

  /** Stops the drivers, ends their transactions, and disconnects the stations. */
  async stop(): Promise<void> {
    this.pauses.abort()
    for (const each of this.actors) each.stop()
    await Promise.all(this.stations.map((station) => station.leave()))
  }
}
