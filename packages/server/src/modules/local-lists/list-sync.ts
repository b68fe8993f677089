import { setMaxListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BoundedMap } from '../../shared/bounded-map.ts'
import { LogThrottle } from '../../shared/log-throttle.ts'
import { readLimit } from './local-list.ts'
import { type AccountCards, listOfStation, readAccountCards, sendList, type SyncDeps } from './send-list.ts'
import { type Checked, findAccounts, findSyncStations, storeChecked, type SyncStation } from './sync-store.ts'

/** L175: stations to which a process sends lists at the same time. */
export const maxParallel = 20
/** Stations of an account to which lists are sent before it is the turn of the next account. */
const maxInTurn = 200
/** L175: after a check an account is not checked for this multiple of its duration. */
const restFactor = 9
const pageSize = 500

/** Checks which stations have an outdated list, and sends it to those that are connected. */
export class ListSync {
  private readonly deps: SyncDeps
  private readonly stopping = new AbortController()
  private readonly active = new Map<string, Promise<void>>()
  private readonly complaints = new LogThrottle(60_000)
  /** End of the pause of each account. */
  private readonly restUntil = new BoundedMap<string, number>(10_000)
  private running: Promise<void> | null = null
  private isWoken = false

  constructor(deps: SyncDeps) {
    this.deps = deps
    setMaxListeners(0, this.stopping.signal)
  }

  /** Checks and sends in the background; if it is doing so already, once more afterwards. */
  wake(): void {
    this.isWoken = true
    if (this.running || this.stopping.signal.aborted) return
    this.running = this.runAll()
      .catch((error: unknown) => this.complain(error))
      .finally(() => {
        this.running = null
      })
  }

  async close(): Promise<void> {
    this.stopping.abort()
    await this.running
    await Promise.all(this.active.values())
  }

  private async runAll(): Promise<void> {
    while (this.isWoken && !this.stopping.signal.aborted) {
      this.isWoken = false
      for (const accountId of await findAccounts(this.deps.db, this.deps.clock.now())) {
        if (this.stopping.signal.aborted) return
        await this.runAccount(accountId)
      }
    }
  }

  private async runAccount(accountId: string): Promise<void> {
    const restMs = (this.restUntil.get(accountId) ?? 0) - performance.now()
    if (restMs > 0) return this.wakeIn(restMs)
    const started = performance.now()
    const source = await readAccountCards(this.deps, accountId)
    const due = await this.check(source)
    const tookMs = performance.now() - started
    this.restUntil.set(accountId, performance.now() + tookMs * restFactor)
    for (const id of due.slice(0, maxInTurn)) {
      while (this.active.size >= maxParallel) await Promise.race(this.active.values())
      if (this.stopping.signal.aborted) return
      this.begin(id, source)
    }
    if (due.length > maxInTurn) this.isWoken = true
  }

  private wakeIn(ms: number): void {
    setTimeout(() => this.wake(), ms + 1).unref()
  }

  /** Compares the lists of the stations of an account; returns those to which a list can be sent now. */
  private async check(source: AccountCards): Promise<string[]> {
    const { db } = this.deps
    const due: string[] = []
    const flipped: string[] = []
    for (let after: string | null = null; ; ) {
      const page: SyncStation[] = await findSyncStations(db, source.accountId, {
        after,
        most: pageSize,
        now: source.readAt,
      })
      const checked: Checked[] = []
      for (const station of page) {
        const one = await compare(source, station)
        checked.push(one)
        if (one.isCurrent === station.isOutdated) flipped.push(station.id)
        if (isDue(station, one)) due.push(station.id)
        await nextTurn()
      }
      await storeChecked(db, checked, source.readAt)
      if (page.length < pageSize || this.stopping.signal.aborted) break
      after = page.at(-1)!.id
    }
    if (flipped.length > 0) await this.deps.bus.publish(db, [stationsChanged(source.accountId, flipped)])
    return due
  }

  private begin(id: string, source: AccountCards): void {
    const work = sendList(this.deps, { id, source, signal: this.stopping.signal })
      .catch((error: unknown) => this.complain(error, id))
      .finally(() => {
        this.active.delete(id)
      })
    this.active.set(id, work)
  }

  private complain(error: unknown, station?: string): void {
    if (this.stopping.signal.aborted || !this.complaints.shouldLog('')) return
    this.deps.log.warn({ err: error, station }, 'local lists: not sent, it will be repeated')
  }
}

/** Hints name at most so many objects. */
const maxNamed = 50

const stationsChanged = (account: string, ids: string[]) =>
  ({
    kind: 'hint',
    account,
    hint: { kind: 'station.changed', ...(ids.length <= maxNamed && { ids }) },
  }) as const

const isDue = (station: SyncStation, { isCurrent, digest }: Checked): boolean =>
  station.isReachable &&
  (!isCurrent || !station.isVerified) &&
  (!station.isPaused || digest !== station.wantedDigest)

/** Compares the confirmed list of a station with the generated one. */
async function compare(source: AccountCards, station: SyncStation): Promise<Checked> {
  const { id, version, confirmedVersion } = station
  const capacity = readLimit(station.capacity)
  if (!capacity) return { id, digest: null, entries: null, omitted: null, isCurrent: false }
  const { digest, entries, omitted } = await listOfStation(source, station, capacity)
  const isCurrent = digest === station.digest && version !== null && version === confirmedVersion
  return { id, digest, entries: entries.length, omitted, isCurrent }
}
