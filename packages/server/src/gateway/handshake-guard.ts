import type { IncomingMessage } from 'node:http'
import type { TokenBucket } from 'limiter'
import { addressBlock } from '../shared/address-block.ts'
import { BoundedMap } from '../shared/bounded-map.ts'
import { fullBucket } from '../shared/token-bucket.ts'

/** Failures per minute of one identity from one address, or from all addresses together (H5). */
const identityFailures = 10
/** Failures per minute of one address with any identities: many stations may connect from one address. */
const addressFailures = 60
const firstBlockMs = 60_000
const longestBlockMs = 900_000
const minuteMs = 60_000
/** Maximum number of names whose failures are counted; the one with the oldest failure is evicted first. */
const maxTallies = 20_000

interface Tally {
  count: number
  sinceMs: number
  blockedUntilMs: number
  blocks: number
}

/** Failed handshakes, and those in progress, by address, identity or both. */
class Failures {
  private readonly perMinute: number
  private readonly nowMs: () => number
  private readonly tallies = new BoundedMap<string, Tally>(maxTallies)
  private readonly inProgress = new Map<string, number>()

  constructor(perMinute: number, nowMs: () => number) {
    this.perMinute = perMinute
    this.nowMs = nowMs
  }

  begin(name: string): void {
    this.inProgress.set(name, this.underWay(name) + 1)
  }

  end(name: string): void {
    const left = this.underWay(name) - 1
    if (left > 0) this.inProgress.set(name, left)
    else this.inProgress.delete(name)
  }

  underWay(name: string): number {
    return this.inProgress.get(name) ?? 0
  }

  /** Returns the number of failures in the last minute. */
  recent(name: string): number {
    const tally = this.tallies.get(name)
    if (!tally || this.nowMs() - tally.sinceMs > minuteMs) return 0
    return Math.max(tally.count, this.waitMs(name) > 0 ? 1 : 0)
  }

  /** Returns true if the limit is exceeded should all handshakes in progress fail. */
  isOver(name: string): boolean {
    return this.recent(name) + this.underWay(name) > this.perMinute
  }

  /** Returns the milliseconds until the end of a block; 0 if there is none. */
  waitMs(name: string): number {
    return Math.max(0, (this.tallies.get(name)?.blockedUntilMs ?? 0) - this.nowMs())
  }

  /** Counts a failure; each further block lasts twice as long. */
  add(name: string): void {
    const nowMs = this.nowMs()
    const tally = this.tallies.get(name) ?? { count: 0, sinceMs: nowMs, blockedUntilMs: 0, blocks: 0 }
    this.tallies.set(name, tally)
    if (nowMs - tally.sinceMs > minuteMs) {
      if (nowMs - tally.blockedUntilMs > longestBlockMs) tally.blocks = 0
      tally.count = 0
      tally.sinceMs = nowMs
    }
    tally.count++
    if (tally.count < this.perMinute) return
    tally.blockedUntilMs = nowMs + Math.min(firstBlockMs * 2 ** tally.blocks, longestBlockMs)
    tally.blocks++
    tally.count = 0
    tally.sinceMs = nowMs
  }

  delete(name: string): void {
    this.tallies.delete(name)
  }
}

type Names = Record<'addresses' | 'identities' | 'pairs', string>
type Tables = Record<keyof Names, Failures>
const kinds = ['addresses', 'identities', 'pairs'] as const

/**
 * Counts failed handshakes by address (IPv6: by /64), by identity and by both together. It decides which
 * handshakes are limited but never locks out a station: a limited handshake with a correct key is still
 * accepted (upgrade-handler.ts).
 */
export class HandshakeGuard {
  private readonly tables: Tables

  constructor(nowMs: () => number) {
    this.tables = {
      addresses: new Failures(addressFailures, nowMs),
      identities: new Failures(identityFailures, nowMs),
      pairs: new Failures(identityFailures, nowMs),
    }
  }

  begin(from: string, identity: string): HandshakeSlot {
    const address = addressBlock(from)
    const names = { addresses: address, identities: identity, pairs: `${address} ${identity}` }
    return new HandshakeSlot(this.tables, names)
  }
}

/**
 * Handshake in progress. It counts from its start, so that parallel handshakes cannot exceed a limit
 * together.
 */
export class HandshakeSlot {
  private readonly tables: Tables
  private readonly names: Names
  private isOver = false

  constructor(tables: Tables, names: Names) {
    this.tables = tables
    this.names = names
    for (const kind of kinds) tables[kind].begin(names[kind])
  }

  /**
   * Returns the cause for which the credentials have to be checked in memory before any lookup: failures from
   * this address, or failures for this identity from elsewhere. Null if the handshake is not limited.
   */
  limit(): 'address' | 'identity' | null {
    const { tables, names } = this
    if (this.waitMs > 0 || tables.pairs.isOver(names.pairs)) return 'address'
    if (this.suspects > 0 && tables.addresses.isOver(names.addresses)) return 'address'
    const { identities } = tables
    const isLimited = identities.waitMs(names.identities) > 0 || identities.isOver(names.identities)
    return isLimited ? 'identity' : null
  }

  /** Milliseconds until the address is no longer limited; 0 if it is not limited. */
  get waitMs(): number {
    const { addresses, pairs } = this.tables
    return Math.max(addresses.waitMs(this.names.addresses), pairs.waitMs(this.names.pairs))
  }

  /**
   * Number of handshakes in progress from this address if it had failures within the last minute, else 0:
   * after a power cut a whole site reconnects at the same time.
   */
  get suspects(): number {
    const { addresses } = this.tables
    return addresses.recent(this.names.addresses) > 0 ? addresses.underWay(this.names.addresses) : 0
  }

  failed(): void {
    for (const kind of kinds) this.tables[kind].add(this.names[kind])
  }

  succeeded(): void {
    this.tables.pairs.delete(this.names.pairs)
  }

  /** Ends the handshake; further calls have no effect. */
  end(): void {
    if (this.isOver) return
    this.isOver = true
    for (const kind of kinds) this.tables[kind].end(this.names[kind])
  }
}

export interface AdmissionRate {
  perSecond: number
  burst: number
  /** Sockets whose admission may be in progress at the same time. */
  concurrent: number
  /** Longest wait in milliseconds; a socket that would wait longer is rejected immediately. */
  maxWaitMs: number
  /** Milliseconds between two groups of sockets that are admitted together. */
  groupMs: number
}

/** Longest time, in milliseconds, after which a rejected socket is asked to come back. */
const maxAwayMs = 30_000

interface WaitingSocket {
  sinceMs: number
  isToLeave: () => boolean
  settle: (isAdmitted: boolean) => void
}

/**
 * Admits sockets at a limited rate (G17): after an outage all stations reconnect at the same time, and each
 * costs a few statements. Sockets that wait are admitted in groups, because the statements of a group cost little more than
 * those of one socket. A machine that cannot keep up with the rate admits fewer: the number in progress is limited. Sockets
 * that cannot be admitted soon are rejected with a Retry-After.
 */
export class AdmissionQueue {
  private readonly rate: AdmissionRate
  private readonly nowMs: () => number
  private readonly tokens: TokenBucket
  private inProgress = 0
  private waiting: WaitingSocket[] = []
  private timer: NodeJS.Timeout | null = null
  /** Time until which rejected sockets were asked to wait. */
  private awayUntilMs = 0

  /** `nowMs` is a monotonic time in milliseconds. */
  constructor(rate: AdmissionRate, nowMs: () => number) {
    this.rate = rate
    this.nowMs = nowMs
    this.tokens = fullBucket(rate.perSecond * 60, rate.burst)
  }

  /**
   * Resolves to true when the socket is admitted; returns true immediately if it may be admitted now, false if the
   * wait would be too long or `isToLeave` returned true before its turn. The end of each admission must be reported by `ended`.
   */
  turn(isToLeave: () => boolean): Promise<boolean> | boolean {
    if (this.waiting.length === 0 && this.begins()) return true
    if (this.waitMs > this.rate.maxWaitMs) return false
    return new Promise((settle) => {
      this.waiting.push({ sinceMs: this.nowMs(), isToLeave, settle })
      this.timer ??= setInterval(() => this.admitGroup(), this.rate.groupMs)
    })
  }

  /** Reports that an admission has ended, whatever its outcome. */
  ended(): void {
    this.inProgress -= 1
  }

  /**
   * Returns the milliseconds after which a rejected socket should come back: when those that wait, and those that were
   * rejected before it, can be admitted. After `maxAwayMs` it starts again: the rejected sockets
   * are not authenticated, and thousands of them must not delay a station for minutes.
   */
  comeBackMs(): number {
    const nowMs = this.nowMs()
    const earliestMs = nowMs + this.waitMs
    const isPast = this.awayUntilMs > nowMs + maxAwayMs
    this.awayUntilMs =
      (isPast ? earliestMs : Math.max(this.awayUntilMs, earliestMs)) + 1_000 / this.rate.perSecond
    return this.awayUntilMs - nowMs
  }

  close(): void {
    for (const { settle } of this.waiting) settle(false)
    this.waiting = []
    this.stop()
  }

  /** Milliseconds that a socket arriving now would wait if the rate is reached. */
  private get waitMs(): number {
    this.tokens.drip()
    return ((this.waiting.length + 1 - this.tokens.content) / this.rate.perSecond) * 1000
  }

  /** Admits as many sockets as possible, and rejects those that have waited too long because the rate was not reached. */
  private admitGroup(): void {
    const earliestMs = this.nowMs() - this.rate.maxWaitMs
    let count = 0
    for (const { sinceMs, isToLeave, settle } of this.waiting) {
      const isAdmitted = !isToLeave() && this.begins()
      if (!isAdmitted && !isToLeave() && sinceMs >= earliestMs) break
      settle(isAdmitted)
      count += 1
    }
    this.waiting.splice(0, count)
    if (this.waiting.length === 0) this.stop()
  }

  private begins(): boolean {
    const isPossible = this.inProgress < this.rate.concurrent && this.tokens.tryRemoveTokens(1)
    if (isPossible) this.inProgress += 1
    return isPossible
  }

  private stop(): void {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
  }
}

/** Number of handshakes after which the pattern counts as clear. */
const fewest = 3

/**
 * Detects an installation behind a proxy that is not configured: every handshake comes from one address and a
 * handshake carries X-Forwarded-For, which is ignored as long as TRUST_PROXY does not name the proxy.
 */
export class ProxyHint {
  private only: string | null = null
  private isMixed = false
  private hasForwarded = false
  private count = 0

  /**
   * Records a handshake and its address as used for limits. Returns true if the pattern has just become
   * clear.
   */
  note(request: IncomingMessage, address: string): boolean {
    const before = this.address
    this.count = Math.min(this.count + 1, fewest)
    this.hasForwarded ||= request.headers['x-forwarded-for'] !== undefined
    this.only ??= address
    this.isMixed ||= this.only !== address
    return before === null && this.address !== null
  }

  /** The one address of all handshakes since the start if it looks like that of a proxy. */
  get address(): string | null {
    return this.hasForwarded && !this.isMixed && this.count >= fewest ? this.only : null
  }
}
