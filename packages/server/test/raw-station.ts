import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'

export interface RawOptions {
  url: string
  identity: string
  key?: string | Buffer
  account?: string
  protocols?: string[]
  headers?: Record<string, string>
  path?: string
  /** Replaces the connection to the address of `url`. */
  createConnection?: () => Duplex
  /** Offers permessage-deflate. */
  deflate?: boolean
}

type Frame = [number, string, ...unknown[]]

/** A WebSocket that sends exactly what a test needs, valid or not. */
export class RawStation {
  readonly ws: WebSocket
  readonly frames: string[] = []
  closed: { code: number; reason: string } | null = null
  private readonly waiting = new Set<() => void>()
  private lastId = 0
  /** Answers calls of the server. */
  onCall: ((action: string, payload: unknown, id: string) => unknown) | null = null

  private constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('message', (data: Buffer) => this.receive(data.toString()))
    ws.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.wakeAll()
    })
    ws.on('error', () => this.wakeAll())
  }

  static async connect(options: RawOptions): Promise<RawStation> {
    const { identity, account, key, protocols = ['ocpp1.6'], createConnection } = options
    const path = options.path ?? `/ocpp/${account ? `${account}/` : ''}${encodeURIComponent(identity)}`
    const headers = { ...options.headers }
    if (key !== undefined) {
      const user = Buffer.from(`${identity}:`)
      headers['authorization'] = `Basic ${Buffer.concat([user, Buffer.from(key)]).toString('base64')}`
    }
    const perMessageDeflate = options.deflate ? { threshold: 0 } : false
    const ws = new WebSocket(`${options.url}${path}`, protocols, {
      headers,
      perMessageDeflate,
      // the library uses nothing but the stream
      ...(createConnection && { createConnection: () => createConnection() as Socket }),
    })
    const station = new RawStation(ws)
    await once(ws, 'open')
    return station
  }

  private receive(text: string): void {
    this.frames.push(text)
    const [type, id, action, payload] = JSON.parse(text) as Frame
    if (type === 2 && this.onCall) {
      const answer = this.onCall(String(action), payload, id)
      if (answer !== undefined) this.ws.send(JSON.stringify([3, id, answer]))
    }
    this.wakeAll()
  }

  private wakeAll(): void {
    for (const wake of this.waiting) wake()
    this.waiting.clear()
  }

  /** Waits until the condition holds; frames that have arrived already count. */
  async until<T>(find: () => T | undefined | null | false, limitMs = 45_000): Promise<T> {
    const end = Date.now() + limitMs
    for (;;) {
      const found = find()
      if (found) return found
      const left = end - Date.now()
      if (left <= 0)
        throw new Error(`nothing came: ${this.frames.slice(-3).join(' ')} ${JSON.stringify(this.closed)}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 200))
        this.waiting.add(() => (clearTimeout(timer), resolve()))
      })
    }
  }

  /** Waits for the response to a message id and returns its frame. */
  answerTo(id: string): Promise<Frame> {
    return this.until(() => {
      const text = this.frames.find((frame) => {
        const [type, of] = JSON.parse(frame) as Frame
        return type !== 2 && of === id
      })
      return text === undefined ? undefined : (JSON.parse(text) as Frame)
    })
  }

  /** Answers a call with a CALLERROR. */
  answerError(id: string, code: string): void {
    this.ws.send(JSON.stringify([4, id, code, '', {}]))
  }

  /** Sends a call and returns the frame of the response. */
  async callFrame(action: string, payload: unknown, id = `m${++this.lastId}`): Promise<Frame> {
    this.ws.send(JSON.stringify([2, id, action, payload]))
    return this.answerTo(id)
  }

  /** Sends a call and returns the payload of the response. Throws on a CALLERROR. */
  async call<T = Record<string, unknown>>(action: string, payload: unknown): Promise<T> {
    const [type, , ...rest] = await this.callFrame(action, payload)
    if (type !== 3) throw new Error(`${action}: ${JSON.stringify(rest)}`)
    return rest[0] as T
  }

  async close(): Promise<void> {
    this.ws.close()
    await this.until(() => this.closed)
  }
}

/** Returns status and body of a handshake that is rejected. */
export async function refusedHandshake(
  options: RawOptions,
): Promise<{ status: number; body: string; headers: Record<string, string | string[] | undefined> }> {
  const { identity, account, key, protocols = ['ocpp1.6'] } = options
  const path = options.path ?? `/ocpp/${account ? `${account}/` : ''}${encodeURIComponent(identity)}`
  const headers = { ...options.headers }
  if (key !== undefined)
    headers['authorization'] =
      `Basic ${Buffer.concat([Buffer.from(`${identity}:`), Buffer.from(key)]).toString('base64')}`
  const ws = new WebSocket(`${options.url}${path}`, protocols, { headers })
  return new Promise((resolve, reject) => {
    ws.on('open', () => {
      ws.close()
      reject(new Error('the handshake succeeded'))
    })
    ws.on('error', () => {})
    ws.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (part: Buffer) => (body += part.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }))
    })
  })
}
