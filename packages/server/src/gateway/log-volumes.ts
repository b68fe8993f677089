import { setTimeout as pause } from 'node:timers/promises'
import type { LogVolume, LogVolumeState } from './ports.ts'

/** Milliseconds between two writes of the counted bytes. */
const storeMs = 10_000
/** Bytes of one account that are written without waiting for the interval. */
const storeBytes = 512 * 1024
/** Milliseconds without an entry after which an account is removed. */
const quietMs = 600_000
/** Maximum number of accounts that are counted; entries of further ones are stored whole. */
const maxAccounts = 50_000
const closeMs = 3_000

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
  private readonly store: (rows: readonly LogVolume[]) => Promise<readonly LogVolumeState[]>
  private readonly now: () => Date
  private readonly nowMs: () => number
  private volumes = new Map<string, Volume>()
  private day = ''
  private isUrgent = false
  private storedMs = -Infinity
  private pending: Promise<void> | null = null

  constructor(
    store: (rows: readonly LogVolume[]) => Promise<readonly LogVolumeState[]>,
    now: () => Date,
    nowMs: () => number,
  ) {
    this.store = store
    this.now = now
    this.nowMs = nowMs
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
    volume.lastMs = this.nowMs()
    if (volume.waiting >= storeBytes) this.isUrgent = true
  }

  /** Returns the current day (UTC) as `2026-12-31`; a new day starts with empty sums. */
  today(): string {
    const day = this.now().toISOString().slice(0, 10)
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
      lastMs: this.nowMs(),
    }
    this.volumes.set(accountId, volume)
    this.isUrgent = true
    return volume
  }

  /** Writes the sums if they are due; called each second. */
  tick(): void {
    if (this.pending || !(this.isUrgent || this.nowMs() - this.storedMs >= storeMs)) return
    this.pending = this.flush().finally(() => (this.pending = null))
  }

  private async flush(): Promise<void> {
    const day = this.today()
    const { volumes } = this
    this.isUrgent = false
    this.storedMs = this.nowMs()
    const rows: LogVolume[] = []
    for (const [accountId, volume] of volumes)
      if (volume.isChanged) {
        volume.sending = volume.waiting
        volume.waiting = 0
        volume.isChanged = false
        rows.push({ accountId, day, bytes: volume.sending })
      } else if (this.nowMs() - volume.lastMs >= quietMs) volumes.delete(accountId)
    if (rows.length === 0) return
    try {
      for (const { accountId, bytes, limit } of await this.store(rows)) {
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
