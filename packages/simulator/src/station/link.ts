import type { Clock, Timer } from '../time/clock.ts'
import type { Random } from '../time/random.ts'
import type { QuirkSet } from '../quirks/quirk-set.ts'
import { StationSocket, type Credentials } from './socket.ts'

export interface Backoff {
  readonly minMs: number
  readonly maxMs: number
}

export interface LinkOptions {
  /** Returns the station link of the account; the identity is appended to it. */
  readonly url: () => string
  readonly identity: string
  readonly subprotocol: string
  readonly clock: Clock
  readonly random: Random
  readonly quirks: QuirkSet
  readonly backoff: Backoff
  /** Called for every connection attempt: a key may change. */
  readonly credentials: () => Credentials
  readonly pingIntervalMs: () => number
  readonly opened: () => void
  readonly text: (text: string) => void
  readonly closed: () => void
  /** Called if the handshake was rejected with this HTTP status. */
  readonly refused: (status: number) => void
}

/** How the last connection or attempt ended. */
export type LinkEnd = { kind: 'closed'; code: number; reason: string } | { kind: 'refused'; status: number }

const joinUrl = (url: string, identity: string): string =>
  `${url.replace(/\/+$/, '')}/${encodeURIComponent(identity)}`

/**
 * Treatment of a socket when the next one connects: closed first, cut off, left half-open for good, or closed
 * only once the next one is open.
 */
export type OldSocket = 'close' | 'cut' | 'freeze' | 'overlap'

/** The connection of a station to its central system: reconnects until it is closed. */
export class Link {
  lastEnd: LinkEnd | null = null
  private readonly options: LinkOptions
  private socket: StationSocket | null = null
  /** Sockets that were left half-open. */
  private readonly frozen: StationSocket[] = []
  /** A socket that closes when the next one is open. */
  private leaving: StationSocket | null = null
  private attempts = 0
  private failures = 0
  private retry: Timer | null = null
  private pinging: Timer | null = null
  private isAlive = true
  private shouldConnect = false

  constructor(options: LinkOptions) {
    this.options = options
  }

  get isOpen(): boolean {
    return this.socket?.isOpen ?? false
  }

  get subprotocol(): string {
    return this.socket?.subprotocol ?? ''
  }

  /** Connects, and reconnects from now on. */
  open(): void {
    this.shouldConnect = true
    if (!this.socket && !this.retry) this.dial()
  }

  send(text: string): boolean {
    return this.socket?.send(text) ?? false
  }

  sendBytes(bytes: Uint8Array): void {
    this.socket?.sendBytes(bytes)
  }

  /** Closes the connection and does not reconnect. Resolves when it is down. */
  async close(): Promise<void> {
    this.shouldConnect = false
    this.retry?.cancel()
    this.retry = null
    const { socket } = this
    this.ended()
    for (const each of this.frozen.splice(0)) each.cut()
    this.leaving?.cut()
    await socket?.close()
  }

  /** Cuts the network: no close frame, and no connection until `open`. */
  cut(): void {
    this.shouldConnect = false
    this.retry?.cancel()
    this.retry = null
    const { socket } = this
    this.ended()
    socket?.cut()
  }

  /** Reconnects on a new socket immediately. */
  renew(old: OldSocket): void {
    const { socket } = this
    this.ended()
    if (socket && old === 'freeze') {
      socket.freeze()
      this.frozen.push(socket)
    } else if (old === 'overlap') this.leaving = socket
    else if (old === 'cut') socket?.cut()
    else void socket?.close()
    this.retry?.cancel()
    this.retry = null
    this.shouldConnect = true
    this.dial()
  }

  private dial(): void {
    const { options } = this
    const attempt = ++this.attempts
    const dial = options.quirks.dial(
      {
        url: joinUrl(options.url(), options.identity),
        subprotocols: [options.subprotocol],
        answersPings: true,
        asksForUpgrade: true,
      },
      attempt,
      options.identity,
    )
    this.socket = new StationSocket(dial, options.credentials(), {
      opened: () => {
        this.failures = 0
        this.isAlive = true
        void this.leaving?.close()
        this.leaving = null
        this.pingLater()
        options.opened()
      },
      text: (text) => {
        this.isAlive = true
        options.text(text)
      },
      ponged: () => {
        this.isAlive = true
      },
      refused: (status, retryAfterS) => {
        options.refused(status)
        this.failed({ kind: 'refused', status }, retryAfterS)
      },
      closed: (code, reason) => this.failed({ kind: 'closed', code, reason }, null),
    })
  }

  private failed(end: LinkEnd, retryAfterS: number | null): void {
    this.lastEnd = end
    this.ended()
    if (!this.shouldConnect) return
    const { clock, random, backoff } = this.options
    const steps = Math.min(this.failures++, 16)
    const ownMs = Math.min(backoff.maxMs, backoff.minMs * 2 ** steps)
    // Both get jitter: stations that were rejected together must not come back together.
    const waitMs =
      retryAfterS === null ? ownMs * random.between(0.5, 1) : retryAfterS * 1000 * random.between(1, 1.3)
    this.retry = clock.after(Math.max(waitMs, backoff.minMs / 2), () => {
      this.retry = null
      this.dial()
    })
  }

  /** Handles the end of the present socket. */
  private ended(): void {
    const had = this.socket
    this.socket = null
    this.pinging?.cancel()
    this.pinging = null
    had?.forget()
    if (had) this.options.closed()
  }

  /** Pings an idle connection; one that does not answer is dead (JE 3.9). */
  private pingLater(): void {
    const intervalMs = this.options.pingIntervalMs()
    if (intervalMs <= 0) return
    this.pinging = this.options.clock.after(intervalMs, () => {
      if (!this.isAlive) {
        this.socket?.cut()
        return this.failed({ kind: 'closed', code: 1006, reason: 'no answer to a ping' }, null)
      }
      this.isAlive = false
      this.socket?.ping()
      this.pingLater()
    })
  }
}
