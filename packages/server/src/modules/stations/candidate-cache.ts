import { BoundedMap } from '../../shared/bounded-map.ts'
import type { CandidatePlace, PlaceOfRequest } from './admission.ts'

type Place = PlaceOfRequest

interface Limits {
  /** Minimum time between two lookups in the database. */
  everyMs: number
  /** Places per lookup. */
  batch: number
  /** Places in the queue. */
  waiting: number
  cached: number
  cachedMs: number
}

const defaults: Limits = { everyMs: 250, batch: 500, waiting: 2_000, cached: 5_000, cachedMs: 2_000 }

interface Waiting {
  place: Place
  found: Promise<CandidatePlace | null>
  resolve(found: CandidatePlace | null): void
}

/**
 * Looks up candidates for limited handshakes. Regardless of their number, the database gets one query of at
 * most `batch` places per `everyMs`, and a result is cached for `cachedMs`.
 */
export class CandidateCache {
  private readonly find: (places: Place[]) => Promise<CandidatePlace[]>
  private readonly limits: Limits
  private readonly cached: BoundedMap<string, { found: CandidatePlace; untilMs: number }>
  private readonly waiting = new Map<string, Waiting>()
  private timer: NodeJS.Timeout | null = null
  private lastMs = -Infinity
  /** Incremented when stations change: results read before must not be cached. */
  private version = 0

  constructor(find: (places: Place[]) => Promise<CandidatePlace[]>, limits: Partial<Limits> = {}) {
    this.find = find
    this.limits = { ...defaults, ...limits }
    this.cached = new BoundedMap(this.limits.cached)
  }

  /** Returns the candidates of a place; null if the queue is full or the query fails. */
  get(place: Place): Promise<CandidatePlace | null> {
    const key = JSON.stringify([place.accountCode, place.identity, place.certificate?.fingerprint])
    const known = this.cached.get(key)
    if (known && known.untilMs > performance.now()) return Promise.resolve(known.found)
    const before = this.waiting.get(key)
    if (before) return before.found
    if (this.waiting.size >= this.limits.waiting) return Promise.resolve(null)
    const one: Partial<Waiting> = { place }
    one.found = new Promise((resolve) => (one.resolve = resolve))
    this.waiting.set(key, one as Waiting) // the promise has set `resolve` here
    this.plan()
    return one.found
  }

  /** Clears the cache: a station, a key or an account has changed. */
  clear(): void {
    this.version++
    this.cached.clear()
  }

  private plan(): void {
    if (this.timer || this.waiting.size === 0) return
    const inMs = Math.max(0, this.lastMs + this.limits.everyMs - performance.now())
    this.timer = setTimeout(() => void this.lookUp(), inMs).unref()
  }

  private async lookUp(): Promise<void> {
    this.lastMs = performance.now()
    const taken = [...this.waiting].slice(0, this.limits.batch)
    for (const [key] of taken) this.waiting.delete(key)
    const { version } = this
    let found: CandidatePlace[] = []
    try {
      found = await this.find(taken.map(([, { place }]) => place))
    } catch {
      // the database is unavailable: these handshakes are answered like those beyond the queue
    }
    const untilMs = performance.now() + this.limits.cachedMs
    for (const [index, [key, { resolve }]] of taken.entries()) {
      const one = found[index] ?? null
      if (one && version === this.version) this.cached.set(key, { found: one, untilMs })
      resolve(one)
    }
    this.timer = null
    this.plan()
  }
}
