import type { RefusedAdmission } from '../shared/admission.ts'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { Clock } from '../shared/clock.ts'
import type { Facts } from '../shared/facts.ts'
import { addEvent } from '../shared/station-event.ts'
import { addSecurityEvent } from '../shared/security-event.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import type { Connection } from './connection.ts'
import { logEntry } from './connection-log.ts'
import type { GatewayServices } from './services.ts'

/** Milliseconds between two entries about rejected handshakes of a station. */
const explainEveryMs = 60_000
const maxExplained = 10_000
const takeoverWindowMs = 600_000
const maxTakeovers = 3
/** Maximum number of stations whose takeovers are counted. */
const maxStations = 10_000

/** Stores for operators that connections of stations ended, replaced each other, or were rejected. */
export class ConnectionEvents {
  private readonly services: Pick<GatewayServices, 'run' | 'storage'>
  private readonly clock: Clock
  private readonly takeovers = new Takeovers()
  private readonly explained: LogThrottle
  /**
   * Connections whose end is not stored, by station: of several that ended while the database was unavailable,
   * only the newest is stored.
   */
  private readonly pendingOffline = new Map<string, Connection>()

  constructor(services: Pick<GatewayServices, 'run' | 'storage'>, clock: Clock) {
    this.services = services
    this.clock = clock
    this.explained = new LogThrottle(explainEveryMs, () => clock.monotonicMs(), maxExplained)
  }

  /** Stores that stations are offline. While the database is unavailable they remain online there. */
  offline(connections: readonly Connection[]): void {
    const now = this.clock.now()
    const at = now.toISOString()
    const rows = connections.map(({ station, epoch, lastSeenAt, closingEntry, log, ended }) => ({
      fact: { stationId: station.id, epoch, at, seenAt: lastSeenAt.toISOString() },
      accountId: station.accountId,
      ended,
      closingEntry,
      addEntry: closingEntry && log.writer(),
    }))
    const decide = (facts: Facts) => {
      for (const { fact, accountId, closingEntry, addEntry, ended } of rows) {
        if (closingEntry) addEntry?.(facts, closingEntry)
        facts.add('offline', fact)
        addEvent(
          facts,
          { id: fact.stationId, accountId },
          { kind: 'disconnected', at: now, details: { ...ended, lastseen: fact.seenAt } },
        )
        facts.hint(accountId, { kind: 'station.changed', station: fact.stationId, ids: [fact.stationId] })
      }
    }
    this.services.run({ decide }).catch(() => {
      for (const connection of connections) {
        const newer = this.pendingOffline.get(connection.stationId)
        if (!newer || connection.epoch >= newer.epoch)
          this.pendingOffline.set(connection.stationId, connection)
      }
    })
  }

  /** Adds a connection to the activity; `isTakeover`: it replaced an open one. */
  connected(
    { station, remoteAddress }: Connection,
    { at, protocol, isTakeover }: { at: string; protocol: string; isTakeover: boolean },
  ): void {
    const details = { address: remoteAddress, protocol, takeover: isTakeover || null }
    const event = { kind: 'connected' as const, at: new Date(at), details }
    this.write((facts) => addEvent(facts, station, event))
  }

  /** Stores a security event for a station that was refused with a lower security profile than before (H11). */
  lowerProfile({ stationId, accountId }: RefusedAdmission): void {
    if (!stationId || !accountId || !this.explained.shouldLog(`profile ${stationId}`)) return
    const now = this.clock.now()
    this.write((facts) => {
      addSecurityEvent(
        facts,
        { id: stationId, accountId },
        {
          type: 'LowerSecurityProfileRefused',
          receivedAt: now,
          techInfo: null,
        },
      )
      facts.hint(accountId, { kind: 'station.changed', station: stationId, ids: [stationId] })
    })
  }

  /** Stores what could not be stored; called each second. */
  retry(): void {
    if (this.pendingOffline.size === 0 || this.services.storage.unavailableSince) return
    const connections = [...this.pendingOffline.values()]
    this.pendingOffline.clear()
    this.offline(connections)
  }

  /** Records that a socket replaced an open one; a security event if this happens repeatedly (H6). */
  takeover({ station, remoteAddress }: Connection, from: string): void {
    const change = { from, to: remoteAddress }
    const addresses = this.takeovers.note(station.id, change, this.clock.monotonicMs())
    if (!addresses) return
    const techInfo = `Connections keep replacing each other, from ${addresses.join(', ')}`
    const receivedAt = this.clock.now()
    this.write((facts) =>
      addSecurityEvent(facts, station, { type: 'RepeatedTakeover', receivedAt, techInfo }),
    )
  }

  /** Writes to the station's log why its handshake was rejected. */
  upgradeRejected(
    { stationId: id, accountId }: { stationId: string; accountId: string },
    about: { address: string; path: string; reason: string },
  ): void {
    if (!this.explained.shouldLog(id)) return
    const entry = logEntry(
      { id, accountId },
      {
        at: this.clock.now().toISOString(),
        action: 'Connect',
        request: JSON.stringify({ address: about.path, from: about.address }),
        response: JSON.stringify({ errorDescription: about.reason }),
        errorCode: 'ConnectionRefused',
      },
    )
    this.write((facts) => {
      facts.add('log', entry)
      facts.hint(accountId, { kind: 'log.added', station: id })
    })
  }

  /** Writes facts on a best-effort basis: they may be lost while the database is unavailable. */
  private write(decide: (facts: Facts) => void): void {
    this.services.run({ decide }).catch(() => {})
  }
}

interface Takeover {
  address: string
  atMs: number
}

/**
 * Sockets that replaced an open one of the same station: occasionally normal, often a second device with the
 * same key.
 */
export class Takeovers {
  private readonly byStation = new BoundedMap<string, Takeover[]>(maxStations)

  /** Records a takeover; returns the addresses if there were too many from different ones, else null. */
  note(stationId: string, addresses: { from: string; to: string }, nowMs: number): string[] | null {
    if (addresses.from === addresses.to) return null
    const recent = (this.byStation.get(stationId) ?? []).filter(({ atMs }) => nowMs - atMs < takeoverWindowMs)
    recent.push({ address: addresses.from, atMs: nowMs }, { address: addresses.to, atMs: nowMs })
    this.byStation.set(stationId, recent)
    if (recent.length / 2 <= maxTakeovers) return null
    this.byStation.delete(stationId)
    return [...new Set(recent.map(({ address }) => address))]
  }
}
