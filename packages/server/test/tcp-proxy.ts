import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** Observes one connection of a proxy. */
export interface ConnectionTap {
  sent?: (bytes: Buffer) => void
  /** Returns false if the connection ends instead of passing these bytes on. */
  received?: (bytes: Buffer) => boolean
}

interface ProxyOptions {
  /** Connects to the target of a new connection; null refuses it. */
  dial: () => Socket | null
  /** Observes each new connection. */
  tap?: () => ConnectionTap
}

/** A connection and the state of its network. */
interface Pair {
  near: Socket
  far: Socket
  /** True if nothing passes any more, as after the loss of a machine or of its network. */
  isFrozen: boolean
  /** Time in milliseconds until which what arrives later waits, too. */
  busyUntilMs: { near: number; far: number }
  /** Packets that wait; what arrives after them must not overtake them, also if their timers are late. */
  waiting: { near: number; far: number }
}

/**
 * A TCP proxy that cuts, freezes and delays connections. A lost packet is a pause: TCP sends it again after a time, and what
 * follows it waits.
 */
export class TcpProxy {
  /** Milliseconds by which each response of the target is delayed. */
  delayMs = 0
  /** Fraction of packets that are lost, and the milliseconds until they are sent again. */
  loss = { fraction: 0, againAfterMs: 200, random: Math.random }
  /** Connections that were refused while the proxy was cut. */
  refused = 0
  private mode: 'open' | 'cut' | 'frozen' = 'open'
  private readonly server: Server
  private readonly pairs = new Set<Pair>()
  private readonly options: ProxyOptions

  protected constructor(options: ProxyOptions) {
    this.options = options
    this.server = createServer({ noDelay: true }, (near) => this.accept(near))
  }

  static async listen(dial: ProxyOptions['dial'], tap?: ProxyOptions['tap']): Promise<TcpProxy> {
    const proxy = new TcpProxy({ dial, ...(tap && { tap }) })
    await proxy.begin()
    return proxy
  }

  protected async begin(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** Number of open connections. */
  get size(): number {
    return this.pairs.size
  }

  private accept(near: Socket): void {
    near.on('error', () => {})
    const far = this.mode === 'cut' ? null : this.options.dial()
    if (!far) {
      this.refused++
      return void near.destroy()
    }
    const pair: Pair = {
      near,
      far,
      isFrozen: this.mode === 'frozen',
      busyUntilMs: { near: 0, far: 0 },
      waiting: { near: 0, far: 0 },
    }
    this.pairs.add(pair)
    const end = () => {
      // the other end of a frozen connection does not learn of its end
      if (pair.isFrozen) return
      this.pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    const tap = this.options.tap?.() ?? {}
    near.on('data', (bytes) => {
      if (pair.isFrozen) return
      tap.sent?.(bytes)
      this.passOn(pair, 'far', bytes)
    })
    far.on('data', (bytes) => {
      if (tap.received?.(bytes) === false) end()
      else if (!pair.isFrozen) this.passOn(pair, 'near', bytes)
    })
    far.on('error', end)
    near.on('close', end)
    far.on('close', end)
  }

  private passOn(pair: Pair, to: 'near' | 'far', bytes: Buffer): void {
    const now = performance.now()
    const { fraction, againAfterMs, random } = this.loss
    const lostMs = fraction > 0 && random() < fraction ? againAfterMs : 0
    const due = Math.max(now + (to === 'near' ? this.delayMs : 0) + lostMs, pair.busyUntilMs[to])
    const target = pair[to]
    if (due <= now && pair.waiting[to] === 0) return void target.write(bytes)
    pair.busyUntilMs[to] = due
    pair.waiting[to]++
    setTimeout(() => {
      pair.waiting[to]--
      if (!pair.isFrozen) target.write(bytes)
    }, due - now)
  }

  /** Breaks all connections and accepts no new ones. */
  cut(): void {
    this.mode = 'cut'
    this.breakAll()
  }

  /** Breaks all connections once. */
  breakAll(): void {
    for (const pair of this.pairs) {
      pair.near.destroy()
      pair.far.destroy()
    }
    this.pairs.clear()
  }

  /** Passes nothing any more, without closing a connection; also new ones are only accepted. */
  freeze(): void {
    this.mode = 'frozen'
    this.leaveHalfOpen()
  }

  /** Passes nothing over the present connections and closes none of them; new ones are as usual. */
  leaveHalfOpen(): void {
    for (const pair of this.pairs) pair.isFrozen = true
  }

  /** Passes everything again; connections that were frozen are broken. */
  restore(): void {
    for (const pair of [...this.pairs].filter(({ isFrozen }) => isFrozen)) {
      this.pairs.delete(pair)
      pair.near.destroy()
      pair.far.destroy()
    }
    this.mode = 'open'
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
