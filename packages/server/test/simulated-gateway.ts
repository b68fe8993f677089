import { duplexPair, type Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Random } from '@stationmaster/simulator'
import { expect, vi } from 'vitest'
import { meterValues16 } from '../src/modules/meter-values/ocpp16.ts'
import { transactions16 } from '../src/modules/transactions/ocpp16.ts'
import type { Clock } from '../src/shared/clock.ts'
import type { FactKind, FactRows, Found, KnownTransaction, Work } from '../src/shared/facts.ts'
import { ConnectionReplaced } from '../src/storage/ingest-queue.ts'
import { MemoryGateway } from './memory-gateway.ts'
import { RawStation } from './raw-station.ts'

export const pingMs = 30_000
const holdMs = 20_000

/** Kinds of steps; one that is listed more often is chosen more often. */
const kinds = [
  ...Array.from({ length: 8 }, () => 'send'),
  ...Array.from({ length: 3 }, () => 'connect'),
  'wait',
  'wait',
  'cut',
  'freeze',
  'outage',
]

/** A clock that passes only when it is moved. */
class VirtualClock implements Clock {
  ms = 0
  now(): Date {
    return new Date(Date.UTC(2026, 10, 27) + this.ms)
  }
  monotonicMs(): number {
    return this.ms
  }
}

/** A connection in memory. While it is frozen, nothing passes, as after the loss of a network. */
class MemoryConnection {
  isFrozen = false
  readonly near: Duplex
  private readonly inner: [Duplex, Duplex]

  constructor(accept: (connection: Duplex) => void) {
    const [near, one] = duplexPair()
    const [other, far] = duplexPair()
    this.near = near
    this.inner = [one, other]
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      from.on('data', (bytes) => this.isFrozen || to.write(bytes))
      from.on('end', () => this.isFrozen || to.end())
      from.on('error', () => {})
    }
    // a socket that is destroyed would send a reset
    far.on('close', () => this.isFrozen || this.cut())
    far.on('error', () => {})
    near.on('error', () => {})
    accept(far)
  }

  /** Ends it for both sides. */
  cut(): void {
    for (const side of this.inner) side.end()
  }
}

interface Message {
  action: 'StartTransaction' | 'MeterValues' | 'StopTransaction'
  session: number
  payload: Record<string, unknown>
}

/** A station that stores its messages until they are answered, as OCPP 1.6, 3.7 requires. */
interface Station {
  identity: string
  socket: RawStation | null
  connection: MemoryConnection | null
  connectedMs: number
  frozenMs: number
  queue: Message[]
  /** Id of the call that waits for its answer. */
  pending: string | null
  sentMs: number
  /** Frames of the present socket that were read. */
  read: number
  sessions: number
  meter: number
  numbers: Map<number, number>
}

/** The gateway with the rules of transactions, stations and a network in one process, moved by a virtual clock. */
export class SimulatedGateway {
  readonly stations: Station[]
  /** Calls that were answered. */
  answered = 0
  private memory!: MemoryGateway
  private readonly clock = new VirtualClock()
  private readonly random: Random
  private readonly transactions = new Map<number, KnownTransaction>()
  private readonly stops: number[] = []
  private readonly logged = new Set<string>()
  private lastNumber = 0
  private lastId = 0
  /** End of the present outage of the storage. */
  private heldUntilMs: number | null = null

  private constructor(random: Random, count: number) {
    this.random = random
    this.stations = Array.from({ length: count }, (_, n) => ({
      identity: `CP-${n}`,
      socket: null,
      connection: null,
      connectedMs: 0,
      frozenMs: 0,
      queue: [],
      pending: null,
      sentMs: 0,
      read: 0,
      sessions: 0,
      meter: 0,
      numbers: new Map(),
    }))
  }

  static async open(random: Random, count: number): Promise<SimulatedGateway> {
    const simulated = new SimulatedGateway(random, count)
    // the timer of the gateway is moved with the clock
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const starts = (stationId: string) =>
      [...simulated.transactions.values()].filter((transaction) => transaction.stationId === stationId)
    const found: Partial<Found> = {
      card: () => null,
      running: () => 0,
      starts,
      transaction: (number) => simulated.transactions.get(number) ?? null,
      kindId: () => 1,
      nextNumber: () => ++simulated.lastNumber,
      noteRunning: () => {},
      noteStart: () => {},
      noteStop: () => {},
    }
    const deciders = { access: { decide: () => null, rulesOf: () => null }, covers: () => true }
    const handlers = {
      ...transactions16({ deciders, reservationUsed: () => {} }),
      ...meterValues16({ onReadings: () => {} }),
    }
    const options = { tickMs: 1_000, pingMs, storageHoldMs: holdMs }
    simulated.memory = await MemoryGateway.open(handlers, options, {
      clock: simulated.clock,
      found,
      check: (work) => simulated.refuseReplaced(work),
      onStored: (kind, row) => simulated.store(kind, row),
    })
    return simulated
  }

  private refuseReplaced({ connection }: Work<unknown>): void {
    if (connection && connection.epoch < this.memory.epochOf(connection.stationId))
      throw new ConnectionReplaced('the station has a newer connection')
  }

  private store(kind: FactKind, row: unknown): void {
    if (kind === 'log') {
      const { stationId, messageId } = row as FactRows['log']
      this.logged.add(`${stationId} ${messageId}`)
    } else if (kind === 'starts') {
      const start = row as FactRows['starts']
      this.transactions.set(start.number, {
        ...start,
        startedAt: new Date(start.startedAt),
        receivedStartAt: new Date(start.receivedStartAt),
        energyStartedAt: null,
        state: 'running',
        energyWh: 0,
        meterLastWh: null,
        readingsAt: null,
        stopPayload: null,
        receivedStopAt: null,
      })
    } else if (kind === 'stops') {
      const { number, payload, receivedStopAt, energyWh, state } = row as FactRows['stops']
      this.stops.push(number)
      const known = this.transactions.get(number)!
      const stopped = { stopPayload: payload, receivedStopAt: new Date(receivedStopAt), energyWh, state }
      this.transactions.set(number, { ...known, ...stopped })
    }
  }

  /** Takes a step that the seed chooses, waits for its effects, and checks the invariants. Returns its name. */
  async step(): Promise<string> {
    const station = this.random.pick(this.stations)
    const kind = this.random.pick(kinds)
    if (kind === 'connect') await this.connect(station)
    else if (kind === 'send') this.send(station)
    else if (kind === 'cut') station.connection?.cut()
    else if (kind === 'freeze') this.freeze(station)
    else if (kind === 'outage') this.beginOutage()
    else await this.pass(this.random.whole(1, 40))
    await this.settle()
    this.check()
    return `${kind} ${station.identity} at ${this.clock.ms / 1_000} s`
  }

  private async connect(station: Station): Promise<void> {
    const connection = new MemoryConnection((far) => this.memory.accept(far))
    const { identity } = station
    const connecting = RawStation.connect({
      url: 'ws://memory',
      identity,
      createConnection: () => connection.near,
    })
    const socket = await connecting.catch(() => null)
    // an outage refuses it; the station tries again with another step
    if (!socket) return expect(this.heldUntilMs).not.toBeNull()
    Object.assign(station, { socket, connection, connectedMs: this.clock.ms, pending: null, read: 0 })
  }

  private send(station: Station): void {
    const { socket, queue } = station
    if (!socket || socket.closed || station.pending !== null) return
    if (queue.length === 0) this.charge(station)
    const { action, session, payload } = queue[0]!
    const transactionId = station.numbers.get(session)
    const id = `${station.identity}-${++this.lastId}`
    station.pending = id
    station.sentMs = this.clock.ms
    socket.ws.send(
      JSON.stringify([2, id, action, transactionId === undefined ? payload : { ...payload, transactionId }]),
    )
  }

  /** Queues the messages of a session. */
  private charge(station: Station): void {
    const session = ++station.sessions
    const meterStart = station.meter
    station.meter += 100
    const at = (second: number) => new Date(this.clock.now().getTime() + second * 1_000).toISOString()
    const sampledValue = [{ value: String(meterStart + 50) }]
    station.queue.push(
      {
        action: 'StartTransaction',
        session,
        payload: { connectorId: 1, idTag: 'TAG', meterStart, timestamp: at(0) },
      },
      {
        action: 'MeterValues',
        session,
        payload: { connectorId: 1, meterValue: [{ timestamp: at(1), sampledValue }] },
      },
      { action: 'StopTransaction', session, payload: { meterStop: station.meter, timestamp: at(2) } },
    )
  }

  private freeze(station: Station): void {
    if (!station.connection || station.connection.isFrozen || station.socket?.closed) return
    station.connection.isFrozen = true
    station.frozenMs = this.clock.ms
  }

  private beginOutage(): void {
    if (this.heldUntilMs !== null) return
    this.memory.hold()
    this.memory.storage.unavailableSince = this.clock.now()
    this.heldUntilMs = this.clock.ms + 1_000 * this.random.whole(1, 50)
  }

  private recover(): void {
    this.memory.storage.unavailableSince = null
    this.heldUntilMs = null
    this.memory.release()
  }

  /** Lets seconds pass. */
  private async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      this.clock.ms += 1_000
      vi.advanceTimersByTime(1_000)
      if (this.heldUntilMs !== null && this.clock.ms >= this.heldUntilMs) this.recover()
      await this.settle()
    }
  }

  /** Waits until nothing changes any more while the clock stands still. */
  private async settle(): Promise<void> {
    for (let quiet = 0, before = ''; quiet < 8; quiet++) {
      await nextTurn()
      const sockets = this.stations.map(({ socket }) => `${socket?.frames.length} ${socket?.closed?.code}`)
      const now = [this.memory.stored.length, this.memory.gateway.size, ...sockets].join()
      if (now !== before) quiet = 0
      before = now
    }
    for (const station of this.stations) this.read(station)
  }

  private read(station: Station): void {
    const { socket, identity } = station
    if (!socket) return
    for (const text of socket.frames.slice(station.read)) {
      const [type, id, answer] = JSON.parse(text) as [number, string, { transactionId?: number }]
      expect([type, id], text).toEqual([3, station.pending])
      // INV-1: it was stored before it was answered
      expect(this.logged, text).toContain(`${identity} ${id}`)
      const { session } = station.queue.shift()!
      station.pending = null
      this.answered++
      if (answer.transactionId !== undefined) station.numbers.set(session, answer.transactionId)
    }
    station.read = socket.frames.length
    if (!socket.closed) return
    Object.assign(station, { socket: null, connection: null, pending: null })
  }

  private check(): void {
    const { gateway } = this.memory
    const { ms } = this.clock
    // INV-2, INV-3
    const keys = [...this.transactions.values()].map(({ stationId, startKey }) => `${stationId} ${startKey}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(this.stops).size).toBe(this.stops.length)
    for (const { identity, socket, connection, pending, sentMs, frozenMs, connectedMs } of this.stations) {
      const isConnected = gateway.isConnected(identity)
      if (!socket) {
        expect(isConnected, `${identity} has no connection`).toBe(false)
      } else if (!connection!.isFrozen) {
        // G13 to G15: whatever happened to its earlier connections
        expect(isConnected, `${identity} is connected`).toBe(true)
        // INV-7
        if (this.heldUntilMs === null) expect(pending, identity).toBeNull()
        else expect(pending === null || ms - sentMs <= holdMs + 2_000, identity).toBe(true)
      } else if (frozenMs - connectedMs > pingMs && ms - frozenMs > 2 * pingMs + 2_000)
        // INV-11, after it had answered a ping
        expect(isConnected, `${identity} is silent`).toBe(false)
    }
  }

  /** Ends the outage, lets all stations send their queued messages, and checks that nothing is missing. */
  async finish(): Promise<void> {
    if (this.heldUntilMs !== null) this.recover()
    await this.settle()
    for (const station of this.stations) {
      await this.connect(station)
      await this.settle()
      while (station.queue.length > 0) {
        this.send(station)
        await this.settle()
        this.check()
        expect(station.pending).toBeNull()
      }
    }
    const sessions = this.stations.reduce((sum, station) => sum + station.sessions, 0)
    const ended = [...this.transactions.values()].map(({ state, energyWh }) => [state, energyWh])
    expect(ended).toEqual(Array.from({ length: sessions }, () => ['finished', 100]))
  }

  async close(): Promise<void> {
    for (const { socket } of this.stations) socket?.ws.terminate()
    await this.memory.close()
    vi.useRealTimers()
  }
}
