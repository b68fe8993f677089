import type { CallFrame } from '@stationmaster/ocpp'
import type { TokenBucket } from 'limiter'
import type { WebSocket } from 'ws'
import type { GatewayOptions } from './options.ts'
import { fullBucket } from './rate-limits.ts'

export interface InboundCall {
  frame: CallFrame
  text: string
  receivedAt: Date
}

/** Call that is read in parts when it is scheduled. */
export interface LongInboundCall {
  /** Member with the list of meter values. */
  list: readonly string[]
  text: string
  receivedAt: Date
  /** Releases its share of the process's memory; called once. */
  release(): void
}

/**
 * Above this number the socket is not read until calls were answered: TCP flow control slows the peer,
 * nothing is dropped.
 */
const maxCalls = 32
const maxChars = 300_000

/**
 * Queue of calls of one station. A station that waits for its answers, as required, is never slowed down
 * here; one that does not wait gets a share, so that a flood does not affect other stations (G49).
 */
export class InboundQueue {
  private readonly ws: WebSocket
  private readonly tokens: TokenBucket
  private calls: (InboundCall | LongInboundCall)[] = []
  private chars = 0
  private isPaused = false
  private isFree = false

  constructor(ws: WebSocket, options: Pick<GatewayOptions, 'pipelinedPerSecond' | 'pipelinedBurst'>) {
    this.ws = ws
    this.tokens = fullBucket(options.pipelinedPerSecond * 60, options.pipelinedBurst)
  }

  /** @param isAwaited no other call of this station is in progress: it waits for its answers as required */
  put(call: InboundCall | LongInboundCall, isAwaited: boolean): void {
    this.calls.push(call)
    this.chars += call.text.length
    this.isFree = isAwaited && this.calls.length === 1
    if (this.calls.length >= maxCalls || this.chars > maxChars) this.pause()
  }

  /** Returns the next call; undefined if the station has used up its share for now. */
  take(): InboundCall | LongInboundCall | undefined {
    const [call] = this.calls
    if (!call || !(this.isFree || this.tokens.tryRemoveTokens(1))) return undefined
    this.calls.shift()
    this.chars -= call.text.length
    this.isFree = false
    if (this.calls.length < maxCalls / 2 && this.chars < maxChars) this.resume()
    return call
  }

  get size(): number {
    return this.calls.length
  }

  get isEmpty(): boolean {
    return this.calls.length === 0
  }

  clear(): void {
    for (const call of this.calls) if ('release' in call) call.release()
    this.calls = []
    this.chars = 0
    this.resume()
  }

  private pause(): void {
    if (this.isPaused) return
    this.isPaused = true
    this.ws.pause()
  }

  private resume(): void {
    if (!this.isPaused) return
    this.isPaused = false
    this.ws.resume()
  }
}
