import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A plain socket to the web server that sends exactly what a test needs. */
export class RawHttp {
  readonly socket: Socket
  received = ''
  isClosed = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1').on('data', (part: string) => (this.received += part))
    socket.on('close', () => (this.isClosed = true))
    socket.on('error', () => {})
  }

  static async open(url: string, from?: string): Promise<RawHttp> {
    const { hostname, port } = new URL(url)
    const raw = new RawHttp(connect({ host: hostname, port: Number(port), localAddress: from }))
    await once(raw.socket, 'connect')
    return raw
  }

  /** Sends these bytes and waits until the server has closed; returns all that it sent. */
  static async exchange(url: string, bytes: string | Buffer): Promise<string> {
    const raw = await RawHttp.open(url)
    raw.socket.write(bytes)
    if (!raw.isClosed) await once(raw.socket, 'close')
    return raw.received
  }

  /** Sends a complete upgrade request of a station, as a proxy forwards it from an address. */
  static async upgrade(
    url: string,
    { identity, key, from }: { identity: string; key: string; from: string },
  ): Promise<RawHttp> {
    const raw = await RawHttp.open(url.replace('ws', 'http'))
    const basic = Buffer.from(`${identity}:${key}`).toString('base64')
    raw.socket.write(
      `GET /ocpp/${identity} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: ocpp1.6\r\n` +
        `Authorization: Basic ${basic}\r\nX-Forwarded-For: ${from}\r\n\r\n`,
    )
    return raw
  }

  /** Status of the first response; null if there was none. */
  get status(): number | null {
    const found = /^HTTP\/1\.1 (\d{3})/.exec(this.received)?.[1]
    return found === undefined ? null : Number(found)
  }

  /** Sends a text byte by byte; returns a function that stops it. */
  trickle(text: string, everyMs: number): () => void {
    let at = 0
    const timer = setInterval(() => {
      if (this.isClosed || at >= text.length) clearInterval(timer)
      else this.socket.write(text[at++]!)
    }, everyMs)
    return () => clearInterval(timer)
  }
}

export const statusOf = (received: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0)
