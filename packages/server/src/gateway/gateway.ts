import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../shared/clock.ts'
import type { Facts, LogFact } from '../shared/facts.ts'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import { Announcer } from './announcer.ts'
import { RunningClock } from './running-clock.ts'
import { IncomingCallHandler } from './incoming-calls.ts'
import { UpgradeHandler, type AcceptedConnection } from './upgrade-handler.ts'
import { closedByOperator, closings } from './closing.ts'
import { connectEntry } from './connection-log.ts'
import { addEntry, LogCompactor } from './log-compactor.ts'
import { LogVolumes } from './log-volumes.ts'
import { connectionSeries } from './repeated-entries.ts'
import { LongCalls } from './long-calls.ts'
import { defaultOptions, type GatewayOptions } from './options.ts'
import type { GatewayPorts, Registration } from './ports.ts'
import { StationSocket } from './station-connection.ts'
import type { ConnectionDeps } from './connection-deps.ts'
import { unknownStation } from './unknown-station.ts'
import { isStationPath } from './station-address.ts'
import { offersOcpp } from './subprotocols.ts'
import { ConnectionTimers } from './connection-timers.ts'

export interface GatewayDeps {
  clock: Clock
  log: Log
}

const tickMs = 250
/** Milliseconds that a new socket waits for the last call of the socket that it replaces. */
const handOverMs = 5_000

/** Station side of the server: manages sockets from the handshake to the close. */
export class Gateway {
  private readonly ports: GatewayPorts
  private readonly options: GatewayOptions
  private readonly deps: GatewayDeps
  private readonly runningClock: RunningClock
  private readonly upgradeHandler: UpgradeHandler
  private readonly server: ConnectionDeps<StationSocket>
  private readonly connections = new Map<string, StationSocket>()
  private readonly watched = new Set<StationSocket>()
  private readonly timers: ConnectionTimers
  private readonly announcer: Announcer
  private readonly timer: NodeJS.Timeout
  private readonly unsubscribe: () => void
  private readonly unregistered = new LogThrottle(60_000)
  private isClosing = false

  constructor(ports: GatewayPorts, options: Partial<GatewayOptions>, deps: GatewayDeps) {
    this.ports = ports
    this.options = { ...defaultOptions, ...options }
    this.deps = deps
    const nowMs = () => deps.clock.monotonicMs()
    this.runningClock = new RunningClock(tickMs, nowMs)
    const volumes = new LogVolumes(
      (rows) => ports.addLogVolumes(rows),
      () => deps.clock.now(),
      () => this.runningClock.ms,
    )
    const logs = new LogCompactor(
      this.options,
      () => this.runningClock.ms,
      volumes,
      (row) =>
        ports.run({
          decide: (facts) => {
            facts.add('repeatedEntries', row)
            facts.hint(row.accountId, { kind: 'log.added', station: row.stationId })
          },
        }),
    )
    const isConnected = (stationId: string) => this.connections.has(stationId)
    this.timers = new ConnectionTimers(
      { ports, options: this.options, clock: this.runningClock, logs, volumes, isConnected },
      tickMs,
    )
    this.server = {
      ports,
      options: this.options,
      incomingCalls: new IncomingCallHandler(ports, deps.log),
      clock: this.runningClock,
      logs,
      longCalls: new LongCalls(),
      log: deps.log,
      watch: (connection) => this.watched.add(connection),
      addHeartbeats: (connection) => this.timers.addHeartbeats(connection),
      closed: (connection) => this.closed(connection),
      addLog: (connection, entry) => this.addLog(connection, entry),
    }
    this.announcer = new Announcer(ports, deps.clock)
    this.upgradeHandler = new UpgradeHandler({
      ports,
      options: this.options,
      nowMs,
      isClosing: () => this.isClosing,
      accepted: (accepted) => void this.accept(accepted),
      explain: (admitted, about) => this.announcer.upgradeRejected(admitted, about),
      log: deps.log,
    })
    const unsubscribeHeartbeats = ports.storage.onHeartbeats((beats) => {
      for (const [stationId, id] of beats) this.connections.get(stationId)?.heartbeats.written(id)
    })
    const unsubscribeRepeated = ports.storage.onRepeatedEntries((entries) => logs.written(entries))
    this.unsubscribe = () => {
      unsubscribeHeartbeats()
      unsubscribeRepeated()
    }
    this.timer = setInterval(() => this.tick(), tickMs)
  }

  /** Number of stations connected to this process. */
  get size(): number {
    return this.connections.size
  }

  isConnected(stationId: string): boolean {
    return this.connections.has(stationId)
  }

  /** Age in milliseconds of the oldest unanswered call of any station; for health checks. */
  get oldestCallMs(): number {
    let oldest = 0
    for (const connection of this.connections.values()) oldest = Math.max(oldest, connection.waitingMs)
    return oldest
  }

  /** The one address that all stations connect from if it looks like an unknown proxy; else null. */
  get proxyAddress(): string | null {
    return this.upgradeHandler.proxyAddress
  }

  /**
   * Handles an upgrade request with a station address. Requests for OCPP with another address are answered
   * with the correct form of the address. Returns true if the request was handled.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!isStationPath(request.url ?? '') && !offersOcpp(request)) return false
    void this.upgradeHandler.handle(request, socket, head)
    return true
  }

  /** Returns the error in a plain request that was meant as a station's handshake; null if it was not. */
  handshakeProblem(request: IncomingMessage): string | null {
    return this.upgradeHandler.wrongPathHint(request)
  }

  private async accept(accepted: AcceptedConnection): Promise<void> {
    const { ws, admitted, address, protocol, path, warnings: oddities } = accepted
    const { stationId, freshKeyId } = admitted
    const connection = new StationSocket(ws, this.server, {
      station: unknownStation(admitted),
      remoteAddress: address,
      protocol,
    })
    for (const oddity of oddities) connection.deviations.note(`address ${oddity}`, `arrived as ${path}`)
    this.logConnect(connection)
    const older = this.connections.get(stationId)
    this.connections.set(stationId, connection)
    if (older) {
      this.announcer.takeover(connection, older.remoteAddress)
      older.close(closings.replaced)
      // The last call of the older socket may open a transaction that this socket must know.
      await Promise.race([older.whenIdle(), pause(handOverMs, undefined, { ref: false })])
    }
    try {
      const registration = await this.ports.register({ stationId, address, protocol, freshKeyId })
      if (!registration) return connection.close(closings.removed)
      this.registered(connection, registration)
    } catch (error) {
      if (this.unregistered.shouldLog(''))
        this.deps.log.warn({ err: error, station: stationId }, 'a station could not be registered')
      connection.close(closings.storage)
    }
  }

  private registered(connection: StationSocket, registration: Registration): void {
    connection.registered(registration)
    if (!connection.isOpen) return this.reportOffline(connection)
    this.timers.add(connection)
    if (registration.hasCommands) connection.commands.wake()
  }

  private closed(connection: StationSocket): void {
    this.watched.delete(connection)
    this.timers.remove(connection)
    // A newer socket may have been registered already: its registration must stay (G15).
    const isCurrent = this.connections.get(connection.stationId) === connection
    if (isCurrent) this.connections.delete(connection.stationId)
    if (connection.isRegistered && isCurrent) this.reportOffline(connection)
    else if (connection.closingEntry) this.addLog(connection, connection.closingEntry)
  }

  private logConnect(connection: StationSocket): void {
    const { station, remoteAddress: address, protocol } = connection
    const entry = connectEntry(station, { address, protocol })
    const series = connectionSeries(connection.stationLog, 'open')
    if (series) connection.stationLog.combine(series, entry)
    else this.addLog(connection, entry)
  }

  private addLog(connection: StationSocket, entry: LogFact): void {
    const level = connection.stationLog.classify(entry)
    const { id, accountId } = connection.station
    const isHinted = connection.mayHintLog()
    const add = (facts: Facts) => {
      addEntry(facts, entry, level)
      if (isHinted) facts.hint(accountId, { kind: 'log.added', station: id })
    }
    this.ports.run({ decide: add }).catch(() => {})
  }

  private reportOffline(connection: StationSocket): void {
    // While the storage is unavailable the station remains online in the database.
    this.announcer.offline(connection).catch(() => this.timers.retryOffline(connection))
  }

  private tick(): void {
    this.runningClock.tick()
    this.upgradeHandler.tick()
    for (const connection of this.watched)
      if (!connection.isOpen || !connection.commands.tick()) this.watched.delete(connection)
    this.timers.tick(this.connections.values())
  }

  /** Starts sending the commands that wait in the database for this station. */
  wake(stationId: string): void {
    this.connections.get(stationId)?.commands.wake()
  }

  /** Closes the station's socket; the station reconnects by itself. */
  drop(stationId: string, why: string): void {
    this.connections.get(stationId)?.close(closedByOperator(why))
  }

  /** Closes the local socket after another process registered a newer one for the station. */
  taken(stationId: string, epoch: number): void {
    const connection = this.connections.get(stationId)
    if (connection?.isRegistered && connection.epoch < epoch) connection.close(closings.replaced)
  }

  /** Rereads the cached properties of a station after users changed them. */
  async refresh(stationId: string): Promise<void> {
    const connection = this.connections.get(stationId)
    if (!connection?.isRegistered) return
    const changes = await this.ports.changes(stationId)
    if (!changes || changes.isOff) return connection.close(closings.disabled)
    if (changes.epoch > connection.epoch) return this.taken(stationId, changes.epoch)
    const { evses, running, epoch: _, identity: __, isOff: ___, ...station } = changes
    Object.assign(connection.station, station)
    for (const number of connection.station.running.keys())
      if (!running?.includes(number)) connection.station.running.delete(number)
    const stored = new Set(evses?.map(({ no }) => no))
    for (const [no, { isAnnounced }] of connection.station.evses)
      if (!isAnnounced && !stored.has(no)) connection.station.evses.delete(no)
    for (const { no, maxPowerW, state, isTaken } of evses ?? []) {
      const known = connection.station.evses.get(no)
      if (!known) continue
      known.maxPowerW = maxPowerW
      // what the station itself reported is known here first
      if (isTaken || known.isTaken) Object.assign(known, { state, isTaken })
    }
  }

  /** Rereads all cached state because events may have been missed. */
  async refreshAll(): Promise<void> {
    await Promise.all([...this.connections.keys()].map((stationId) => this.refresh(stationId)))
    for (const connection of this.connections.values()) connection.commands.wake()
  }

  /**
   * Rejects new connections and closes all sockets with code 1001, spread over a time so that the stations do
   * not reconnect at the same time; calls in progress are answered first (G3).
   */
  async close(spreadMs = Math.min(30_000, this.connections.size * 5), graceMs = 10_000): Promise<void> {
    this.isClosing = true
    this.upgradeHandler.close()
    await Promise.all(
      [...this.connections.values()].map((connection) => this.closeGracefully(connection, spreadMs, graceMs)),
    )
    clearInterval(this.timer)
    this.unsubscribe()
    await this.timers.close()
  }

  private async closeGracefully(connection: StationSocket, spreadMs: number, graceMs: number): Promise<void> {
    await pause(Math.random() * spreadMs)
    await Promise.race([connection.whenIdle(), pause(graceMs)])
    connection.close(closings.stopping)
  }
}
