import type { SimulatedStation } from '../station.ts'
import type { Terminal } from './terminal.ts'

/** Maximum number of stations printed line by line; more would be unreadable. */
const maxPrinted = 10
const intervalMs = 250

function stateOf(station: SimulatedStation): string | null {
  if (station.isOnline) return 'is online'
  if (station.isConnected)
    return station.registration === 'none' ? null : `is connected, its boot is ${station.registration}`
  const end = station.lastEnd
  if (end === null) return null
  if (end.kind === 'closed') return `is not connected (${end.reason || `closed with ${end.code}`})`
  const why = end.status === 401 ? ': the identity or the key is wrong' : ''
  return `is rejected with HTTP ${end.status}${why}`
}

/**
 * Prints a line when one of a few stations connects, disconnects or is rejected; the returned function stops
 * it.
 */
export function printStates(stations: readonly SimulatedStation[], terminal: Terminal): () => void {
  if (stations.length > maxPrinted) return () => {}
  const printed = new Map<SimulatedStation, string>()
  const printChanges = (): void => {
    for (const station of stations) {
      const state = stateOf(station)
      if (state === null || state === printed.get(station)) continue
      printed.set(station, state)
      terminal.print(`${station.identity} ${state}`)
    }
  }
  const timer = setInterval(printChanges, intervalMs)
  return () => clearInterval(timer)
}
