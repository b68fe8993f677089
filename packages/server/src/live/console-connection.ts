import type { Hint, Readings, ServerToConsole } from '@stationmaster/contract'
import type { WebSocket } from 'ws'
import type { Viewer } from '../shared/scope.ts'

/**
 * Maximum number of bytes buffered for a console that does not read; beyond it the connection is closed
 * (G19).
 */
const maxWaiting = 4 * 1024 * 1024

/** Open WebSocket of a console. */
export class ConsoleConnection {
  /** Replaced when the rights of the user change. */
  viewer: Viewer
  /** IP address of the console. */
  readonly address: string
  /** Stations whose readings the tab requested and its viewer may see. */
  watched: ReadonlySet<string> = new Set()
  get session(): string {
    return this.viewer.session
  }

  private isAlive = true
  private readonly socket: WebSocket

  constructor(socket: WebSocket, viewer: Viewer, address: string) {
    this.socket = socket
    this.viewer = viewer
    this.address = address
    socket.on('pong', () => (this.isAlive = true))
  }

  sendHints(hints: readonly Hint[]): void {
    if (hints.length > 0) this.send({ type: 'hints', hints: [...hints] })
  }

  sendReadings(readings: readonly Readings[]): void {
    const mine = readings.filter((reading) => this.watched.has(reading.station))
    if (mine.length > 0) this.send({ type: 'readings', readings: mine })
  }

  send(message: ServerToConsole): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    if (this.socket.bufferedAmount > maxWaiting) return this.socket.terminate()
    this.socket.send(JSON.stringify(message))
  }

  /** Sends the reason and closes. A connection that does not respond is terminated at the next heartbeat. */
  end(reason: Extract<ServerToConsole, { type: 'end' }>['reason']): void {
    this.send({ type: 'end', reason })
    this.socket.close(reason === 'shutdown' ? 1001 : 1008, reason)
  }

  /** Sends a ping, and terminates the connection if the previous one was not answered. */
  heartbeat(): void {
    if (!this.isAlive) return this.socket.terminate()
    this.isAlive = false
    this.socket.ping()
  }
}
