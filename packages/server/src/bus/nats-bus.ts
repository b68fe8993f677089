import type { NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import type { Queryable, QueryBuilder } from '../shared/queryable.ts'
import type { Bus } from './bus.ts'
import type { BusEvent, BusEventOf, BusKind } from './events.ts'
import { packEvents, type PostgresBus } from './postgres-bus.ts'

const retryMs = 1_000
/** Milliseconds between two pings; after the third without an answer NATS counts as lost. */
const pingMs = 1_400
/** Bytes that were sent to NATS and not confirmed; beyond them hints are sent by PostgreSQL. */
export const maxUnconfirmed = 4 * 1024 * 1024
/** Kinds that are accepted from NATS: those after which consoles fetch again. All others come with their transaction. */
const carried: readonly BusKind[] = ['hint', 'readings.stored']

export interface NatsBusOptions {
  url: string
  /** Subject of the hints of this installation. */
  subject: string
  log: Log
}

/**
 * Bus that sends the many hints for consoles by NATS and all other events by PostgreSQL, in the transaction of their
 * fact. While NATS is unavailable, hints are sent by PostgreSQL, too.
 */
export class NatsBus implements Bus {
  private readonly postgres: PostgresBus
  private readonly options: NatsBusOptions
  private readonly complaints = new LogThrottle(60_000)
  private connection: NatsConnection | null = null
  private isConnected = false
  private isClosed = false
  /** True if hints of others may have been sent while this process was not connected. */
  private hasMissed = false
  private unconfirmed = 0
  private retry: NodeJS.Timeout | null = null
  /** The attempt to connect that is in progress. */
  private connecting: Promise<void> = Promise.resolve()

  constructor(postgres: PostgresBus, options: NatsBusOptions) {
    this.postgres = postgres
    this.options = options
  }

  /** Connects to the database; NATS is connected in the background, because nothing depends on it. */
  async open(): Promise<void> {
    await this.postgres.open()
    this.connecting = this.connect()
  }

  /** Resolves when the first attempt to connect to NATS has ended; true if it is connected. */
  async ready(): Promise<boolean> {
    await this.connecting
    return this.isConnected
  }

  private async connect(): Promise<void> {
    const { url, log } = this.options
    try {
      // only loaded by servers that use it
      const { connect } = await import('@nats-io/transport-node')
      const { username, password, host, protocol } = new URL(url)
      const connection = await connect({
        servers: host,
        // the library does not read the scheme: without this it connects unencrypted if the server permits it
        ...(protocol === 'tls:' && { tls: {} }),
        ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
        name: 'stationmaster',
        noEcho: false,
        timeout: 5_000,
        maxReconnectAttempts: -1,
        reconnectTimeWait: retryMs,
        pingInterval: pingMs,
        maxPingOut: 2,
      })
      if (this.isClosed) return void (await connection.close())
      await this.subscribe(connection)
      this.connection = connection
      void this.watch(connection)
      await this.nowConnected()
    } catch (error) {
      this.hasMissed = true
      if (this.complaints.shouldLog(''))
        log.warn({ err: error }, 'bus: NATS_URL cannot be reached, hints are sent by the database')
      if (!this.isClosed) this.retry = setTimeout(() => (this.connecting = this.connect()), retryMs)
    }
  }

  /** Subscribes to the hints of others; closes the connection if that fails, as it would connect again by itself. */
  private async subscribe(connection: NatsConnection): Promise<void> {
    connection.subscribe(this.options.subject, {
      callback: (error, message) => {
        if (!error) this.receive(message.string())
      },
    })
    try {
      await connection.flush()
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') await this.lost()
      if (type === 'reconnect') await this.nowConnected()
    }
    if (this.isClosed || this.connection !== connection) return
    // NATS has ended the connection for good, such as after a changed password
    await this.lost()
    this.connection = null
    this.retry = setTimeout(() => (this.connecting = this.connect()), retryMs)
  }

  private async nowConnected(): Promise<void> {
    this.isConnected = true
    if (!this.hasMissed) return
    this.hasMissed = false
    await this.postgres.notifyGap()
  }

  private async lost(): Promise<void> {
    if (!this.isConnected || this.isClosed) return
    this.isConnected = false
    this.hasMissed = true
    if (this.complaints.shouldLog(''))
      this.options.log.warn('bus: connection to NATS lost, hints are sent by the database')
    // hints that were sent from here before the loss was noticed may not have arrived
    await this.postgres.notifyGap()
  }

  private receive(text: string): void {
    try {
      const events = JSON.parse(text) as BusEvent[]
      this.postgres.dispatch(events.filter(({ kind }) => carried.includes(kind)))
    } catch {
      // not written by a server of this installation
    }
  }

  async sendHints(db: QueryBuilder, events: readonly BusEvent[]): Promise<void> {
    if (this.canSendHints()) this.sendPackets(packEvents(events))
    else await this.postgres.publish(db, events)
  }

  /** Returns true if hints are sent by NATS, false if by PostgreSQL. */
  canSendHints(): boolean {
    return this.isConnected && this.unconfirmed < maxUnconfirmed
  }

  /** Sends packets of events by NATS. */
  sendPackets(packets: readonly string[]): void {
    const { connection } = this
    if (!connection || packets.length === 0) return
    const bytes = packets.reduce((sum, packet) => sum + packet.length, 0)
    this.unconfirmed += bytes
    for (const packet of packets) connection.publish(this.options.subject, packet)
    const confirmed = () => void (this.unconfirmed -= bytes)
    connection.flush().then(confirmed, confirmed)
  }

  publish(transaction: Queryable | QueryBuilder, events: readonly BusEvent[]): Promise<void> {
    return this.postgres.publish(transaction, events)
  }

  on<K extends BusKind>(kind: K, listener: (event: BusEventOf<K>) => void): () => void {
    return this.postgres.on(kind, listener)
  }

  onGap(listener: () => void): () => void {
    return this.postgres.onGap(listener)
  }

  async close(): Promise<void> {
    this.isClosed = true
    if (this.retry) clearTimeout(this.retry)
    await this.connecting
    await this.connection?.close().catch(() => {})
    await this.postgres.close()
  }
}
