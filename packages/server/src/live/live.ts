import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Hint, Readings } from '@stationmaster/contract'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '../bus/bus.ts'
import { toAdministrators } from '../bus/events.ts'
import { AddressRate } from '../shared/address-rate.ts'
import { isUuid } from '../shared/ids.ts'
import type { Log } from '../shared/log.ts'
import type { Viewer } from '../shared/scope.ts'
import { ConsoleConnection } from './console-connection.ts'
import { HintGatherer } from '../bus/gather-hints.ts'
import { HintHistory } from './hint-history.ts'
import { isOriginWelcome } from './origin.ts'

/** Dependencies of the live updates. */
export interface LiveDeps {
  bus: Bus
  log: Log
  /** Returns the viewer of a ticket and invalidates the ticket. */
  redeem: (ticket: string, address: string) => Promise<Viewer | null>
  /** Returns the address of the caller, also behind trusted proxies. */
  addressOf: (request: IncomingMessage) => string
  /** Returns those of the stations that the viewer may see. */
  visible: (viewer: Viewer, stations: readonly string[]) => Promise<string[]>
  /** Returns those of the sessions, by their numbers, that the viewer may see. */
  visibleSessions: (viewer: Viewer, numbers: readonly number[]) => Promise<number[]>
  /** Returns the newest readings of connectors, `<station id>/<connector number>`. */
  newestReadings: (connectors: readonly string[]) => Promise<readonly Readings[]>
  /** Returns true if the viewer may know that something of this kind has changed. */
  mayReceive: (viewer: Viewer, kind: Hint['kind']) => boolean
  /** Returns the current viewer of a login session; null if it has ended. */
  viewerOf: (session: string) => Promise<Viewer | null>
  /** Returns those of the connections whose login session is active and whose address is still allowed. */
  active: <Connection extends { session: string; address: string }>(
    connections: readonly Connection[],
  ) => Promise<Set<Connection>>
  /** Origins of external pages that may connect. */
  origins: readonly string[]
}

const gatherMs = 250
const beatMs = 15_000
const recheckMs = 4_000
const maxWatched = 20
/** Maximum number of connections per login session: tabs of a browser, with a margin. */
const maxConnections = 50
/**
 * Maximum number of connection requests per address and minute; all consoles of an office may reconnect at
 * the same time.
 */
const maxRequests = 300
const maxMessageBytes = 16 * 1024

/**
 * Sends changes to consoles. Hints of an account are collected for a quarter of a second; readings are sent
 * as they are stored to the connections that watch the station. A connection ends with its login session.
 */
export class Live {
  private readonly deps: LiveDeps
  private readonly server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: maxMessageBytes,
  })
  private readonly connections = new Set<ConsoleConnection>()
  private readonly requests = new AddressRate(maxRequests)
  private readonly gathered = new Map<string, HintGatherer>()
  private readonly history = new HintHistory(performance.now())
  private readonly stops: readonly (() => void)[]
  private flushTimer: NodeJS.Timeout | null = null
  /**
   * Newest request of each connection while it is looked up: one lookup at a time, however often a console
   * sends requests.
   */
  private readonly requestedStations = new Map<ConsoleConnection, string[]>()

  constructor(deps: LiveDeps) {
    this.deps = deps
    const beat = setInterval(() => this.beat(), beatMs).unref()
    const recheck = setInterval(() => void this.recheck(), recheckMs).unref()
    this.stops = [
      () => clearInterval(beat),
      () => clearInterval(recheck),
      deps.bus.on('hint', ({ account, hint }) => this.gather(account, hint)),
      deps.bus.on('readings.stored', ({ connectors }) => void this.readAndSend(connectors)),
      deps.bus.on('session.ended', ({ session }) =>
        this.closeConnections((connection) => connection.session === session, 'signed-out'),
      ),
      deps.bus.on('person.changed', ({ user, role, rights }) => {
        // a console that reconnects gets the current role of its user
        if (role) this.closeConnections((connection) => connection.viewer.userId === user, 'shutdown')
        else void this.recheck(user)
        if (rights) {
          this.history.clear(performance.now())
          void this.renew(user)
        }
        const { account, hint } = toAdministrators({ kind: 'user.changed', ...(user && { ids: [user] }) })
        this.gather(account, hint)
      }),
      // it is unknown what was missed: after the reconnect every console fetches its data again
      deps.bus.onGap(() => {
        this.history.clear(performance.now())
        this.closeConnections(() => true, 'shutdown')
      }),
    ]
  }

  get size(): number {
    return this.connections.size
  }

  /**
   * Handles an upgrade request of `/api/v1/live?ticket=&since=`. `since` is the age in milliseconds of the oldest data
   * of the console.
   */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const { headers } = request
    const forwarded = headers['x-forwarded-host']
    const hosts = [headers.host, typeof forwarded === 'string' ? forwarded : undefined]
    if (!isOriginWelcome(headers.origin, hosts, this.deps.origins)) return refuse(socket, 403, 'Forbidden')
    const query = new URL(request.url ?? '', 'http://here').searchParams
    const ticket = query.get('ticket')
    const address = this.deps.addressOf(request)
    if (!this.requests.take(address)) return refuse(socket, 429, 'Too Many Requests')
    const viewer = ticket ? await this.redeem(ticket, address) : null
    if (viewer === 'away') return refuse(socket, 503, 'Service Unavailable')
    if (!viewer) return refuse(socket, 401, 'Unauthorized')
    const since = readAge(query.get('since'))
    this.server.handleUpgrade(request, socket, head, (open) =>
      this.open(new ConsoleConnection(open, viewer, address), open, since),
    )
  }

  private async redeem(ticket: string, address: string): Promise<Viewer | null | 'away'> {
    try {
      return await this.deps.redeem(ticket, address)
    } catch (error) {
      this.deps.log.warn({ err: error }, 'live: a ticket could not be looked up')
      return 'away'
    }
  }

  private open(connection: ConsoleConnection, socket: WebSocket, since: number | null): void {
    const { session } = connection
    const ofSession = [...this.connections].filter((other) => other.session === session)
    if (ofSession.length >= maxConnections) return socket.close(1013, 'too many connections of one session')
    this.connections.add(connection)
    socket.on('close', () => this.connections.delete(connection))
    socket.on('error', () => socket.terminate())
    socket.on('message', (data, isBinary) => {
      if (!isBinary) void this.receive(connection, String(data))
    })
    const missed = since === null ? null : this.history.since(performance.now() - since)
    connection.send({ type: 'hello', session, complete: missed !== null })
    for (const [account, hints] of missed ?? []) this.sendTo(connection, account, hints)
  }

  private async receive(connection: ConsoleConnection, text: string): Promise<void> {
    const stations = readWatch(text)
    if (!stations) return
    const isLookingUp = this.requestedStations.has(connection)
    this.requestedStations.set(connection, stations)
    if (isLookingUp) return
    try {
      for (let last: string[] | undefined; last !== this.requestedStations.get(connection); ) {
        last = this.requestedStations.get(connection)!
        connection.watched = new Set(await this.deps.visible(connection.viewer, last))
      }
    } catch (error) {
      this.deps.log.warn({ err: error }, 'live: stations to watch could not be looked up')
    } finally {
      this.requestedStations.delete(connection)
    }
  }

  /** Reads and sends the newest readings of those of the connectors that a console watches. */
  private async readAndSend(connectors: readonly string[]): Promise<void> {
    const watched = new Set([...this.connections].flatMap((connection) => [...connection.watched]))
    const wanted = connectors.filter((connector) => watched.has(connector.split('/')[0]!))
    if (wanted.length === 0) return
    try {
      this.readings(await this.deps.newestReadings(wanted))
    } catch (error) {
      this.deps.log.warn({ err: error }, 'live: readings could not be looked up')
    }
  }

  /** Sends readings to the consoles that watch their stations. */
  readings(readings: readonly Readings[]): void {
    for (const connection of this.connections)
      if (connection.viewer.isDriver) void this.sendOwnReadings(connection, readings)
      else connection.sendReadings(readings)
  }

  /** Sends a driver the readings of own sessions: others charge at the same station, too. */
  private async sendOwnReadings(connection: ConsoleConnection, readings: readonly Readings[]): Promise<void> {
    const numbers = readings.flatMap(({ station, transactionid }) =>
      transactionid !== null && connection.watched.has(station) ? [transactionid] : [],
    )
    if (numbers.length === 0) return
    try {
      const own = new Set<number | null>(await this.deps.visibleSessions(connection.viewer, numbers))
      connection.sendReadings(readings.filter(({ transactionid }) => own.has(transactionid)))
    } catch (error) {
      this.deps.log.warn({ err: error }, 'live: sessions of a driver could not be looked up')
    }
  }

  /** Sends a hint to every console that is connected to this process. */
  broadcast(hint: Hint): void {
    this.history.clear(performance.now())
    for (const connection of this.connections) connection.sendHints([hint])
  }

  private gather(account: string, hint: Hint): void {
    let gatherer = this.gathered.get(account)
    if (!gatherer) this.gathered.set(account, (gatherer = new HintGatherer()))
    gatherer.add(hint)
    this.flushTimer ??= setTimeout(() => this.flush(), gatherMs)
  }

  private flush(): void {
    this.flushTimer = null
    const taken = [...this.gathered].map(([account, gatherer]) => [account, gatherer.take()] as const)
    this.gathered.clear()
    this.history.add(performance.now(), taken)
    for (const [account, hints] of taken)
      for (const connection of this.connections) this.sendTo(connection, account, hints)
  }

  /** Sends those of the hints of an account that the viewer may receive. */
  private sendTo(connection: ConsoleConnection, account: string, hints: readonly Hint[]): void {
    if (!connection.viewer.isAdmin && connection.viewer.accountId !== account) return
    const mine = hints.filter(({ kind }) => this.deps.mayReceive(connection.viewer, kind))
    if (seesAccount(connection.viewer)) connection.sendHints(mine)
    else if (mine.length > 0) void this.sendVisible(connection, mine)
  }

  /** Sends viewers who do not see all stations of the account only the hints about visible ones. */
  private async sendVisible(connection: ConsoleConnection, hints: readonly Hint[]): Promise<void> {
    const stations = [...new Set(hints.flatMap((hint) => (hint.station ? [hint.station] : [])))]
    try {
      const visible = new Set(await this.deps.visible(connection.viewer, stations))
      connection.sendHints(
        hints.flatMap(({ ids, ...hint }) => {
          // without a station it is not known whether the viewer may see the objects; drivers see a station, and not the
          // sessions and reservations of others there
          if (!hint.station) return [hint]
          const named = connection.viewer.isDriver ? undefined : ids
          return visible.has(hint.station) ? [{ ...hint, ...(named && { ids: named }) }] : []
        }),
      )
    } catch (error) {
      this.deps.log.warn({ err: error }, 'live: visible stations could not be looked up')
    }
  }

  private closeConnections(
    which: (connection: ConsoleConnection) => boolean,
    reason: 'shutdown' | 'signed-out',
  ): void {
    for (const connection of this.connections) if (which(connection)) connection.end(reason)
  }

  private beat(): void {
    for (const connection of this.connections) connection.heartbeat()
  }

  /** Returns the connections of one user, or all. */
  private connectionsOf(userId: string | null): ConsoleConnection[] {
    return [...this.connections].filter(({ viewer }) => userId === null || viewer.userId === userId)
  }

  /**
   * Closes connections that are no longer allowed: login sessions also expire or end while the bus is
   * interrupted, and the rights and allowed addresses of users change.
   */
  private async recheck(userId: string | null = null): Promise<void> {
    const connections = this.connectionsOf(userId)
    if (connections.length === 0) return
    try {
      const active = await this.deps.active(connections)
      for (const connection of connections) if (!active.has(connection)) connection.end('expired')
    } catch (error) {
      this.deps.log.warn({ err: error }, 'live: sessions could not be looked up')
    }
  }

  /** Reloads the viewers after rules changed, so that later messages follow the new rules. */
  private async renew(userId: string | null): Promise<void> {
    const connections = this.connectionsOf(userId)
    try {
      // one after the other: many consoles must not use up the connections for requests
      for (const session of new Set(connections.map((connection) => connection.session))) {
        const viewer = await this.deps.viewerOf(session)
        for (const connection of viewer ? connections.filter((one) => one.session === session) : []) {
          connection.viewer = viewer!
          connection.watched = new Set(await this.deps.visible(viewer!, [...connection.watched]))
          connection.sendHints([{ kind: 'rights.changed' }])
        }
      }
    } catch (error) {
      this.deps.log.warn({ err: error }, 'live: rights could not be looked up')
    }
  }

  close(): void {
    for (const stop of this.stops) stop()
    if (this.flushTimer) clearTimeout(this.flushTimer)
    this.closeConnections(() => true, 'shutdown')
    this.server.close()
  }
}

/** Returns true if the viewer sees all stations of the account. */
const seesAccount = ({ isAdmin, isDriver, exceptions, clientId }: Viewer): boolean =>
  isAdmin || (!isDriver && !exceptions && clientId === null)

const refuse = (socket: Duplex, status: number, words: string): void => {
  socket.end(`HTTP/1.1 ${status} ${words}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Returns the milliseconds of the parameter `since`; null if it is absent or not a whole number. */
const readAge = (text: string | null): number | null => (text && /^\d{1,9}$/.test(text) ? Number(text) : null)

/** Returns the stations of a `watch` message; null for anything else. */
function readWatch(text: string): string[] | null {
  try {
    const message = JSON.parse(text) as { type?: unknown; stations?: unknown } | null
    if (message?.type !== 'watch' || !Array.isArray(message.stations)) return null
    return message.stations
      .filter((id): id is string => typeof id === 'string' && isUuid(id))
      .slice(0, maxWatched)
  } catch {
    return null // the console only sends JSON; anything else is ignored
  }
}
