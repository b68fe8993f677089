import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, RunningClock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import { Connection, type ConnectionDeps } from './connection.ts'
import { ConnectionEvents } from './connection-events.ts'
import { type Closing, closings, connectEntry } from './connection-log.ts'
import { ConnectionTimers } from './connection-timers.ts'
import { isStationPath, offersOcpp } from './handshake.ts'
import { IncomingCallHandler } from './incoming-calls.ts'
import { LogCompactor } from './log-compactor.ts'
import { LongCalls } from './long-calls.ts'
import type { OutgoingCallQueue } from './outgoing-calls.ts'
import { defaultOptions, type GatewayOptions } from './options.ts'
import type { GatewayServices } from './services.ts'
import { type AcceptedConnection, UpgradeHandler } from './upgrade-handler.ts'

export interface GatewayDeps {
  clock: Clock
  log: Log
}

/** Milliseconds that a new socket waits for the last call of the socket that it replaces. */
const handOverMs = 5_000

/** Milliseconds for which the end of the gateway waits. */
interface Grace {
  /** For the answer to a call of a station. */
  callMs: number
  /** For the answer of a station to a command. */
  commandMs: number
}

const usualGrace: Grace = { callMs: 10_000, commandMs: 3_000 }

/** Station side of the server: manages sockets from the handshake to the close. */
export class Gateway {
  private readonly services: GatewayServices
  private readonly log: Log
  private readonly runningClock: RunningClock
  private readonly upgradeHandler: UpgradeHandler
  private readonly connectionDeps: ConnectionDeps
  private readonly connections = new Map<string, Connection>()
  /** Queues with commands that wait to be sent or answered. */
  private readonly watched = new Set<OutgoingCallQueue>()
  private readonly timers: ConnectionTimers
  private readonly events: ConnectionEvents
  private readonly timer: NodeJS.Timeout
  private readonly unsubscribe: () => void
  private readonly unregistered = new LogThrottle(60_000)
  private isClosing = false

  constructor(services: GatewayServices, given: Partial<GatewayOptions>, { clock, log }: GatewayDeps) {
    const options = { ...defaultOptions, ...given }
    const runningClock = new RunningClock(options.tickMs, () => clock.monotonicMs())
    const logs = new LogCompactor({
      options,
      run: (work) => services.run(work),
      addLogVolumes: (rows) => services.addLogVolumes(rows),
      now: () => clock.now(),
      nowMs: () => runningClock.ms,
    })
    this.services = services
    this.log = log
    this.runningClock = runningClock
    this.events = new ConnectionEvents(services, clock)
    this.timers = new ConnectionTimers({
      services,
      options,
      clock: runningClock,
      logs,
      events: this.events,
      isConnected: (stationId) => this.isConnected(stationId),
    })
    this.connectionDeps = {
      services,
      options,
      log,
      logs,
      clock: runningClock,
      monotonicMs: () => clock.monotonicMs(),
      incomingCalls: new IncomingCallHandler(services, log),
      longCalls: new LongCalls(),
      watch: (queue) => this.watched.add(queue),
      closed: (connection) => this.closed(connection),
    }
    this.upgradeHandler = new UpgradeHandler({
      services,
      options,
      nowMs: () => clock.monotonicMs(),
      isClosing: () => this.isClosing,
      accepted: (accepted) => void this.accept(accepted),
      explain: (admitted, about) => this.events.upgradeRejected(admitted, about),
      lowerProfile: (refused) => this.events.lowerProfile(refused),
      log,
    })
    this.unsubscribe = services.storage.onRepeatedEntries((entries) => logs.written(entries))
    this.timer = setInterval(() => this.tick(), options.tickMs)
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
    for (const connection of this.connections.values())
      oldest = Math.max(oldest, connection.inboundQueue.waitingMs)
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

  private async accept({ ws, admitted, address, ...accepted }: AcceptedConnection): Promise<void> {
    // it was authenticated while the others were being closed
    if (this.isClosing) return ws.close(closings.stopping.code, closings.stopping.text)
    const { stationId, identity, keyId, isKeyFresh, usedCertificate, securityProfile } = admitted
    const { protocol, subprotocol, path } = accepted
    const connection = new Connection(ws, this.connectionDeps, { admitted, remoteAddress: address, protocol })
    for (const oddity of accepted.oddities)
      connection.deviations.note(`address ${oddity}`, `arrived as ${path}`)
    const entry = connectEntry(connection.station, { address, protocol: subprotocol })
    connection.log.write(entry, connection.log.seriesOf('connection', 'open'))
    const older = this.connections.get(stationId)
    this.connections.set(stationId, connection)
    this.timers.add(connection)
    if (older) {
      this.events.takeover(connection, older.remoteAddress)
      older.close(closings.replaced)
      // The last call of the older socket may open a transaction that this socket must know.
      await Promise.race([older.inboundQueue.whenIdle(), pause(handOverMs, undefined, { ref: false })])
    }
    try {
      const registration = await this.services.register({
        stationId,
        address,
        protocol: subprotocol,
        identity,
        keyId,
        isKeyFresh,
        usedCertificate,
        securityProfile,
      })
      if (!registration) return this.notRegistered(connection, { older, why: closings.withdrawn })
      // before its first call is handled
      this.events.connected(connection, {
        at: entry.at,
        protocol: subprotocol,
        isTakeover: older !== undefined,
      })
      connection.registered(registration)
      if (connection.isStale) void this.refresh(stationId).catch(() => {})
      if (!connection.isOpen) this.events.offline([connection])
    } catch (error) {
      if (this.unregistered.shouldLog(''))
        this.log.warn({ err: error, station: stationId }, 'a station could not be registered')
      this.notRegistered(connection, { older, why: closings.storage })
    }
  }

  /** Closes a connection that could not be registered. */
  private notRegistered(
    connection: Connection,
    { older, why }: { older: Connection | undefined; why: Closing },
  ): void {
    connection.close(why)
    // its end was not stored, because this connection was to be the present one
    if (older?.isRegistered && !this.isConnected(connection.stationId)) this.events.offline([older])
  }

  private closed(connection: Connection): void {
    this.timers.remove(connection)
    // A newer socket may have been registered already: its registration must stay (G15).
    const isCurrent = this.connections.get(connection.stationId) === connection
    if (isCurrent) this.connections.delete(connection.stationId)
    if (connection.isRegistered && isCurrent) return this.events.offline([connection])
    if (!connection.closingEntry) return
    connection.log.write(connection.closingEntry)
    // if its registration is still pending, `offline` follows and would write it again
    connection.closingEntry = null
  }

  private tick(): void {
    this.runningClock.tick()
    this.upgradeHandler.tick()
    for (const queue of this.watched) if (!queue.tick()) this.watched.delete(queue)
    this.timers.tick()
  }

  /** Starts sending the commands that wait in the database for this station. */
  wake(stationId: string): void {
    this.connections.get(stationId)?.commands.wake()
  }

  /** Closes the station's socket; the station reconnects by itself. */
  drop(stationId: string, why: string): void {
    this.connections.get(stationId)?.close(closings.byOperator(why))
  }

  /** Closes the local socket after another process registered a newer one for the station. */
  taken(stationId: string, epoch: number): void {
    const connection = this.connections.get(stationId)
    if (connection && !connection.isRegistered) connection.isStale = true
    else if (connection && connection.epoch < epoch) connection.close(closings.replaced)
  }

  /** Rereads the cached properties of a station after users changed them. */
  async refresh(stationId: string): Promise<void> {
    const connection = this.connections.get(stationId)
    if (!connection) return
    // its registration may have read the state before this change
    if (!connection.isRegistered) return void (connection.isStale = true)
    const changes = await this.services.changes(stationId)
    if (!changes || changes.isOff) return connection.close(closings.disabled)
    if (changes.epoch > connection.epoch) return this.taken(stationId, changes.epoch)
    const { evses, running, epoch: _, identity, isOff: __, certificates, ...station } = changes
    const { usedCertificate } = connection
    // the event that closes the connection may have been missed
    if (
      identity !== connection.station.identity ||
      (usedCertificate && !certificates?.includes(usedCertificate))
    )
      return connection.close(closings.withdrawn)
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
   * not reconnect at the same time; calls in progress are answered first (G3), and commands by the stations.
   */
  async close(spreadMs = Math.min(30_000, this.connections.size * 5), grace = usualGrace): Promise<void> {
    this.isClosing = true
    this.upgradeHandler.close()
    await Promise.all(
      [...this.connections.values()].map((connection) => this.closeGracefully(connection, spreadMs, grace)),
    )
    clearInterval(this.timer)
    this.unsubscribe()
    await this.timers.close()
  }

  private async closeGracefully(connection: Connection, spreadMs: number, grace: Grace): Promise<void> {
    if (spreadMs > 0) await pause(Math.random() * spreadMs)
    await Promise.race([connection.commands.finish(), pause(grace.commandMs)])
    await Promise.race([connection.inboundQueue.whenIdle(), pause(grace.callMs)])
    connection.close(closings.stopping)
  }
}
