import { createHash } from 'node:crypto'
import type { GatheredFact, LogFact } from '../shared/facts.ts'
import type { AwakeClock } from './awake-clock.ts'
import type { DeviationCounter } from './deviation-counter.ts'

/** Entries a minute that are written one by one, and how long those beyond wait to be written as one. */
const kinds = new Map([
  // A station that boots again and again does so over new sockets, every few seconds.
  ['BootNotification', { perMinute: 2, holdMs: 60_000 }],
  ['StatusNotification', { perMinute: 120, holdMs: 10_000 }],
])

const minuteMs = 60_000
/** Beyond it entries are written one by one, as if there were no flurries. */
const mostKeys = 50_000

/** What one connector, or the station itself, keeps telling. */
export interface Flurry {
  kind: { perMinute: number; holdMs: number }
  sinceMs: number
  count: number
  gathered: { row: GatheredFact; sinceMs: number } | null
}

/**
 * Boot loops and flapping states (G51): every message is stored and answered as ever, but from some point on the log
 * has one entry for many, with their number, when the first came and what the last said.
 */
export class Flurries {
  private readonly flurries = new Map<string, Flurry>()

  /** Counts a message; where it is one too many, the flurry that its entry of the log belongs to, else null. */
  of(stationId: string, action: string, payload: unknown, nowMs: number): Flurry | null {
    const kind = kinds.get(action)
    if (!kind) return null
    const key = `${stationId}/${action}/${sameOf(action, payload)}`
    let flurry = this.flurries.get(key)
    if (!flurry) {
      if (this.flurries.size >= mostKeys) return null
      this.flurries.set(key, (flurry = { kind, sinceMs: nowMs, count: 0, gathered: null }))
    }
    if (nowMs - flurry.sinceMs >= minuteMs) {
      flurry.sinceMs = nowMs
      flurry.count = 0
    }
    return ++flurry.count > kind.perMinute ? flurry : null
  }

  add(flurry: Flurry, entry: LogFact, nowMs: number): void {
    const { at, accountId, stationId, action, messageId, request, response } = entry
    const { gathered } = flurry
    if (gathered) Object.assign(gathered.row, { request, response, repeats: gathered.row.repeats + 1 })
    else {
      const row = { at, accountId, stationId, action, messageId, request, response, repeats: 1 }
      flurry.gathered = { row, sinceMs: nowMs }
    }
  }

  /** What has waited long enough, or all of it. Flurries that are over are forgotten. */
  take(nowMs: number, all = false): GatheredFact[] {
    const due: GatheredFact[] = []
    for (const [key, flurry] of this.flurries) {
      const { gathered, kind } = flurry
      if (gathered && (all || nowMs - gathered.sinceMs >= kind.holdMs)) {
        due.push(gathered.row)
        flurry.gathered = null
      }
      if (!flurry.gathered && nowMs - flurry.sinceMs >= minuteMs) this.flurries.delete(key)
    }
    return due
  }

  get size(): number {
    return this.flurries.size
  }
}

/** The flurries of one station, as its socket counts them. */
export class StationFlurries {
  private readonly house: { flurries: Flurries; awake: Pick<AwakeClock, 'ms'> }
  private readonly session: { readonly stationId: string; readonly deviations: DeviationCounter }

  constructor(house: StationFlurries['house'], session: StationFlurries['session']) {
    this.house = house
    this.session = session
  }

  /** The flurry that a call belongs to where it is one too many; the owner reads of it among the deviations. */
  of(action: string, payload: unknown, rawPayload: string): Flurry | null {
    const { stationId, deviations } = this.session
    const flurry = this.house.flurries.of(stationId, action, payload, this.house.awake.ms)
    if (flurry) deviations.note(`${action} again and again`, rawPayload)
    return flurry
  }

  add(flurry: Flurry, entry: LogFact): void {
    this.house.flurries.add(flurry, entry, this.house.awake.ms)
  }
}

/** What the messages of one flurry have in common: boots all they say, states their connector. */
const sameOf = (action: string, payload: unknown): string =>
  action === 'BootNotification'
    ? createHash('sha256').update(JSON.stringify(payload)).digest('base64')
    : String((payload as { connectorId?: unknown } | null)?.connectorId)
