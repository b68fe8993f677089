import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { basicAuthorization } from '../station/socket.ts'
import { maskedFrame } from './masked-frame.ts'

export interface LoadStation {
  readonly identity: string
  /** Null if the station needs none. */
  readonly key: string | Uint8Array | null
  /** Card of its transactions. */
  readonly card: string
}

export interface BareSocketOptions {
  readonly url: URL
  readonly station: LoadStation
  /** Position among the stations; selects the source address. */
  readonly index: number
}

export type Handshake =
  | { isOpen: true }
  | { isOpen: false; status: number; retryAfterS: number | null; why: string }

export interface BareSocketEvents {
  /** Receives a text message at a position of a buffer that is valid only during the call. */
  text(bytes: Buffer, start: number, length: number): void
  closed(why: string): void
}

const opcodes = { text: 1, close: 8, ping: 9 } as const
/** One address has about 28,000 ports for outgoing connections; the network 127/8 has enough addresses. */
const sourceAddresses = 16

/** Parses a link. Throws unless it leads to this machine: elsewhere a load generator is a weapon. */
export function loopbackUrl(link: string): URL {
  const url = new URL(link)
  if (url.protocol !== 'ws:' || !/^(127\.\d+\.\d+\.\d+|localhost)$/.test(url.hostname))
    throw new Error(`Load goes only to ws://127.x.x.x or ws://localhost, not to ${link}`)
  return url
}

/** A minimal WebSocket client: the generator must use little processor time compared to what it measures. */
export class BareSocket {
  private readonly url: URL
  private readonly station: LoadStation
  private readonly events: BareSocketEvents
  private readonly localAddress: string
  private socket: Socket | null = null
  private rest: Buffer | null = null
  private opened: ((handshake: Handshake) => void) | null = null

  constructor({ url, station, index }: BareSocketOptions, events: BareSocketEvents) {
    this.url = url
    this.station = station
    this.events = events
    this.localAddress = `127.0.1.${1 + (index % sourceAddresses)}`
  }

  /** Connects and performs the handshake. Never rejects. */
  open(): Promise<Handshake> {
    return new Promise((resolve) => {
      this.opened = resolve
      this.rest = null
      const host = this.url.hostname === 'localhost' ? '127.0.0.1' : this.url.hostname
      const socket = connect({
        host,
        port: Number(this.url.port || 80),
        localAddress: this.localAddress,
        noDelay: true,
      })
      this.socket = socket
      socket.on('connect', () => socket.write(this.request()))
      socket.on('data', (data) => this.read(data))
      socket.on('error', (error) => this.end(error.message))
      socket.on('close', () => this.end('closed by the server'))
    })
  }

  send(frame: Uint8Array): void {
    this.socket?.write(frame)
  }

  destroy(): void {
    const { socket } = this
    this.socket = null
    this.opened = null
    socket?.removeAllListeners()
    // A connection reset after this needs no handling.
    socket?.on('error', () => {})
    socket?.destroy()
  }

  private request(): string {
    const { identity, key } = this.station
    const path = `${this.url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(identity)}`
    const lines = [
      `GET ${path} HTTP/1.1`,
      `Host: ${this.url.host}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Protocol: ocpp1.6',
      ...(key === null
        ? []
        : [
            `Authorization: ${basicAuthorization(identity, typeof key === 'string' ? Buffer.from(key) : key)}`,
          ]),
    ]
    return `${lines.join('\r\n')}\r\n\r\n`
  }

  private end(why: string): void {
    const { opened, socket } = this
    if (!socket) return
    this.destroy()
    if (opened) opened({ isOpen: false, status: 0, retryAfterS: null, why })
    else this.events.closed(why)
  }

  private read(data: Buffer): void {
    const bytes = this.rest ? Buffer.concat([this.rest, data]) : data
    this.rest = null
    const from = this.opened ? this.readHandshake(bytes) : 0
    if (from >= 0) this.readFrames(bytes, from)
  }

  /** Returns where the frames begin; -1 while the answer is incomplete, or if it is a rejection. */
  private readHandshake(bytes: Buffer): number {
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) {
      this.rest = bytes
      return -1
    }
    const answer = bytes.toString('latin1', 0, end)
    const status = Number(answer.slice(9, 12))
    const { opened } = this
    this.opened = null
    if (status === 101) {
      opened?.({ isOpen: true })
      return end + 4
    }
    const retryAfter = /^retry-after:\s*(\d+)/im.exec(answer)?.[1]
    this.destroy()
    const why = answer.split('\r\n')[0] ?? ''
    opened?.({
      isOpen: false,
      status,
      retryAfterS: retryAfter === undefined ? null : Number(retryAfter),
      why,
    })
    return -1
  }

  private readFrames(bytes: Buffer, from: number): void {
    let at = from
    while (bytes.length - at >= 2) {
      const short = bytes[at + 1]! & 0x7f
      const headLength = short < 126 ? 2 : short === 126 ? 4 : 10
      if (bytes.length - at < headLength) break
      const length =
        short < 126
          ? short
          : short === 126
            ? bytes.readUInt16BE(at + 2)
            : Number(bytes.readBigUInt64BE(at + 2))
      if (bytes.length - at < headLength + length) break
      const opcode = bytes[at]! & 0x0f
      at += headLength
      if (opcode === opcodes.text) this.events.text(bytes, at, length)
      else this.control(opcode, bytes.subarray(at, at + length))
      at += length
    }
    if (at < bytes.length) this.rest = bytes.subarray(at)
  }

  private control(opcode: number, payload: Buffer): void {
    if (opcode === opcodes.ping) this.send(maskedFrame(0x8a, payload))
    else if (opcode === opcodes.close)
      this.end(`close frame ${payload.length >= 2 ? payload.readUInt16BE() : ''}`)
  }
}
