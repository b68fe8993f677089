/** Limits on failed handshakes (H5). */
export interface GuardLimits {
  perMinute: number
  /** Of one address with any identities: many stations may stand behind one address. */
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
const mostTallies = 20_000

/**
 * Slows down who guesses keys, without locking out the real station: only an address is ever blocked, for one
 * identity or for all, and an address from which the station has signed in before stays open to it.
 */
export class HandshakeGuard {
  private readonly limits: GuardLimits
  private readonly pairs = new Map<string, Tally>()
  private readonly addresses = new Map<string, Tally>()
  private readonly identities = new Map<string, Tally>()
  private readonly proven = new Set<string>()

  constructor(limits: Partial<GuardLimits> = {}) {
    this.limits = { ...defaults, ...limits }
  }

  /** How long this address has to wait before it may try this identity again; 0: it may. */
  waitMs(address: string, identity: string, nowMs: number): number {
    const pair = this.pairs.get(pairKey(address, identity))
    const own = Math.max(0, (pair?.blockedUntilMs ?? 0) - nowMs)
    if (own > 0 || this.proven.has(pairKey(address, identity))) return own
    const shared = this.addresses.get(address)
    return Math.max(0, (shared?.blockedUntilMs ?? 0) - nowMs)
  }

  /** Whether handshakes from this address have failed within the last minute. */
  isSuspect(address: string, nowMs: number): boolean {
    const tally = this.addresses.get(address)
    return tally !== undefined && nowMs - tally.sinceMs <= minuteMs
  }

  failed(address: string, identity: string, nowMs: number): void {
    // While an identity is being guessed at from many places, each place has one try.
    const isHot = this.tally(this.identities, identity, this.limits.perMinute, nowMs)
    this.tally(this.pairs, pairKey(address, identity), isHot ? 1 : this.limits.perMinute, nowMs)
    this.tally(this.addresses, address, this.limits.addressPerMinute, nowMs)
  }

  succeeded(address: string, identity: string): void {
    const key = pairKey(address, identity)
    this.pairs.delete(key)
    if (this.proven.size >= mostTallies) this.proven.clear()
    this.proven.add(key)
  }

  /** Counts a failure and tells whether the limit is reached; each further block is twice as long. */
  private tally(table: Map<string, Tally>, key: string, limit: number, nowMs: number): boolean {
    const known = table.get(key)
    const tally = known ?? { count: 0, sinceMs: nowMs, blockedUntilMs: 0, blocks: 0 }
    if (!known) {
      if (table.size >= mostTallies) table.clear()
      table.set(key, tally)
    }
    if (nowMs - tally.sinceMs > minuteMs) {
      if (nowMs - tally.blockedUntilMs > this.limits.longestBlockMs) tally.blocks = 0
      tally.count = 0
      tally.sinceMs = nowMs
    }
    tally.count++
    if (tally.count < limit) return false
    const { firstBlockMs, longestBlockMs } = this.limits
    tally.blockedUntilMs = nowMs + Math.min(firstBlockMs * 2 ** tally.blocks, longestBlockMs)
    tally.blocks++
    tally.count = 0
    return true
  }
}

const pairKey = (address: string, identity: string) => `${address} ${identity}`
