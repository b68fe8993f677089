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

  add(connection: StationSocket): void {
    this.slots[this.added++ % this.slots.length]!.add(connection)
  }

  remove(connection: StationSocket): void {
    for (const slot of this.slots) if (slot.delete(connection)) break
    this.flushConnection(connection)
  }

  addHeartbeats(connection: StationSocket): void {
    this.withHeartbeats.add(connection)
  }

  /** Queues a station whose disconnect could not be stored. */
  retryOffline(connection: StationSocket): void {
    const known = this.pendingOffline.get(connection.stationId)
    if (!known || connection.epoch >= known.epoch) this.pendingOffline.set(connection.stationId, connection)
  }

  tick(connections: Iterable<StationSocket>): void {
    if (++this.ticks % this.ticksPerSecond !== 0) return
    const overdue: StationSocket[] = []
    for (const connection of connections) {
      connection.continueQueue()
      if (connection.waitingMs > this.options.storageHoldMs) overdue.push(connection)
    }
    // Closing the connection makes stations keep their messages instead of using up their attempts (G9).
    for (const connection of overdue) connection.close(closings.storage)
    this.checkSlot(this.slots[this.second++ % this.slots.length]!)
    if (this.clock.ms - this.lastHeartbeatFlushMs >= heartbeatFlushMs) {
      this.flushHeartbeats()
      this.logs.flush(this.isConnected)
    }
    this.volumes.tick()
    this.writePendingOffline()
  }

  private checkSlot(slot: Set<StationSocket>): void {
    const active: StationSocket[] = []
    for (const connection of slot) {
      if (this.isLost(connection)) connection.terminate(closings.silent)
      else {
        connection.ping()
        if (connection.hasNews) active.push(connection)
        if (!connection.deviations.isEmpty) this.flushDeviations(connection)
      }
    }
    if (active.length > 0) this.flushLastSeen(active)
  }

  /**
   * Every frame shows that the station is alive. Missing pongs alone do not prove the opposite: some stations
   * answer no ping, and only a long silence counts for those (Q7).
   */
  private isLost(connection: StationSocket): boolean {
    const silentMs = this.clock.ms - connection.lastReceivedMs
    const patienceMs = 2 * this.options.pingMs - slackMs
    if (connection.hasPonged) return silentMs >= patienceMs
    return silentMs >= Math.max(patienceMs, heartbeatsMissed * connection.station.heartbeatSeconds * 1_000)
  }

  private flushLastSeen(connections: StationSocket[]): void {
    const rows = connections.map((connection) => ({
      stationId: connection.stationId,
      epoch: connection.epoch,
      at: connection.lastSeenAt.toISOString(),
    }))
    for (const connection of connections) connection.hasNews = false
    this.write((facts) => rows.forEach((row) => facts.add('seen', row)))
  }

  private flushDeviations(connection: StationSocket): void {
    const counted = connection.deviations.take(connection.stationId, new Date())
    this.write((facts) => counted.forEach((row) => facts.add('deviations', row)))
  }

  private flushHeartbeats(): void {
    this.lastHeartbeatFlushMs = this.clock.ms
    const rows = [...this.withHeartbeats].flatMap((connection) => {
      const beat = connection.heartbeats.take(connection.stationId, connection.station.accountId)
      return beat ? [{ beat, isHinted: connection.mayHintLog() }] : []
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

  private flushConnection(connection: StationSocket): void {
    this.withHeartbeats.delete(connection)
    const beat = connection.heartbeats.take(connection.stationId, connection.station.accountId)
    if (beat) this.write((facts) => facts.add('heartbeats', beat))
    if (!connection.deviations.isEmpty) this.flushDeviations(connection)
  }

  private writePendingOffline(): void {
    if (this.pendingOffline.size === 0 || this.ports.storage.unavailableSince) return
    const connections = [...this.pendingOffline.values()]
    this.pendingOffline.clear()
    const at = new Date().toISOString()
    const write = (facts: Facts) => {
      for (const { station, epoch, lastSeenAt, closingEntry } of connections) {
        if (closingEntry) facts.add('log', closingEntry)
        facts.add('offline', { stationId: station.id, epoch, at, seenAt: lastSeenAt.toISOString() })
        const { id, accountId } = station
        facts.hint(accountId, { kind: 'station.changed', station: id, ids: [id] })
      }
    }
    this.ports
      .run({ decide: write })
      .catch(() => connections.forEach((connection) => this.retryOffline(connection)))
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
