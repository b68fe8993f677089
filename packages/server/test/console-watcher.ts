import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { liveTicket, type ServerToConsole } from '@stationmaster/contract'
import { WebSocket } from 'ws'
import type { ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'

/** Milliseconds before a console connects again, as in `live.ts` of the console for the first attempt. */
const againMs = 500

/** A console with live updates that measures the longest time without one; it reconnects after each close. */
export class ConsoleWatcher {
  longestGapMs = 0
  /** What happens at present, and what happened when the longest time ended. */
  phase = ''
  longestPhase = ''
  private readonly web: ServerProcess
  /** Time of the last update; null before the first one, when measuring begins. */
  private lastMs: number | null = null
  private readonly closing = new AbortController()
  private socket: WebSocket | null = null
  private readonly running: Promise<void>

  constructor(web: ServerProcess) {
    this.web = web
    this.running = this.run()
  }

  private async run(): Promise<void> {
    const { signal } = this.closing
    while (!signal.aborted) {
      await this.connectOnce().catch(() => {})
      await pause(againMs, undefined, { signal }).catch(() => {})
    }
  }

  private async connectOnce(): Promise<void> {
    const { ticket } = await this.web.call<{ ticket: string }>(liveTicket.path, {})
    const socket = new WebSocket(`ws://${this.web.host}/api/v1/live?ticket=${ticket}`)
    this.socket = socket
    socket.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as ServerToConsole
      if (type === 'hints') this.updated()
    })
    await once(socket, 'close')
  }

  private updated(): void {
    this.measure()
    this.lastMs = performance.now()
  }

  private measure(): void {
    const gapMs = this.lastMs === null ? 0 : performance.now() - this.lastMs
    if (gapMs <= this.longestGapMs) return
    this.longestGapMs = gapMs
    this.longestPhase = this.phase
  }

  /** Waits until measuring has begun. */
  async untilLive(): Promise<void> {
    await eventually(async () => this.lastMs !== null, 240_000)
  }

  /** Ends the connection; the time since the last update counts, too. */
  async close(): Promise<void> {
    this.measure()
    this.closing.abort()
    this.socket?.terminate()
    await this.running
  }
}
