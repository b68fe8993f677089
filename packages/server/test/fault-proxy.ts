import type { Server, Socket } from 'node:net'
import { MessageReader, sqlOf } from './call-reader.ts'
import { type ListeningProxy, listenBefore } from './listen-before.ts'

/** A call of the server to its database. */
export interface DatabaseCall {
  sql: string
  /** Statement before it on the same connection. */
  previous: string
  /** Process of the database that serves the connection. */
  backend: number
  /** Cuts the connection. */
  cut: () => void
}

/** When a call is stopped: before the database receives it, or after it was carried out and before the server knows. */
export type Moment = 'before' | 'after'

const flush = Buffer.from('H\0\0\0\u0004', 'latin1')

/** A proxy between a server and its database that stops a connection at a chosen call. */
export class FaultProxy {
  readonly url: string
  /** Called for each call; a returned moment stops its connection then, and `onStopped` follows. */
  onCall: (call: DatabaseCall) => Moment | null = () => null
  /** Called when a call was stopped. */
  onStopped: (call: DatabaseCall) => void = () => {}
  private readonly server: Server
  private readonly sockets = new Set<Socket>()

  private constructor({ server, url }: ListeningProxy) {
    this.server = server
    this.url = url
  }

  static async open(databaseUrl: string): Promise<FaultProxy> {
    const inside: { proxy?: FaultProxy } = {}
    inside.proxy = new FaultProxy(
      await listenBefore(databaseUrl, (near, dial) => inside.proxy?.accept(near, dial())),
    )
    return inside.proxy
  }

  private accept(near: Socket, far: Socket): void {
    const pair = [near, far]
    const end = () => {
      for (const socket of pair) {
        this.sockets.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of pair) {
      this.sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    const [calls, answers] = [new MessageReader('client'), new MessageReader('server')]
    let backend = 0
    let previous = ''
    let isStopped = false
    /** True if the database receives nothing more. */
    let isHeld = false
    let stopped: DatabaseCall | null = null
    let group: Buffer[] = []
    let sql: string | null = null
    /** Calls that the database has received and not answered, and the ends of their groups. */
    const unanswered: (DatabaseCall | 'end')[] = []
    near.on('data', (bytes) => {
      for (const message of calls.read(bytes)) {
        if (isStopped || isHeld) return
        if (stopped !== null) {
          isHeld = true
          const isEnd = message.type === 'S'
          if (isEnd) unanswered.push('end')
          // without it, the database would answer at the end of the group, which it does not receive
          far.write(isEnd ? message.bytes : flush)
          return
        }
        group.push(message.bytes)
        sql = sqlOf(message) ?? sql
        // statements with parameters are several messages of which the last one executes it
        if (sql !== null && message.type !== 'Q' && message.type !== 'E') continue
        const call: DatabaseCall = { sql: sql ?? '', previous, backend, cut: end }
        const moment = sql === null ? null : this.onCall(call)
        if (moment === 'before') {
          isStopped = true
          return this.onStopped(call)
        }
        if (sql !== null) {
          previous = sql
          unanswered.push(call)
        }
        if (message.type === 'Q' || message.type === 'S') unanswered.push('end')
        if (moment === 'after') stopped = call
        far.write(Buffer.concat(group))
        group = []
        sql = null
      }
    })
    far.on('data', (bytes) => {
      for (const message of answers.read(bytes)) {
        if (isStopped) return
        if (message.type === 'K') backend = message.body.readInt32BE(0)
        // of a group, each call is completed; a simple query ends with it
        const isCompleted = message.type === 'C' && unanswered[1] !== 'end'
        const ended = message.type === 'Z' ? unanswered.splice(0, unanswered.indexOf('end') + 1) : []
        const answered = isCompleted ? unanswered.splice(0, 1) : ended
        if (stopped === null) near.write(message.bytes)
        else if (answered.includes(stopped) || message.type === 'E') {
          isStopped = true
          return this.onStopped(stopped)
        }
      }
    })
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
