import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { Dial } from '../quirks/hooks.ts'

export interface Credentials {
  readonly username: string
  /** Any bytes: a key need not be text (security whitepaper A00.FR.205). Null connects without credentials. */
  readonly key: Uint8Array | null
  /** For `wss:`: trusted authorities, and the certificate of the station with its key; all as PEM. */
  readonly tls?: { ca?: string[]; cert?: string; key?: string }
}

export interface SocketEvents {
  opened(): void
  text(text: string): void
  ponged(): void
  /** Called if the handshake was answered with a status other than 101. */
  refused(status: number, retryAfterS: number | null): void
  closed(code: number, reason: string): void
}

const handshakeTimeoutMs = 15_000

/** Returns the value of the Authorization header; the key is encoded as bytes. */
export const basicAuthorization = (username: string, key: Uint8Array): string =>
  `Basic ${Buffer.concat([Buffer.from(`${username}:`, 'utf8'), key]).toString('base64')}`

function retryAfter(response: IncomingMessage): number | null {
  const seconds = Number(response.headers['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}

/**
 * One WebSocket of a station, from the connection attempt to its end. Each event comes at most once, except
 * for text.
 */
export class StationSocket {
  private readonly ws: WebSocket
  private raw: Duplex | null = null
  private events: SocketEvents | null

  constructor(dial: Dial, credentials: Credentials, events: SocketEvents) {
    this.events = events
    const { username, key, tls } = credentials
    this.ws = new WebSocket(dial.url, [...dial.subprotocols], {
      headers: key ? { Authorization: basicAuthorization(username, key) } : {},
      ...tls,
      perMessageDeflate: false,
      autoPong: dial.answersPings,
      handshakeTimeout: handshakeTimeoutMs,
      finishRequest: (request) => {
        if (!dial.asksForUpgrade) request.setHeader('Connection', 'keep-alive')
        request.end()
      },
    })
    this.listen()
  }

  private listen(): void {
    const { ws } = this
    ws.on('upgrade', (response) => {
      this.raw = response.socket
    })
    ws.on('open', () => this.events?.opened())
    ws.on('message', (data, isBinary) => {
      if (!isBinary) this.events?.text(data.toString())
    })
    ws.on('pong', () => this.events?.ponged())
    ws.on('unexpected-response', (request, response) => {
      const { events } = this
      this.forget()
      response.resume()
      request.destroy()
      events?.refused(response.statusCode ?? 0, retryAfter(response))
    })
    // An error is always followed by `close`, which handles it.
    ws.on('error', () => {})
    ws.on('close', (code, reason) => {
      const { events } = this
      this.forget()
      events?.closed(code, reason.toString())
    })
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN
  }

  /** Subprotocol that the server has selected; empty if it selected none. */
  get subprotocol(): string {
    return this.ws.protocol
  }

  send(text: string): boolean {
    if (!this.isOpen) return false
    this.ws.send(text)
    return true
  }

  /** Sends raw bytes outside of WebSocket frames. */
  sendBytes(bytes: Uint8Array): void {
    this.raw?.write(bytes)
  }

  ping(): void {
    if (this.isOpen) this.ws.ping()
  }

  /** Emits no more events. */
  forget(): void {
    this.events = null
  }

  /** Stops reading and answering, but stays open: a half-open connection as the other side sees it. */
  freeze(): void {
    this.forget()
    if (this.isOpen) this.ws.pause()
  }

  /** Closes with a close frame. Resolves when the connection is down. */
  close(code = 1000): Promise<void> {
    this.forget()
    if (this.ws.readyState === WebSocket.CLOSED) return Promise.resolve()
    return new Promise((resolve) => {
      const terminateTimer = setTimeout(() => this.ws.terminate(), 2_000)
      this.ws.once('close', () => {
        clearTimeout(terminateTimer)
        resolve()
      })
      this.ws.resume()
      this.ws.close(code)
    })
  }

  /** Ends without a close frame, like a cut cable. */
  cut(): void {
    this.forget()
    this.ws.terminate()
  }
}
