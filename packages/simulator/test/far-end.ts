import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFrame, writeCall, writeError, writeResult, type ErrorCode } from '@stationmaster/ocpp'
import {
  checkPayload16,
  readAction16,
  type StationAction16,
  type SystemAction16,
  type V16,
} from '@stationmaster/ocpp/v16'
import { WebSocketServer, type WebSocket } from 'ws'

export interface ReceivedCall {
  readonly connection: number
  readonly id: string
  readonly action: string
  readonly payload: Record<string, unknown>
}

/** Reaction to a CALL: an answer with a payload or an error, no answer, or a closed connection. */
export type FarEndReply = Record<string, unknown> | { error: ErrorCode } | 'silence' | 'close'
type Answers = { [Action in StationAction16]?: (call: ReceivedCall) => FarEndReply }

interface Socket {
  readonly ws: WebSocket
  readonly number: number
  readonly waiting: Map<string, (answer: unknown) => void>
}

/** A minimal central system for tests of stations. Loopback only. */
export class FarEnd {
  /** Every CALL, in the order of arrival. */
  readonly receivedCalls: ReceivedCall[] = []
  /** Violations of the official schemas by the station. */
  readonly violations: string[] = []
  readonly handshakes: { url: string; authorization: string; protocols: string; connection: string }[] = []
  /** Answers that differ from the default ones. */
  answers: Answers = {}
  /** Returns the HTTP status for a handshake; 101 accepts it. */
  admit: (request: IncomingMessage) => { status: number; headers?: Record<string, string> } = () => ({
    status: 101,
  })
  private readonly server: WebSocketServer
  private readonly sockets: Socket[] = []
  /** Maximum number of connections open at the same time. */
  maxOpen = 0
  private connections = 0
  private transactions = 1_000
  private commands = 0

  private constructor(server: WebSocketServer) {
    this.server = server
  }

  static async listen(): Promise<FarEnd> {
    const server = new WebSocketServer({
      host: '127.0.0.1',
      port: 0,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has('ocpp1.6') ? 'ocpp1.6' : false),
      verifyClient: ({ req }, done) => {
        farEnd.handshakes.push({
          url: req.url ?? '',
          authorization: req.headers.authorization ?? '',
          protocols: req.headers['sec-websocket-protocol'] ?? '',
          connection: req.headers.connection ?? '',
        })
        const { status, headers } = farEnd.admit(req)
        done(status === 101, status, undefined, headers)
      },
    })
    const farEnd: FarEnd = new FarEnd(server)
    server.on('connection', (ws) => farEnd.accept(ws))
    await new Promise<void>((resolve) => server.once('listening', () => resolve()))
    return farEnd
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo
    return `ws://127.0.0.1:${port}/ocpp/test/`
  }

  get open(): number {
    return this.sockets.filter((each) => each.ws.readyState === each.ws.OPEN).length
  }

  actions(): string[] {
    return this.receivedCalls.map((call) => call.action)
  }

  of<Action extends StationAction16>(action: Action): V16[Action]['request'][] {
    return this.receivedCalls
      .filter((call) => call.action === action)
      .map((call) => call.payload as V16[Action]['request'])
  }

  /** Returns the reported statuses of a connector. */
  statuses(connectorId: number): string[] {
    return this.of('StatusNotification')
      .filter((each) => each.connectorId === connectorId)
      .map((each) => each.status)
  }

  /** Sends a command on the newest connection and returns the answer: a payload, or `{ error }`. */
  async command<Action extends SystemAction16>(
    action: Action,
    request: V16[Action]['request'],
  ): Promise<V16[Action]['response']> {
    const answer = await this.call(action, request)
    for (const problem of checkPayload16(action, 'response', answer))
      this.violations.push(`${action}.conf ${problem.path} ${problem.message}`)
    return answer as V16[Action]['response']
  }

  call(action: string, payload: unknown): Promise<unknown> {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('No station is connected')
    const id = `c${++this.commands}`
    return new Promise((resolve) => {
      socket.waiting.set(id, resolve)
      socket.ws.send(writeCall(id, action, payload))
    })
  }

  /** Sends a text on the newest connection. */
  send(text: string): void {
    this.sockets.at(-1)?.ws.send(text)
  }

  /** Resolves to true if a pong arrives within this time. */
  ping(limitMs: number): Promise<boolean> {
    const ws = this.sockets.at(-1)?.ws
    if (!ws) throw new Error('No station is connected')
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), limitMs)
      ws.once('pong', () => {
        clearTimeout(timer)
        resolve(true)
      })
      ws.ping()
    })
  }

  /** Stops reading on all connections, and so answers no ping either. */
  freeze(): void {
    for (const { ws } of this.sockets) ws.pause()
  }

  /** Closes all connections without a close frame. */
  cut(): void {
    for (const { ws } of this.sockets) ws.terminate()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private accept(ws: WebSocket): void {
    const socket: Socket = { ws, number: ++this.connections, waiting: new Map() }
    this.sockets.push(socket)
    this.maxOpen = Math.max(this.maxOpen, this.open)
    ws.on('message', (data) => this.handleText(socket, data.toString()))
    ws.on('error', () => {})
    ws.on('close', () => {
      const at = this.sockets.indexOf(socket)
      if (at >= 0) this.sockets.splice(at, 1)
      for (const resolve of socket.waiting.values()) resolve({ error: 'closed' })
    })
  }

  private handleText(socket: Socket, text: string): void {
    const frame = readFrame(text)
    if (frame.kind === 'problem') {
      this.violations.push(`${frame.reason}: ${text}`)
      if (frame.id !== undefined) socket.waiting.get(frame.id)?.({ error: frame.reason })
      return
    }
    if (frame.kind === 'call') {
      const payload = frame.payload as Record<string, unknown>
      this.answer(socket, { connection: socket.number, id: frame.id, action: frame.action, payload })
      return
    }
    socket.waiting.get(frame.id)?.(frame.kind === 'result' ? frame.payload : { error: frame.code })
    socket.waiting.delete(frame.id)
  }

  private answer(socket: Socket, call: ReceivedCall): void {
    this.receivedCalls.push(call)
    const action = readAction16(call.action)
    const problems = action ? checkPayload16(action, 'request', call.payload) : []
    if (!action) this.violations.push(`unknown action ${call.action}`)
    for (const problem of problems)
      this.violations.push(`${call.action}.req ${problem.path} ${problem.message}`)
    const answers: Record<string, ((call: ReceivedCall) => FarEndReply) | undefined> = this.answers
    const reply = answers[call.action]?.(call) ?? this.ordinary(call.action)
    if (reply === 'silence') return
    if (reply === 'close') socket.ws.terminate()
    else if ('error' in reply) socket.ws.send(writeError(call.id, { code: reply.error as ErrorCode }))
    else socket.ws.send(writeResult(call.id, reply))
  }

  private ordinary(action: string): FarEndReply {
    const currentTime = new Date().toISOString()
    switch (action) {
      case 'BootNotification':
        return { status: 'Accepted', currentTime, interval: 300 }
      case 'Heartbeat':
        return { currentTime }
      case 'Authorize':
        return { idTagInfo: { status: 'Accepted' } }
      case 'StartTransaction':
        return { transactionId: ++this.transactions, idTagInfo: { status: 'Accepted' } }
      case 'StopTransaction':
        return { idTagInfo: { status: 'Accepted' } }
      case 'DataTransfer':
        return { status: 'UnknownVendorId' }
      case 'SignCertificate':
        return { status: 'Accepted' }
      default:
        return {}
    }
  }
}
