import { BoundedMap } from '../shared/bounded-map.ts'

interface Takeover {
  address: string
  atMs: number
}

const windowMs = 600_000
const tooMany = 3
const maxStations = 10_000

/**
 * Sockets that replaced an open one of the same station: occasionally normal, often a second device with the
 * same key.
 */
export class Takeovers {
  private readonly byStation = new BoundedMap<string, Takeover[]>(maxStations)

  /** Records a takeover; returns the addresses if there were too many from different ones, else null. */
  note(stationId: string, addresses: { from: string; to: string }, nowMs: number): string[] | null {
    if (addresses.from === addresses.to) return null
    const recent = (this.byStation.get(stationId) ?? []).filter(({ atMs }) => nowMs - atMs < windowMs)
    recent.push({ address: addresses.from, atMs: nowMs }, { address: addresses.to, atMs: nowMs })
    this.byStation.set(stationId, recent)
    if (recent.length / 2 <= tooMany) return null
    this.byStation.delete(stationId)
    return [...new Set(recent.map(({ address }) => address))]
  }
}
