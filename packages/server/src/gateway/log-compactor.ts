import { setTimeout as pause } from 'node:timers/promises'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { Facts, WrittenEntries } from '../shared/facts.ts'
import type { LogVolume } from '../shared/log-volume.ts'
import type { GatewayServices } from './services.ts'
import { StationLog, type StationLogDeps } from './station-log.ts'

/**
 * Maximum number of stations whose series and volumes are remembered; the one that connected longest ago is
 * evicted.
 */
const maxStations = 50_000
/** Milliseconds between two writes of the counted bytes. */
const storeMs = 10_000
/** Bytes of one account that are written without waiting for the interval. */
const storeBytes = 512 * 1024
/** Milliseconds without an entry after which an account is removed. */
const quietMs = 600_000
/** Maximum number of accounts that are counted; entries of further ones are stored whole. */
const maxAccounts = 50_000
const closeMs = 3_000

interface LogVolumeDeps {
  addLogVolumes: GatewayServices['addLogVolumes']
  now(): Date
  nowMs(): number
}

interface Volume {
  /** Bytes stored in the database by all processes, bytes being written, and bytes that wait. */
  stored: number
  sending: number
  waiting: number
  limit: number
  isChanged: boolean
  lastMs: number
}

/**
 * Counts the bytes that the stations of each account write to the OCPP log in a UTC day. The sums are added
 * to the database every ten seconds, or each second for an account that is new here or writes much, so that
 * processes agree within a few MiB; no limit applies until the database has answered.
 */
export class LogVolumes {
  private readonly deps: LogVolumeDeps
  private volumes = new Map<string, Volume>()
  private day = ''
  private isUrgent = false
  private storedMs = -Infinity
  private pending: Promise<void> | null = null

  constructor(deps: LogVolumeDeps) {
    this.deps = deps
  }

  /** Returns the limit of the account in bytes if it is reached, else null. */
  reached(accountId: string): number | null {
    const volume = this.of(accountId)
    return volume && volume.stored + volume.sending + volume.waiting >= volume.limit ? volume.limit : null
  }

  add(accountId: string, bytes: number): void {
    const volume = this.of(accountId)
    if (!volume) return
    volume.waiting += bytes
    volume.isChanged = true
    volume.lastMs = this.deps.nowMs()
    if (volume.waiting >= storeBytes) this.isUrgent = true
  }

  /** Returns the current day (UTC) as `2026-12-31`; a new day starts with empty sums. */
  today(): string {
    const day = this.deps.now().toISOString().slice(0, 10)
    if (day === this.day) return day
    this.day = day
    this.volumes = new Map()
    return day
  }

  get size(): number {
    return this.volumes.size
  }

  private of(accountId: string): Volume | null {
    this.today()
    const known = this.volumes.get(accountId)
    if (known) return known
    if (this.volumes.size >= maxAccounts) return null
    const volume = {
      stored: 0,
      sending: 0,
      waiting: 0,
      limit: Infinity,
      isChanged: true,
      lastMs: this.deps.nowMs(),
    }
    this.volumes.set(accountId, volume)
    this.isUrgent = true
    return volume
  }

  /** Writes the sums if they are due; called each second. */
  tick(): void {
    if (this.pending || !(this.isUrgent || this.deps.nowMs() - this.storedMs >= storeMs)) return
    this.pending = this.flush().finally(() => (this.pending = null))
  }

  private async flush(): Promise<void> {
    const day = this.today()
    const { volumes } = this
    this.isUrgent = false
    this.storedMs = this.deps.nowMs()
    const rows: LogVolume[] = []
    for (const [accountId, volume] of volumes)
      if (volume.isChanged) {
        volume.sending = volume.waiting
        volume.waiting = 0
        volume.isChanged = false
        rows.push({ accountId, day, bytes: volume.sending })
      } else if (this.deps.nowMs() - volume.lastMs >= quietMs) volumes.delete(accountId)
    if (rows.length === 0) return
    try {
      for (const { accountId, bytes, limit } of await this.deps.addLogVolumes(rows)) {
        const volume = volumes.get(accountId)
        if (volume) Object.assign(volume, { stored: bytes, sending: 0, limit })
      }
    } catch {
      // the next write includes them
      for (const { accountId } of rows) {
        const volume = volumes.get(accountId)
        if (!volume) continue
        volume.waiting += volume.sending
        volume.sending = 0
        volume.isChanged = true
      }
    }
  }

  /** Writes the sums without waiting for a database that does not answer. */
  async close(): Promise<void> {
    const written = (this.pending ?? Promise.resolve()).then(() => this.flush())
    await Promise.race([written, pause(closeMs, undefined, { ref: false })])
  }
}

/**
 * Limits the size of the OCPP log (G51). Of repeated messages, the first entries of a minute are written
 * individually; the next one starts an entry that grows, so that the log stays in chronological order. A
 * station that fills the log faster than its share gets shortened entries, then an entry that counts the
 * omitted ones. Facts are not affected.
 */
export class LogCompactor {
  private readonly volumes: LogVolumes
  private readonly deps: StationLogDeps
  private readonly stations: BoundedMap<string, StationLog>
  private readonly withHeartbeats = new Set<StationLog>()

  constructor(
    deps: Pick<StationLogDeps, 'options' | 'run' | 'nowMs'> & LogVolumeDeps & { maxStations?: number },
  ) {
    const { options, run } = deps
    this.volumes = new LogVolumes(deps)
    // pending entries of an evicted station are written, so that no count is lost
    this.stations = new BoundedMap(deps.maxStations ?? maxStations, (log) => void log.flush(true))
    this.deps = {
      options,
      run,
      volumes: this.volumes,
      nowMs: () => deps.nowMs(),
      remember: (log) => this.remember(log),
      addHeartbeats: (log) => {
        this.remember(log)
        this.withHeartbeats.add(log)
      },
    }
  }

  /** Returns the log of a station; it is retained after a disconnect. */
  of(station: { id: string; accountId: string }): StationLog {
    const log = this.stations.get(station.id) ?? new StationLog(this.deps, station)
    this.stations.set(station.id, log)
    return log
  }

  private remember(log: StationLog): void {
    if (!this.stations.has(log.station.id)) this.stations.set(log.station.id, log)
  }

  /** Stores the ids of new entries. */
  written({ heartbeats, repeatedEntries }: WrittenEntries): void {
    for (const [stationId, id] of heartbeats) this.stations.get(stationId)?.heartbeats.written(id)
    for (const [series, id] of repeatedEntries) {
      const slash = series.indexOf('/')
      this.stations.get(series.slice(0, slash))?.written(series.slice(slash + 1), id)
    }
  }

  /** Writes log volumes that are due; called each second. */
  tick(): void {
    this.volumes.tick()
  }

  /** Writes entries that have waited long enough, or all of them, and removes idle stations. */
  async flush(isConnected: (stationId: string) => boolean, isLast = false): Promise<void> {
    const heartbeats = this.flushHeartbeats(isLast)
    for (const [stationId, log] of this.stations)
      if (log.flush(isLast) && !isConnected(stationId)) this.stations.delete(stationId)
    await heartbeats
  }

  private async flushHeartbeats(isLast: boolean): Promise<void> {
    const rows = [...this.withHeartbeats].flatMap((log) => {
      if (log.heartbeats.isAwaited && !isLast) return []
      this.withHeartbeats.delete(log)
      const heartbeats = log.takeHeartbeats()
      return heartbeats ? [{ log, heartbeats, isHinted: log.mayHint() }] : []
    })
    if (rows.length === 0) return
    const decide = (facts: Facts) => {
      for (const { log, heartbeats, isHinted } of rows) {
        facts.add('heartbeats', heartbeats)
        if (isHinted) log.hint(facts)
      }
    }
    await this.deps.run({ decide }).catch(() => {})
    for (const { log } of rows) log.heartbeats.finishWrite()
  }

  /** Writes all pending entries and volumes. */
  async close(): Promise<void> {
    await this.flush(() => false, true)
    await this.volumes.close()
  }

  get size(): number {
    return this.stations.size
  }
}
