import type { ConnectionAttemptReason, Hint } from '@stationmaster/contract'
import type { Pool } from 'pg'
import { type BusEvent, toAdministrators } from '../../bus/events.ts'
import { BoundedMap } from '../../shared/bounded-map.ts'
import { newId } from '../../shared/ids.ts'
import type { RejectedHandshake } from '../../shared/rejected-handshake.ts'
import { createDatabase } from '../../storage/pool.ts'
import type { ModuleContext } from '../module.ts'
import { noticeRejections } from './notice-rejections.ts'
import { type CountedAttempt, type Placed, writeAttempts } from './store.ts'
import type { Db } from '../../storage/transaction.ts'

const everyMs = 1_000
/**
 * Rows that wait to be written. Unknown identities have a share of their own, so that a flood of them does
 * not displace known stations.
 */
const maxWaiting = { known: 1_000, unknown: 500, unknownPerAccount: 100 }
const longest = { identity: 48, username: 64, path: 200, address: 64 }
/** Number of rejected handshakes of a station within a time after which its operators are notified. */
const rejectionThreshold = { count: 5, minutes: 10 }
const maxCounted = 5_000
const maxNoticesPerFlush = 20
/** Consecutive failed writes after which the rows are dropped. */
const maxFailures = 30

export interface RecorderDeps extends Pick<ModuleContext, 'bus' | 'clock' | 'logEvent'> {
  pool: Pool
}

const emptyUsage = () => ({ known: 0, unknown: 0, ofAccounts: new Map<string, number>() })

type PlaceOfAttempt = Pick<RejectedHandshake, 'stationId' | 'accountId' | 'accountCode'>

interface Rejections {
  count: number
  sinceMs: number
}

/**
 * Records rejected handshakes of stations. They are buffered in memory and written once a second, so that a
 * flood of them costs neither rows nor statements; beyond the capacity they are only counted.
 */
export class AttemptRecorder {
  /** Rejected handshakes since the start of the process, by reason. */
  readonly counts = new Map<ConnectionAttemptReason, number>()
  private readonly deps: RecorderDeps
  private readonly db: Db
  private waiting = new Map<string, CountedAttempt>()
  private usage = emptyUsage()
  private failures = 0
  private readonly rejections = new BoundedMap<string, Rejections>(maxCounted)
  /** Stations whose operators are to be notified, with the last attempt. */
  private readonly due = new Map<string, RejectedHandshake>()
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()

  constructor(deps: RecorderDeps) {
    this.deps = deps
    this.db = createDatabase(deps.pool)
  }

  /** Counts a rejected handshake and writes it within about a second. */
  add(handshake: RejectedHandshake): void {
    const { reason, stationId } = handshake
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1)
    const shown = { ...handshake, ...cleanTexts(handshake) }
    // a disabled station is rejected on purpose
    if (stationId !== null && reason !== 'disabled') this.countRejection(stationId, shown)
    this.buffer(shown)
    this.timer ??= setTimeout(() => void this.flush(), everyMs).unref()
  }

  /** Discards the rejections of a station that has connected. */
  connected(stationId: string): void {
    this.rejections.delete(stationId)
  }

  private buffer({ at, ...handshake }: RejectedHandshake): void {
    const { accountId, accountCode, stationId, identity, address, reason } = handshake
    const key = JSON.stringify([stationId, accountId ?? accountCode, identity, address, reason])
    const time = at.toISOString()
    const known = this.waiting.get(key)
    if (known) {
      known.count++
      known.last = time
      known.username = handshake.username
      known.path = handshake.path
    } else if (this.reserveSlot(handshake))
      this.waiting.set(key, { ...handshake, id: newId(at.getTime()), count: 1, first: time, last: time })
  }

  private reserveSlot({ stationId, accountId, accountCode }: PlaceOfAttempt): boolean {
    const { usage } = this
    if (stationId !== null) return ++usage.known <= maxWaiting.known
    const account = accountId ?? accountCode ?? ''
    const ofAccount = (usage.ofAccounts.get(account) ?? 0) + 1
    if (ofAccount > maxWaiting.unknownPerAccount || usage.unknown >= maxWaiting.unknown) return false
    usage.ofAccounts.set(account, ofAccount)
    usage.unknown++
    return true
  }

  private countRejection(stationId: string, handshake: RejectedHandshake): void {
    const now = this.deps.clock.monotonicMs()
    const known = this.rejections.get(stationId)
    const isCurrent = known && now - known.sinceMs <= rejectionThreshold.minutes * 60_000
    const rejections = isCurrent ? known : { count: 0, sinceMs: now }
    rejections.count++
    this.rejections.set(stationId, rejections)
    if (rejections.count === rejectionThreshold.count && this.due.size < maxCounted)
      this.due.set(stationId, handshake)
  }

  /** Writes the buffered rows. Rows that cannot be written are buffered again, up to the capacity. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.running = this.running.then(() => this.writeAndNotify())
    return this.running
  }

  private async writeAndNotify(): Promise<void> {
    await this.write()
    await this.notify()
  }

  private async write(): Promise<void> {
    const taken = this.waiting
    if (taken.size === 0) return
    this.waiting = new Map()
    this.usage = emptyUsage()
    try {
      await writeAttempts(this.deps.pool, [...taken.values()], (client, placed) =>
        this.deps.bus.publish(client, hintsOf(placed)),
      )
      this.failures = 0
    } catch {
      // an unavailable database is logged elsewhere; rows that fail although it is available are dropped
      if (++this.failures <= maxFailures) this.putBack(taken)
    }
  }

  private putBack(taken: ReadonlyMap<string, CountedAttempt>): void {
    for (const [key, older] of taken) {
      const newer = this.waiting.get(key)
      if (newer) Object.assign(newer, { count: newer.count + older.count, first: older.first })
      else if (this.reserveSlot(older)) this.waiting.set(key, older)
    }
    this.timer ??= setTimeout(() => void this.flush(), everyMs).unref()
  }

  private async notify(): Promise<void> {
    for (const [stationId, handshake] of [...this.due].slice(0, maxNoticesPerFlush)) {
      this.due.delete(stationId)
      try {
        await noticeRejections(
          { ...this.deps, db: this.db },
          { ...handshake, stationId, ...rejectionThreshold },
        )
      } catch {
        // the attempts' own row has this information as well
      }
    }
    if (this.due.size > 0) this.timer ??= setTimeout(() => void this.flush(), everyMs).unref()
  }

  /** Writes the buffered rows a last time. */
  async close(): Promise<void> {
    await this.flush()
    if (this.timer) clearTimeout(this.timer)
  }
}

const changed: Hint = { kind: 'connection_attempt.changed' }

const hintsOf = (placed: readonly Placed[]): BusEvent[] =>
  [...new Set(placed.map(({ accountId }) => accountId))].map((account) =>
    account === null ? toAdministrators(changed) : { kind: 'hint', account, hint: changed },
  )

/** Returns the text without control characters, formatting characters and lone surrogates, truncated. */
const cleanText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')

const cleanTexts = ({ accountCode, identity, address, username, path }: RejectedHandshake) => ({
  accountCode: accountCode === null ? null : cleanText(accountCode, longest.path),
  identity: cleanText(identity, longest.identity),
  address: cleanText(address, longest.address),
  username: username === null ? null : cleanText(username, longest.username),
  path: cleanText(path, longest.path),
})
