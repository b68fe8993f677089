import type { RunningClock } from '../shared/clock.ts'
import type { Facts } from '../shared/facts.ts'
import type { Connection } from './connection.ts'
import type { ConnectionEvents } from './connection-events.ts'
import { closings } from './connection-log.ts'
import type { LogCompactor } from './log-compactor.ts'
import type { GatewayOptions } from './options.ts'
import type { GatewayServices } from './services.ts'

const flushLogsMs = 10_000
/** Tolerance in milliseconds beyond two ping intervals without a frame; the timer is that coarse. */
const slackMs = 1_000
/** Heartbeat intervals without a frame after which a station that never answers a ping counts as offline. */
const heartbeatsMissed = 2.5

interface ConnectionTimersDeps {
  services: Pick<GatewayServices, 'run'>
  options: Pick<GatewayOptions, 'pingMs' | 'tickMs' | 'storageHoldMs'>
  clock: RunningClock
  logs: LogCompactor
  events: ConnectionEvents
  isConnected(stationId: string): boolean
}

/**
 * Runs the periodic work of all sockets with one timer: pings, detection of lost connections, writes of
 * counters. The sockets are spread over slots, so that a tick pings few of thousands: each ping is a system call.
 */
export class ConnectionTimers {
  private readonly deps: ConnectionTimersDeps
  private readonly slots: Set<Connection>[]
  private readonly slotOf = new Map<Connection, Set<Connection>>()
  private readonly ticksPerSecond: number
  /** Connections whose last-seen time is written at the end of the second. */
  private seen: Connection[] = []
  private ticks = 0
  private added = 0
  private flushedLogsMs = 0
  private lastWrite: Promise<unknown> = Promise.resolve()

  constructor(deps: ConnectionTimersDeps) {
    const { pingMs, tickMs } = deps.options
    this.deps = deps
    this.ticksPerSecond = Math.max(1, Math.round(1_000 / tickMs))
    this.slots = Array.from({ length: Math.max(1, Math.round(pingMs / tickMs)) }, () => new Set())
  }

  add(connection: Connection): void {
    const slot = this.slots[this.added++ % this.slots.length]!
    slot.add(connection)
    this.slotOf.set(connection, slot)
  }

  remove(connection: Connection): void {
    this.slotOf.get(connection)?.delete(connection)
    this.slotOf.delete(connection)
    this.flushDeviations(connection)
  }

  /** Checks each connection once per second, and pings each once per interval. */
  tick(): void {
    const tick = this.ticks++
    for (let slot = tick % this.ticksPerSecond; slot < this.slots.length; slot += this.ticksPerSecond)
      this.closeLost(this.slots[slot]!)
    this.ping(this.slots[tick % this.slots.length]!)
    if (this.ticks % this.ticksPerSecond === 0) this.endSecond()
  }

  private closeLost(slot: Set<Connection>): void {
    const overdue: Connection[] = []
    const lost: Connection[] = []
    const expired: Connection[] = []
    const now = Date.now()
    for (const connection of slot) {
      connection.inboundQueue.process()
      if (connection.openUntilMs <= now) expired.push(connection)
      if (connection.inboundQueue.waitingMs > this.deps.options.storageHoldMs) overdue.push(connection)
      else if (this.isLost(connection)) lost.push(connection)
    }
    // Closing the connection makes stations keep their messages instead of using up their attempts (G9).
    for (const connection of overdue) connection.close(closings.storage)
    for (const connection of lost) connection.terminate(closings.silent)
    // if the operator has allowed a longer time by now, the station connects again
    for (const connection of expired) connection.close(closings.keyNeeded)
  }

  private ping(slot: Set<Connection>): void {
    for (const connection of slot) {
      if (!connection.isRegistered) continue
      connection.ping()
      if (connection.hasNews) this.seen.push(connection)
      this.flushDeviations(connection)
    }
  }

  private endSecond(): void {
    const { clock, events, isConnected, logs } = this.deps
    this.flushLastSeen()
    if (clock.ms - this.flushedLogsMs >= flushLogsMs) {
      this.flushedLogsMs = clock.ms
      void logs.flush(isConnected)
    }
    logs.tick()
    events.retry()
  }

  /**
   * Every frame shows that the station is alive. Missing pongs alone do not prove the opposite: some stations
   * answer no ping, and only a long silence counts for those (Q7).
   */
  private isLost(connection: Connection): boolean {
    const silentMs = this.deps.clock.ms - connection.lastReceivedMs
    const patienceMs = 2 * this.deps.options.pingMs - slackMs
    if (connection.hasPonged) return silentMs >= patienceMs
    return silentMs >= Math.max(patienceMs, heartbeatsMissed * connection.station.heartbeatSeconds * 1_000)
  }

  private flushLastSeen(): void {
    // the close of a connection is written with its own last-seen time
    const connections = this.seen.filter((connection) => this.slotOf.has(connection))
    this.seen = []
    if (connections.length === 0) return
    const rows = connections.map((connection) => ({
      stationId: connection.stationId,
      epoch: connection.epoch,
      at: connection.lastSeenAt.toISOString(),
    }))
    for (const connection of connections) connection.hasNews = false
    this.write((facts) => rows.forEach((row) => facts.add('seen', row)))
  }

  private flushDeviations({ deviations, stationId }: Connection): void {
    if (deviations.isEmpty) return
    const counted = deviations.take(stationId, new Date())
    this.write((facts) => counted.forEach((row) => facts.add('deviations', row)))
  }

  /**
   * Writes counters and last-seen times; a failed write is not repeated because the next one carries newer
   * values.
   */
  private write(decide: (facts: Facts) => void): void {
    this.lastWrite = this.deps.services.run({ decide }).catch(() => {})
  }

  /** Writes the remaining counters and log entries. */
  async close(): Promise<void> {
    await this.lastWrite
    await this.deps.logs.close()
  }
}
