import type { Readings } from '@stationmaster/contract'
import { useCallback, useSyncExternalStore } from 'react'
import { watchStation } from '../../lib/live.ts'
import type { Connector } from './station-queries.ts'

/** The newest readings of each connector of a station, by its number. */
export type Board = ReadonlyMap<number, Readings>

interface Watched {
  readings: Board
  listeners: Set<() => void>
  stop: (() => void) | null
}

const empty: Board = new Map()
const boards = new Map<string, Watched>()

/** Returns the live readings of a station; subscribed while a component uses them, discarded after. */
export function useReadings(station: string): Board {
  // The same function as long as the station is the same: a new one would unsubscribe and subscribe with
  // every render.
  const subscribe = useCallback((listener: () => void) => join(station, listener), [station])
  return useSyncExternalStore(subscribe, () => boards.get(station)?.readings ?? empty)
}

function join(station: string, listener: () => void): () => void {
  const board = boards.get(station) ?? { readings: empty, listeners: new Set(), stop: null }
  boards.set(station, board)
  board.listeners.add(listener)
  board.stop ??= watchStation(station, (received) => {
    board.readings = withReadings(board.readings, received)
    for (const notify of board.listeners) notify()
  })
  return () => {
    board.listeners.delete(listener)
    if (board.listeners.size > 0) return
    board.stop?.()
    boards.delete(station)
  }
}

/** Merges newer readings; a value that a reading lacks is kept within the same transaction. */
export function withReadings(board: Board, received: readonly Readings[]): Board {
  const next = new Map(board)
  for (const reading of received) {
    const before = next.get(reading.connectorid)
    if (before && before.at > reading.at) continue
    const same = before?.transactionid === reading.transactionid ? before : undefined
    next.set(reading.connectorid, {
      ...reading,
      power: reading.power ?? same?.power ?? null,
      energy: reading.energy ?? same?.energy ?? null,
      soc: reading.soc ?? same?.soc ?? null,
    })
  }
  return next
}

export type LiveValues = Pick<Connector, 'power' | 'energy' | 'soc' | 'readingsat'>
const nothingRuns: LiveValues = { power: null, energy: null, soc: null, readingsat: null }

/**
 * Returns the current values of a connector: the live reading if it belongs to the running transaction and is
 * newer than the row.
 */
export function liveValues(connector: Connector, board: Board): LiveValues {
  if (connector.transactionid === null) return nothingRuns
  const reading = board.get(connector.connectorid)
  const isNewer = reading && reading.at >= Date.parse(connector.readingsat ?? '1970-01-01T00:00:00Z')
  if (!isNewer || reading.transactionid !== connector.transactionid) return connector
  return {
    power: reading.power ?? connector.power,
    energy: reading.energy ?? connector.energy,
    soc: reading.soc ?? connector.soc,
    readingsat: new Date(reading.at).toISOString(),
  }
}

/** Returns the time of the newest reading of several connectors; null if none is running. */
export function newestReading(connectors: readonly Connector[], board: Board): string | null {
  const times = connectors.map((connector) => liveValues(connector, board).readingsat)
  return (
    times
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null
  )
}

/** Sums the power over all connectors in W; null if no connector reports power. */
export function totalPower(connectors: readonly Connector[], board: Board): number | null {
  const powers = connectors
    .map((connector) => liveValues(connector, board).power)
    .filter((one) => one !== null)
  return powers.length === 0 ? null : powers.reduce((sum, one) => sum + one, 0)
}
