import type { Hint, Readings, ServerToConsole } from '@stationmaster/contract'
import type { WebSocket } from 'ws'
import type { Viewer } from '../shared/scope.ts'

/** Bytes that may wait for a console that does not read; beyond them the line is closed (G19). */
const mostWaiting = 4 * 1024 * 1024

/** One open live socket. */
export class ConsoleConnection {
  /** Renewed when the rights of the person change. */
  viewer: Viewer
  /** Where the console is. */
  readonly address: string
  /** Stations whose readings the tab wants and its viewer may see. */
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
    if (this.socket.bufferedAmount > mostWaiting) return this.socket.terminate()
    this.socket.send(JSON.stringify(message))
  }

  /** Says why and closes. One that does not answer is cut by the next beat. */
  end(reason: Extract<ServerToConsole, { type: 'end' }>['reason']): void {
    this.send({ type: 'end', reason })
    this.socket.close(reason === 'shutdown' ? 1001 : 1008, reason)
  }

  /** Asks for a sign of life, and cuts the line when the last question was not answered. */
  heartbeat(): void {
    if (!this.isAlive) return this.socket.terminate()
    this.isAlive = false
    this.socket.ping()
  }
}
