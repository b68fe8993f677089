import type { Client } from 'pg'
import type { Log } from '../shared/log.ts'
import type { Queryable, QueryBuilder } from '../shared/queryable.ts'
import type { Bus } from './bus.ts'
import type { BusEvent, BusKind } from './events.ts'

export const busChannel = 'stationmaster'
/** Maximum payload in bytes: NOTIFY takes less than 8,000. */
const maxBytes = 7_800
const retryMs = 1_000
/**
 * Milliseconds between two checks that the database answers on the connection of the bus, and those that an answer may
 * take: on a connection that only receives, a network that drops all packets would never be noticed.
 */
const checkMs = 5_000
const answerMs = 10_000

/**
 * Packs events into JSON arrays that fit a notification. A single event is always small: it contains only
 * ids.
 */
export const packEvents = (events: readonly BusEvent[]): string[] => {
  const packets: string[] = []
  let packet = ''
  for (const event of events) {
    const text = JSON.stringify(event)
    if (packet && Buffer.byteLength(packet) + Buffer.byteLength(text) + 2 > maxBytes) {
      packets.push(`[${packet}]`)
      packet = ''
    }
    packet = packet ? `${packet},${text}` : text
  }
  if (packet) packets.push(`[${packet}]`)
  return packets
}

/** Bus over PostgreSQL LISTEN and NOTIFY; needs no additional server. */
export class PostgresBus implements Bus {
  private readonly listeners = new Map<string, Set<(event: never) => void>>()
  private readonly gapListeners = new Set<() => void>()
  private client: Client | null = null
  private closed = false
  private retry: NodeJS.Timeout | null = null
  private checking: NodeJS.Timeout | null = null
  private readonly connect: () => Client
  private readonly log: Log
  private readonly queryable: (on: Queryable | QueryBuilder) => Queryable

  constructor(connect: () => Client, log: Log, queryable: (on: Queryable | QueryBuilder) => Queryable) {
    this.connect = connect
    this.log = log
    this.queryable = queryable
  }

  async open(): Promise<void> {
    const client = this.connect()
    client.on('error', (error) => this.lost(client, error))
    client.on('end', () => this.lost(client, new Error('connection ended')))
    client.on('notification', (message) => this.dispatch(JSON.parse(message.payload ?? '[]') as BusEvent[])) // written by packEvents
    await client.connect()
    await client.query(`listen ${busChannel}`)
    this.client = client
    this.checkLater(client)
  }

  private checkLater(client: Client): void {
    this.checking = setTimeout(() => void this.check(client), checkMs).unref()
  }

  private async check(client: Client): Promise<void> {
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, answerMs, false).unref())
    const answer = client.query('select 1').then(
      () => true,
      () => false,
    )
    const hasAnswered = await Promise.race([answer, late])
    if (this.client !== client || this.closed) return
    if (hasAnswered) return this.checkLater(client)
    this.lost(client, new Error('no answer'))
    // with a query in progress, this closes the socket without waiting
    client.end().catch(() => {})
  }

  private lost(client: Client, error: Error): void {
    if (this.closed || (this.client !== client && this.client !== null)) return
    this.client = null
    if (this.retry) return
    this.log.warn({ err: error }, 'bus: connection to the database lost, reconnecting')
    this.retry = setTimeout(() => void this.reopen(), retryMs)
  }

  private async reopen(): Promise<void> {
    this.retry = null
    if (this.closed) return
    try {
      await this.open()
      this.afterGap()
    } catch {
      // the database is still unavailable: try again until it is back or the bus is closed
      this.retry ??= setTimeout(() => void this.reopen(), retryMs)
    }
  }

  /** Passes events to their listeners. */
  dispatch(events: readonly BusEvent[]): void {
    for (const event of events) {
      if (event.kind === 'bus.gap') this.afterGap()
      for (const listener of this.listeners.get(event.kind) ?? []) {
        try {
          listener(event as never)
        } catch (error) {
          this.log.error({ err: error, kind: event.kind }, 'bus: a listener failed')
        }
      }
    }
  }

  private afterGap(): void {
    for (const listener of this.gapListeners) listener()
  }

  /** Notifies all processes that hints may have been lost. Without the database its own gap has the same effect. */
  async notifyGap(): Promise<void> {
    if (this.client) await this.publish(this.client, [{ kind: 'bus.gap' }]).catch(() => {})
  }

  sendHints(db: QueryBuilder, events: readonly BusEvent[]): Promise<void> {
    return this.publish(db, events)
  }

  async publish(transaction: Queryable | QueryBuilder, events: readonly BusEvent[]): Promise<void> {
    if (events.length === 0) return
    await this.queryable(transaction).query(
      'select pg_notify($1, packet) from unnest($2::text[]) as packet',
      [busChannel, packEvents(events)],
    )
  }

  on(kind: BusKind, listener: (event: never) => void): () => void {
    const listeners = this.listeners.get(kind) ?? new Set()
    this.listeners.set(kind, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  onGap(listener: () => void): () => void {
    this.gapListeners.add(listener)
    return () => this.gapListeners.delete(listener)
  }

  async close(): Promise<void> {
    this.closed = true
    if (this.retry) clearTimeout(this.retry)
    if (this.checking) clearTimeout(this.checking)
    await this.client?.end()
  }
}
