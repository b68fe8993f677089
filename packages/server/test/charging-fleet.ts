import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type LedgerEntry,
  type MemoryLedger,
  memoryLedger,
  type Random,
  setStage,
  SimulatedStation,
} from '@stationmaster/simulator'
import { hashStationKey, makeStationKey } from '../src/modules/stations/index.ts'
import { foldCode } from '../src/modules/cards/index.ts'
import { newId } from '../src/shared/ids.ts'
import type { FreshDatabase } from './database.ts'

interface Pace {
  /** Mean seconds of a cycle of one station: a car arrives, charges and leaves. */
  cycleS: number
  /** Seconds between two meter values. */
  sampleS: number
}

/** Simulated stations at which cars arrive, charge and leave, with a ledger of what was acknowledged. */
export class ChargingFleet {
  readonly stations: SimulatedStation[] = []
  private readonly ledgers: MemoryLedger[] = []
  private readonly random: Random
  private readonly pace: Pace
  private readonly ending = new AbortController()
  private cycles: Promise<void>[] = []

  constructor(random: Random, pace: Pace) {
    this.random = random
    this.pace = pace
    setMaxListeners(0, this.ending.signal)
  }

  /** Adds stations with keys and one card to a database, and connects them. */
  async connect({ pool, db }: FreshDatabase, url: string, count: number): Promise<void> {
    const { id: account_id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    const code = 'FLEET'
    await db
      .insertInto('cards')
      .values({ id: newId(), account_id, code, code_folded: foldCode(code), max_transactions: 0 })
      .execute()
    const known = Array.from({ length: count }, (_, n) => ({
      id: newId(),
      identity: `FLEET-${n}`,
      key: makeStationKey(),
    }))
    const ids = known.map(({ id }) => id)
    await pool.query(
      `insert into stations (id, account_id, identity)
      select id, $1, identity from unnest($2::uuid[], $3::text[]) as s (id, identity)`,
      [account_id, ids, known.map(({ identity }) => identity)],
    )
    await pool.query(
      `insert into station_keys (id, station_id, hash) select * from unnest($1::uuid[], $2::uuid[], $3::bytea[])`,
      [known.map(() => newId()), ids, known.map(({ id, key }) => hashStationKey(id, key))],
    )
    for (const { identity, key } of known) {
      const ledger = memoryLedger()
      this.ledgers.push(ledger)
      this.stations.push(
        new SimulatedStation({
          url,
          identity,
          key,
          ledger,
          random: this.random.fork(identity),
          speed: 60,
          backoff: { minMs: 500, maxMs: 10_000 },
          settings: {
            MeterValueSampleInterval: String(this.pace.sampleS),
            TransactionMessageAttempts: '200',
            TransactionMessageRetryInterval: '1',
          },
        }).start(),
      )
    }
    await this.untilAll((station) => station.isOnline)
  }

  get entries(): LedgerEntry[] {
    return this.ledgers.flatMap(({ entries }) => entries)
  }

  /** Number of stations whose boot was accepted over their present connection. */
  get online(): number {
    return this.stations.filter((station) => station.isOnline).length
  }

  async untilAll(isSo: (station: SimulatedStation) => boolean, timeoutMs = 240_000): Promise<void> {
    await Promise.all(this.stations.map((each) => each.until(isSo, 'what the fleet waits for', timeoutMs)))
  }

  begin(): void {
    this.cycles = this.stations.map((station) => this.charge(station))
  }

  private async charge(station: SimulatedStation): Promise<void> {
    const { signal } = this.ending
    const random = this.random.fork(`cycle ${station.identity}`)
    const { car } = setStage(station)
    // not all at the same time
    const wait = (share: number) =>
      pause(random.exponential(this.pace.cycleS * share * 1_000), undefined, { signal }).catch(() => {})
    while (!signal.aborted) {
      await wait(0.5)
      if (!station.connector(1).car) station.visits.plugIn(1, car)
      await station.visits.presentCard(1, 'FLEET')
      await wait(0.5)
      if (station.connector(1).transaction) await station.visits.presentCard(1, 'FLEET')
      station.visits.unplug(1)
    }
  }

  /** Ends the cycles and waits until every station has sent all that it has queued. */
  async finish(): Promise<void> {
    this.ending.abort()
    await Promise.all(this.cycles)
    await this.untilAll((station) => station.isOnline && station.isQuiet)
  }

  async close(): Promise<void> {
    this.ending.abort()
    await Promise.all(this.stations.map((station) => station.stop()))
  }
}
