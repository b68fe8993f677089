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
  private readonly awake: RunningClock
  private readonly doorway: UpgradeHandler
  private readonly server: ConnectionDeps<StationSocket>
  private readonly sessions = new Map<string, StationSocket>()
  private readonly watched = new Set<StationSocket>()
  private readonly upkeep: ConnectionTimers
  private readonly announcer: Announcer
  private readonly timer: NodeJS.Timeout
  private readonly unhear: () => void
  private readonly unregistered = new LogThrottle(60_000)
  private isClosing = false

  constructor(ports: GatewayPorts, options: Partial<GatewayOptions>, deps: GatewayDeps) {
    this.ports = ports
    this.options = { ...defaultOptions, ...options }
    this.deps = deps
    const nowMs = () => deps.clock.monotonicMs()
    this.awake = new RunningClock(tickMs, nowMs)
    const volumes = new LogVolumes(
      (rows) => ports.addLogVolumes(rows),
      () => deps.clock.now(),
      () => this.awake.ms,
    )
    const logs = new LogCompactor(
      this.options,
      () => this.awake.ms,
      volumes,
      (row) =>
        ports.run({
          decide: (facts) => {
            facts.add('repeatedEntries', row)
            facts.hint(row.accountId, { kind: 'log.added', station: row.stationId })
          },
        }),
    )
    const isConnected = (stationId: string) => this.sessions.has(stationId)
    this.upkeep = new ConnectionTimers(
      { ports, options: this.options, clock: this.awake, logs, volumes, isConnected },
      tickMs,
    )
    this.server = {
      ports,
      options: this.options,
      incomingCalls: new IncomingCallHandler(ports, deps.log),
      clock: this.awake,
      logs,
      longCalls: new LongCalls(),
      log: deps.log,
      watch: (session) => this.watched.add(session),
      addHeartbeats: (session) => this.upkeep.addHeartbeats(session),
      closed: (session) => this.closed(session),
      addLog: (session, entry) => this.addLog(session, entry),
    }
    this.announcer = new Announcer(ports, deps.clock)
    this.doorway = new UpgradeHandler({
      ports,
      options: this.options,
      nowMs,
      isClosing: () => this.isClosing,
      accepted: (entrant) => void this.enter(entrant),
      explain: (admitted, about) => this.announcer.upgradeRejected(admitted, about),
      log: deps.log,
    })
    const unhearBeats = ports.storage.onHeartbeats((beats) => {
      for (const [stationId, id] of beats) this.sessions.get(stationId)?.heartbeats.written(id)
    })
    const unhearGathered = ports.storage.onRepeatedEntries((entries) => logs.written(entries))
    this.unhear = () => {
      unhearBeats()
      unhearGathered()
    }
    this.timer = setInterval(() => this.tick(), tickMs)
  }

  /** Number of stations connected to this process. */
  get size(): number {
    return this.sessions.size
  }

  isConnected(stationId: string): boolean {
    return this.sessions.has(stationId)
  }

  /** Age in milliseconds of the oldest unanswered call of any station; for health checks. */
  get oldestCallMs(): number {
    let oldest = 0
    for (const session of this.sessions.values()) oldest = Math.max(oldest, session.waitingMs)
    return oldest
  }

  /** The one address that all stations connect from if it looks like an unknown proxy; else null. */
  get proxyAddress(): string | null {
    return this.doorway.proxyAddress
  }

  /**
   * Handles an upgrade request with a station address. Requests for OCPP with another address are answered
   * with the correct form of the address. Returns true if the request was handled.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (!isStationPath(request.url ?? '') && !offersOcpp(request)) return false
    void this.doorway.handle(request, socket, head)
    return true
  }

  /** Returns the error in a plain request that was meant as a station's handshake; null if it was not. */
  misguided(request: IncomingMessage): string | null {
    return this.doorway.wrongPathHint(request)
  }

  private async enter(entrant: AcceptedConnection): Promise<void> {
    const { ws, admitted, address, protocol, path, warnings: oddities } = entrant
    const { stationId, freshKeyId } = admitted
    const session = new StationSocket(ws, this.server, {
      station: unknownStation(admitted),
      remoteAddress: address,
      protocol,
    })
    for (const oddity of oddities) session.deviations.note(`address ${oddity}`, `arrived as ${path}`)
    this.logConnect(session)
    const older = this.sessions.get(stationId)
    this.sessions.set(stationId, session)
    if (older) {
      this.announcer.takeover(session, older.remoteAddress)
      older.close(closings.replaced)
      // The last call of the older socket may open a transaction that this socket must know.
      await Promise.race([older.whenIdle(), pause(handOverMs, undefined, { ref: false })])
    }
    try {
      const registration = await this.ports.register({ stationId, address, protocol, freshKeyId })
      if (!registration) return session.close(closings.removed)
      this.registered(session, registration)
    } catch (error) {
      if (this.unregistered.shouldLog(''))
        this.deps.log.warn({ err: error, station: stationId }, 'a station could not be registered')
      session.close(closings.storage)
    }
  }

  private registered(session: StationSocket, registration: Registration): void {
    session.registered(registration)
    if (!session.isOpen) return this.reportOffline(session)
    this.upkeep.add(session)
    if (registration.hasCommands) session.commands.wake()
  }

  private closed(session: StationSocket): void {
    this.watched.delete(session)
    this.upkeep.remove(session)
    // A newer socket may have been registered already: its registration must stay (G15).
    const isCurrent = this.sessions.get(session.stationId) === session
    if (isCurrent) this.sessions.delete(session.stationId)
    if (session.isRegistered && isCurrent) this.reportOffline(session)
    else if (session.closingEntry) this.addLog(session, session.closingEntry)
  }

  private logConnect(session: StationSocket): void {
    const { station, remoteAddress: address, protocol } = session
    const entry = connectEntry(station, { address, protocol })
    const series = connectionSeries(session.stationLog, 'open')
    if (series) session.stationLog.gather(series, entry)
    else this.addLog(session, entry)
  }

  private addLog(session: StationSocket, entry: LogFact): void {
    const level = session.stationLog.book(entry)
    const { id, accountId } = session.station
    const isHinted = session.mayHintLog()
    const add = (facts: Facts) => {
      addEntry(facts, entry, level)
      if (isHinted) facts.hint(accountId, { kind: 'log.added', station: id })
    }
    this.ports.run({ decide: add }).catch(() => {})
  }

  private reportOffline(session: StationSocket): void {
    // While the storage is unavailable the station remains online in the database.
    this.announcer.offline(session).catch(() => this.upkeep.retryOffline(session))
  }

  private tick(): void {
    this.awake.tick()
    this.doorway.tick()
    for (const session of this.watched)
      if (!session.isOpen || !session.commands.tick()) this.watched.delete(session)
    this.upkeep.tick(this.sessions.values())
  }

  /** Starts sending the commands that wait in the database for this station. */
  wake(stationId: string): void {
    this.sessions.get(stationId)?.commands.wake()
  }

  /** Closes the station's socket; the station reconnects by itself. */
  drop(stationId: string, why: string): void {
    this.sessions.get(stationId)?.close(closedByOperator(why))
  }

  /** Closes the local socket after another process registered a newer one for the station. */
  taken(stationId: string, epoch: number): void {
    const session = this.sessions.get(stationId)
    if (session?.isRegistered && session.epoch < epoch) session.close(closings.replaced)
  }

  /** Rereads the cached properties of a station after users changed them. */
  async refresh(stationId: string): Promise<void> {
    const session = this.sessions.get(stationId)
    if (!session?.isRegistered) return
    const changes = await this.ports.changes(stationId)
    if (!changes || changes.isOff) return session.close(closings.disabled)
    if (changes.epoch > session.epoch) return this.taken(stationId, changes.epoch)
    const { connectors, running, epoch: _, identity: __, isOff: ___, ...station } = changes
    Object.assign(session.station, station)
    for (const number of session.station.running.keys())
      if (!running?.includes(number)) session.station.running.delete(number)
    const stored = new Set(connectors?.map(({ no }) => no))
    for (const [no, { isAnnounced }] of session.station.connectors)
      if (!isAnnounced && !stored.has(no)) session.station.connectors.delete(no)
    for (const { no, maxPowerW, state, isTaken } of connectors ?? []) {
      const known = session.station.connectors.get(no)
      if (!known) continue
      known.maxPowerW = maxPowerW
      // what the station itself reported is known here first
      if (isTaken || known.isTaken) Object.assign(known, { state, isTaken })
    }
  }

  /** Rereads all cached state because events may have been missed. */
  async refreshAll(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((stationId) => this.refresh(stationId)))
    for (const session of this.sessions.values()) session.commands.wake()
  }

  /**
   * Rejects new connections and closes all sockets with code 1001, spread over a time so that the stations do
   * not reconnect at the same time; calls in progress are answered first (G3).
   */
  async close(spreadMs = Math.min(30_000, this.sessions.size * 5), graceMs = 10_000): Promise<void> {
    this.isClosing = true
    this.doorway.close()
    await Promise.all([...this.sessions.values()].map((session) => this.sendAway(session, spreadMs, graceMs)))
    clearInterval(this.timer)
    this.unhear()
    await this.upkeep.close()
  }

  private async sendAway(session: StationSocket, spreadMs: number, graceMs: number): Promise<void> {
    await pause(Math.random() * spreadMs)
    await Promise.race([session.whenIdle(), pause(graceMs)])
    session.close(closings.stopping)
  }
}
