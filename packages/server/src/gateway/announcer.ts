import { BoundedMap } from '../shared/bounded-map.ts'
import type { Clock } from '../shared/clock.ts'
import type { Facts, LogFact } from '../shared/facts.ts'
import { newId } from '../shared/ids.ts'
import type { StationKnowledge } from '../shared/station-connection.ts'
import type { GatewayPorts } from './ports.ts'
import { Takeovers } from './takeovers.ts'

/** Properties of a socket that announcements use. */
export interface AnnouncedSocket {
  readonly station: StationKnowledge
  readonly epoch: number
  readonly remoteAddress: string
  readonly lastSeenAt: Date
  /** Log entry for the end of the connection, if it is not stored yet. */
  readonly closingEntry: LogFact | null
}

const explainEveryMs = 60_000
const maxExplained = 10_000

/** Stores connection events of stations for their operators. */
export class Announcer {
  private readonly ports: GatewayPorts
  private readonly clock: Clock
  private readonly takeovers = new Takeovers()
  private readonly explained = new BoundedMap<string, number>(maxExplained)

  constructor(ports: GatewayPorts, clock: Clock) {
    this.ports = ports
    this.clock = clock
  }

  /** Stores that a station's socket has closed. Rejects if this cannot be stored now. */
  offline({ station, epoch, lastSeenAt, closingEntry }: AnnouncedSocket): Promise<void> {
    const { id: stationId, accountId } = station
    const at = this.clock.now().toISOString()
    return this.ports.run({
      decide: (facts) => {
        if (closingEntry) facts.add('log', closingEntry)
        facts.add('offline', { stationId, epoch, at, seenAt: lastSeenAt.toISOString() })
        facts.hint(accountId, { kind: 'station.changed', station: stationId, ids: [stationId] })
      },
    })
  }

  /** Records that a socket replaced an open one; a security event if this happens repeatedly (H6). */
  takeover({ station, remoteAddress }: AnnouncedSocket, from: string): void {
    const { id: stationId, accountId } = station
    const change = { from, to: remoteAddress }
    const addresses = this.takeovers.note(stationId, change, this.clock.monotonicMs())
    if (!addresses) return
    const at = this.clock.now().toISOString()
    const techInfo = `Connections keep replacing each other, from ${addresses.join(', ')}`
    this.write((facts) =>
      facts.add('securityEvents', {
        id: newId(),
        accountId,
        stationId,
        type: 'RepeatedTakeover',
        happenedAt: at,
        receivedAt: at,
        techInfo,
      }),
    )
  }

  /** Writes to the station's log why its handshake was rejected. */
  upgradeRejected(
    { stationId, accountId }: { stationId: string; accountId: string },
    about: { address: string; path: string; reason: string },
  ): void {
    const now = this.clock.monotonicMs()
    if (now - (this.explained.get(stationId) ?? -Infinity) < explainEveryMs) return
    this.explained.set(stationId, now)
    const entry = {
      at: this.clock.now().toISOString(),
      accountId,
      stationId,
      isOutgoing: false,
      action: 'Connect',
      messageId: null,
      request: JSON.stringify({ address: about.path, from: about.address }),
      response: JSON.stringify({ errorDescription: about.reason }),
      errorCode: 'ConnectionRefused',
      durationMs: null,
      commandId: null,
    }
    this.write((facts) => {
      facts.add('log', entry)
      facts.hint(accountId, { kind: 'log.added', station: stationId })
    })
  }

  /** Writes facts on a best-effort basis: they may be lost while the database is unavailable. */
  private write(decide: (facts: Facts) => void): void {
    this.ports.run({ decide }).catch(() => {})
  }
}
