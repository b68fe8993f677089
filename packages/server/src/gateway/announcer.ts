import { BoundedMap } from '../shared/bounded-map.ts'
import type { Clock } from '../shared/clock.ts'
import type { Facts, LogFact } from '../shared/facts.ts'
import { newId } from '../shared/ids.ts'
import type { StationKnowledge } from '../shared/station-connection.ts'
import type { GatewayPorts } from './ports.ts'
import { Takeovers } from './takeovers.ts'

/** A socket as announcements need it. */
export interface AnnouncedSocket {
  readonly station: StationKnowledge
  readonly epoch: number
  readonly remoteAddress: string
  readonly lastSeenAt: Date
  /** Of the end of the connection, where the log has none for it yet. */
  readonly closingEntry: LogFact | null
}

const explainEveryMs = 60_000
const mostExplained = 10_000

/** Stores what happens to sockets, for the people who own the stations. */
export class Announcer {
  private readonly ports: GatewayPorts
  private readonly clock: Clock
  private readonly takeovers = new Takeovers()
  private readonly explained = new BoundedMap<string, number>(mostExplained)

  constructor(ports: GatewayPorts, clock: Clock) {
    this.ports = ports
    this.clock = clock
  }

  /** The station's socket is gone. Rejects when that cannot be stored now. */
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

  /** A socket took the place of a living one; a security event when that happens again and again (H6). */
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

  /** The owner of a station reads in its log why it was turned away. */
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

  /** Worth knowing, but nothing that is lost when the database is away. */
  private write(decide: (facts: Facts) => void): void {
    this.ports.run({ decide }).catch(() => {})
  }
}
