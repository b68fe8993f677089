import type { Facts } from '../shared/facts.ts'
import type { RunningClock } from './running-clock.ts'
import type { LogCompactor } from './log-compactor.ts'
import type { LogVolumes } from './log-volumes.ts'
import type { GatewayOptions } from './options.ts'
import type { GatewayPorts } from './ports.ts'
import type { StationSocket } from './station-connection.ts'
import { closings } from './closing.ts'

const heartbeatFlushMs = 10_000
/** Tolerance in milliseconds beyond two ping intervals without a frame; the timer is that coarse. */
const slackMs = 1_000
/** Heartbeat intervals without a frame after which a station that never answers a ping counts as offline. */
const heartbeatsMissed = 2.5

interface ConnectionTimersDeps {
  ports: GatewayPorts
  options: GatewayOptions
  clock: RunningClock
  logs: LogCompactor
  volumes: LogVolumes
  isConnected(stationId: string): boolean
}

/**
 * Runs the periodic work of all sockets with one timer: pings, detection of lost connections, writes of
 * counters. The sockets are spread over slots, one of which is processed each second.
 */
export class ConnectionTimers {
  private readonly logs: LogCompactor
  private readonly volumes: LogVolumes
  private readonly isConnected: (stationId: string) => boolean
  private readonly ports: GatewayPorts
  private readonly options: GatewayOptions
  private readonly clock: RunningClock
  private readonly slots: Set<StationSocket>[]
  private readonly ticksPerSecond: number
  private readonly withHeartbeats = new Set<StationSocket>()
  /**
   * By station: of several connections that ended while the database was unavailable, only the newest is
   * stored.
   */
  private readonly pendingOffline = new Map<string, StationSocket>()
  private ticks = 0
  private second = 0
  private added = 0
  private lastHeartbeatFlushMs = 0

  constructor(deps: ConnectionTimersDeps, tickMs: number) {
    const { ports, options, clock, logs, volumes } = deps
    this.ports = ports
    this.options = options
    this.clock = clock
    this.logs = logs
    this.volumes = volumes
    this.isConnected = (stationId) => deps.isConnected(stationId)
    this.ticksPerSecond = Math.max(1, Math.round(1_000 / tickMs))
    this.slots = Array.from({ length: Math.max(1, Math.round(options.pingMs / 1_000)) }, () => new Set())
  }

  add(session: StationSocket): void {
    this.slots[this.added++ % this.slots.length]!.add(session)
  }

  remove(session: StationSocket): void {
    for (const slot of this.slots) if (slot.delete(session)) break
    this.flushSession(session)
  }

  addHeartbeats(session: StationSocket): void {
    this.withHeartbeats.add(session)
  }

  /** Queues a station whose disconnect could not be stored. */
  retryOffline(session: StationSocket): void {
    const known = this.pendingOffline.get(session.stationId)
    if (!known || session.epoch >= known.epoch) this.pendingOffline.set(session.stationId, session)
  }

  tick(sessions: Iterable<StationSocket>): void {
    if (++this.ticks % this.ticksPerSecond !== 0) return
    const held: StationSocket[] = []
    for (const session of sessions) {
      session.calm()
      if (session.waitingMs > this.options.storageHoldMs) held.push(session)
    }
    // Closing the connection makes stations keep their messages instead of using up their attempts (G9).
    for (const session of held) session.close(closings.storage)
    this.visit(this.slots[this.second++ % this.slots.length]!)
    if (this.clock.ms - this.lastHeartbeatFlushMs >= heartbeatFlushMs) {
      this.flushHeartbeats()
      this.logs.flush(this.isConnected)
    }
    this.volumes.tick()
    this.writePendingOffline()
  }

  private visit(slot: Set<StationSocket>): void {
    const seen: StationSocket[] = []
    for (const session of slot) {
      if (this.isGone(session)) session.end(closings.silent)
      else {
        session.ping()
        if (session.hasNews) seen.push(session)
        if (!session.deviations.isEmpty) this.flushDeviations(session)
      }
    }
    if (seen.length > 0) this.flushSeen(seen)
  }

  /**
   * Every frame shows that the station is alive. Missing pongs alone do not prove the opposite: some stations
   * answer no ping, and only a long silence counts for those (Q7).
   */
  private isGone(session: StationSocket): boolean {
    const silentMs = this.clock.ms - session.heardMs
    const patienceMs = 2 * this.options.pingMs - slackMs
    if (session.hasPonged) return silentMs >= patienceMs
    return silentMs >= Math.max(patienceMs, heartbeatsMissed * session.station.heartbeatSeconds * 1_000)
  }

  private flushSeen(sessions: StationSocket[]): void {
    const rows = sessions.map((session) => ({
      stationId: session.stationId,
      epoch: session.epoch,
      at: session.lastSeenAt.toISOString(),
    }))
    for (const session of sessions) session.hasNews = false
    this.write((facts) => rows.forEach((row) => facts.add('seen', row)))
  }

  private flushDeviations(session: StationSocket): void {
    const counted = session.deviations.take(session.stationId, new Date())
    this.write((facts) => counted.forEach((row) => facts.add('deviations', row)))
  }

  private flushHeartbeats(): void {
    this.lastHeartbeatFlushMs = this.clock.ms
    const rows = [...this.withHeartbeats].flatMap((session) => {
      const beat = session.heartbeats.take(session.stationId, session.station.accountId)
      return beat ? [{ beat, isHinted: session.mayHintLog() }] : []
    })
    this.withHeartbeats.clear()
    if (rows.length === 0) return
    this.write((facts) => {
      for (const { beat, isHinted } of rows) {
        facts.add('heartbeats', beat)
        if (isHinted) facts.hint(beat.accountId, { kind: 'log.added', station: beat.stationId })
      }
    })
  }

  private flushSession(session: StationSocket): void {
    this.withHeartbeats.delete(session)
    const beat = session.heartbeats.take(session.stationId, session.station.accountId)
    if (beat) this.write((facts) => facts.add('heartbeats', beat))
    if (!session.deviations.isEmpty) this.flushDeviations(session)
  }

  private writePendingOffline(): void {
    if (this.pendingOffline.size === 0 || this.ports.storage.unavailableSince) return
    const sessions = [...this.pendingOffline.values()]
    this.pendingOffline.clear()
    const at = new Date().toISOString()
    const write = (facts: Facts) => {
      for (const { station, epoch, lastSeenAt, closingEntry } of sessions) {
        if (closingEntry) facts.add('log', closingEntry)
        facts.add('offline', { stationId: station.id, epoch, at, seenAt: lastSeenAt.toISOString() })
        const { id, accountId } = station
        facts.hint(accountId, { kind: 'station.changed', station: id, ids: [id] })
      }
    }
    this.ports.run({ decide: write }).catch(() => sessions.forEach((session) => this.retryOffline(session)))
  }

  /**
   * Writes counters and last-seen times; a failed write is not repeated because the next one carries newer
   * values.
   */
  private write(decide: (facts: Facts) => void): void {
    this.pending = this.ports.run({ decide }).catch(() => {})
  }
  private pending: Promise<unknown> = Promise.resolve()

  /** Writes the remaining counters. */
  async close(): Promise<void> {
    this.flushHeartbeats()
    this.logs.flush(this.isConnected, true)
    await this.pending
    await this.volumes.close()
  }
}
