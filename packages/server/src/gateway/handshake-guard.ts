import type { IncomingMessage } from 'node:http'
import type { TokenBucket } from 'limiter'
import { addressBlock } from '../shared/address-block.ts'
import { BoundedMap } from '../shared/bounded-map.ts'
import { fullBucket } from '../shared/token-bucket.ts'

/** Limits on failed handshakes (H5). */
export interface GuardLimits {
  /** Failures of one identity from one address, or from all addresses together. */
  perMinute: number
  /** Failures of one address with any identities: many stations may connect from one address. */
  addressPerMinute: number
  firstBlockMs: number
  longestBlockMs: number
}

const defaults: GuardLimits = {
  perMinute: 10,
  addressPerMinute: 60,
  firstBlockMs: 60_000,
  longestBlockMs: 900_000,
}

interface Tally {
  count: number
  sinceMs: number
  blockedUntilMs: number
  blocks: number
}

const minuteMs = 60_000
const maxTallies = 20_000

/**
 * Handshake in progress. It counts from its start, so that parallel handshakes cannot exceed a limit
 * together.
 */
export interface HandshakeSlot {
  /**
   * Returns the cause for which the credentials have to be checked in memory before any lookup: failures from
   * this address, or failures for this identity from elsewhere. Null if the handshake is not limited.
   */
  limit(nowMs: number): 'address' | 'identity' | null
  /** Returns the milliseconds until the address is no longer limited; 0 if it is not limited. */
  waitMs(nowMs: number): number
  failed(nowMs: number): void
  succeeded(): void
  /** Ends the handshake; further calls have no effect. */
  end(): void
}

type HandshakeNames = Record<'address' | 'identity' | 'pair', string>

/** Counts work in progress by name. */
class InFlight {
  private readonly counts = new Map<string, number>()

  get(key: string): number {
    return this.counts.get(key) ?? 0
  }

  add(key: string, change: 1 | -1): void {
    const count = this.get(key) + change
    if (count > 0) this.counts.set(key, count)
    else this.counts.delete(key)
  }
}

/**
 * Counts failed handshakes by address (IPv6: by /64), by identity and by both together. It decides which
 * handshakes are limited but never locks out a station: a limited handshake with a correct key is still
 * accepted (upgrade-handler.ts).
 */
export class HandshakeGuard {
  private readonly limits: GuardLimits
  private readonly pairs = new BoundedMap<string, Tally>(maxTallies)
  private readonly addresses = new BoundedMap<string, Tally>(maxTallies)
  private readonly identities = new BoundedMap<string, Tally>(maxTallies)
  private readonly underWay = { pairs: new InFlight(), addresses: new InFlight(), identities: new InFlight() }

  constructor(limits: Partial<GuardLimits> = {}) {
    this.limits = { ...defaults, ...limits }
  }

  begin(from: string, identity: string): HandshakeSlot {
    const address = addressBlock(from)
    const pair = `${address} ${identity}`
    const count = (change: 1 | -1) => {
      this.underWay.pairs.add(pair, change)
      this.underWay.addresses.add(address, change)
      this.underWay.identities.add(identity, change)
    }
    let isOver = false
    count(1)
    return {
      limit: (nowMs) => this.limit({ address, identity, pair }, nowMs),
      waitMs: (nowMs) => this.waitMs({ address, identity, pair }, nowMs),
      failed: (nowMs) => {
        this.tally(this.pairs, pair, this.limits.perMinute, nowMs)
        this.tally(this.identities, identity, this.limits.perMinute, nowMs)
        this.tally(this.addresses, address, this.limits.addressPerMinute, nowMs)
      },
      succeeded: () => void this.pairs.delete(pair),
      end: () => {
        if (!isOver) count(-1)
        isOver = true
      },
    }
  }

  /**
   * Returns the number of handshakes in progress from an address with failures within the last minute, else
   * 0.
   */
  suspectsUnderWay(from: string, nowMs: number): number {
    const address = addressBlock(from)
    return recent(this.addresses.get(address), nowMs) > 0 ? this.underWay.addresses.get(address) : 0
  }

  private limit(of: HandshakeNames, nowMs: number): 'address' | 'identity' | null {
    const { perMinute, addressPerMinute } = this.limits
    const { pairs, identities } = this.underWay
    if (this.waitMs(of, nowMs) > 0) return 'address'
    if (recent(this.pairs.get(of.pair), nowMs) + pairs.get(of.pair) > perMinute) return 'address'
    // after a power cut a whole site reconnects at the same time: parallel handshakes only count after
    // failures
    const suspects = this.suspectsUnderWay(of.address, nowMs)
    if (suspects > 0 && recent(this.addresses.get(of.address), nowMs) + suspects > addressPerMinute)
      return 'address'
    const tally = this.identities.get(of.identity)
    const isBlocked = tally !== undefined && tally.blockedUntilMs > nowMs
    return isBlocked || recent(tally, nowMs) + identities.get(of.identity) > perMinute ? 'identity' : null
  }

  private waitMs({ pair, address }: HandshakeNames, nowMs: number): number {
    const tallies = [this.pairs.get(pair), this.addresses.get(address)]
    return Math.max(0, ...tallies.map((tally) => (tally?.blockedUntilMs ?? 0) - nowMs))
  }

  /**
   * Counts a failure; each further block lasts twice as long. The entry with the oldest failure is evicted
   * first.
   */
  private tally(table: Map<string, Tally>, key: string, limit: number, nowMs: number): void {
    const tally = table.get(key) ?? { count: 0, sinceMs: nowMs, blockedUntilMs: 0, blocks: 0 }
    table.set(key, tally)
    if (nowMs - tally.sinceMs > minuteMs) {
      if (nowMs - tally.blockedUntilMs > this.limits.longestBlockMs) tally.blocks = 0
      tally.count = 0
      tally.sinceMs = nowMs
    }
    tally.count++
    if (tally.count < limit) return
    const { firstBlockMs, longestBlockMs } = this.limits
    tally.blockedUntilMs = nowMs + Math.min(firstBlockMs * 2 ** tally.blocks, longestBlockMs)
    tally.blocks++
    tally.count = 0
    tally.sinceMs = nowMs
  }
}

const recent = (tally: Tally | undefined, nowMs: number): number =>
  tally && nowMs - tally.sinceMs <= minuteMs ? Math.max(tally.count, tally.blockedUntilMs > nowMs ? 1 : 0) : 0

export interface AdmissionRate {
  perSecond: number
  burst: number
  /** Longest wait in milliseconds; a socket that would wait longer is rejected immediately. */
  maxWaitMs: number
}

/**
 * Admits sockets at a limited rate (G17): after an outage all stations reconnect at the same time, and each
 * costs a few statements. Sockets that cannot be admitted soon are rejected with a Retry-After.
 */
export class AdmissionQueue {
  private readonly rate: AdmissionRate
  private readonly tokens: TokenBucket
  private waiting: ((isAdmitted: boolean) => void)[] = []

  constructor(rate: AdmissionRate) {
    this.rate = rate
    this.tokens = fullBucket(rate.perSecond * 60, rate.burst)
  }

  /**
   * Resolves to true when the socket is admitted; returns true immediately if a token is free, false if the
   * wait would be too long.
   */
  turn(): Promise<boolean> | boolean {
    if (this.waiting.length === 0 && this.tokens.tryRemoveTokens(1)) return true
    if (this.waitMs > this.rate.maxWaitMs) return false
    return new Promise((settle) => this.waiting.push(settle))
  }

  /** Milliseconds that a socket arriving now would wait. */
  get waitMs(): number {
    this.tokens.drip()
    return ((this.waiting.length + 1 - this.tokens.content) / this.rate.perSecond) * 1000
  }

  /** Admits waiting sockets as far as tokens allow. */
  tick(): void {
    while (this.waiting.length > 0 && this.tokens.tryRemoveTokens(1)) this.waiting.shift()!(true)
  }

  close(): void {
    for (const settle of this.waiting) settle(false)
    this.waiting = []
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
