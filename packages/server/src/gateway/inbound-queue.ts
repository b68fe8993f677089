import type { CallFrame } from '@stationmaster/ocpp'
import type { TokenBucket } from 'limiter'
import type { RunningClock } from '../shared/clock.ts'
import type { GatewayOptions } from './options.ts'
import { fullBucket } from '../shared/token-bucket.ts'

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

/** Parts of a connection that its queue uses. */
interface InboundQueueDeps {
  /** Socket, which can stop reading. */
  ws: { pause(): void; resume(): void }
  clock: RunningClock
  options: Pick<GatewayOptions, 'pipelinedPerSecond' | 'pipelinedBurst'>
  /** Handles a call; the next one follows when the promise is resolved. It does not reject. */
  handle(call: InboundCall | LongInboundCall): Promise<void> | void
}

/**
 * Above this number the socket is not read until calls were answered: TCP flow control slows the peer,
 * nothing is dropped.
 */
const maxCalls = 32
const maxChars = 300_000

/**
 * Queue of calls of one station, handled one after the other in the order of arrival. A station that waits for
 * its answers, as required, is never slowed down here; one that does not wait gets a share, so that a flood
 * does not affect other stations (G49).
 */
export class InboundQueue {
  private readonly deps: InboundQueueDeps
  /** Share of a station that does not wait for its answers, from its first such call. */
  private tokens: TokenBucket | null = null
  private calls: (InboundCall | LongInboundCall)[] = []
  private chars = 0
  private isPaused = false
  private isStarted = false
  private isBusy = false
  /** True if the only call in the queue is one of a station that waits for its answers. */
  private isAwaited = false
  /** Running time since when the queue waits to be started, or the current call for its answer. */
  private sinceMs: number
  private readonly idleListeners: (() => void)[] = []

  constructor(deps: InboundQueueDeps) {
    this.deps = deps
    this.sinceMs = deps.clock.ms
  }

  /** Starts handling calls; those that have arrived wait until then. */
  start(): void {
    this.isStarted = true
    this.process()
  }

  put(call: InboundCall | LongInboundCall): void {
    this.isAwaited = this.isStarted && !this.isBusy && this.calls.length === 0
    this.calls.push(call)
    this.chars += call.text.length
    if (this.calls.length >= maxCalls || this.chars > maxChars) this.pause()
    this.process()
  }

  /** Handles calls as far as the station's share allows. */
  process(): void {
    if (this.isBusy || !this.isStarted) return
    this.isBusy = true
    for (let call = this.take(); call; call = this.take()) {
      const handled = this.deps.handle(call)
      if (!handled) continue
      this.sinceMs = this.deps.clock.ms
      void handled.then(() => this.proceed())
      return
    }
    this.isBusy = false
    if (this.idleListeners.length > 0) for (const listener of this.idleListeners.splice(0)) listener()
  }

  private proceed(): void {
    this.isBusy = false
    this.process()
  }

  /** Returns the next call; undefined if the station has used up its share for now. */
  private take(): InboundCall | LongInboundCall | undefined {
    const [call] = this.calls
    if (!call || !(this.isAwaited || this.takeToken())) return undefined
    this.calls.shift()
    this.chars -= call.text.length
    this.isAwaited = false
    if (this.calls.length < maxCalls / 2 && this.chars < maxChars) this.resume()
    return call
  }

  private takeToken(): boolean {
    const { pipelinedPerSecond, pipelinedBurst } = this.deps.options
    this.tokens ??= fullBucket(pipelinedPerSecond * 60, pipelinedBurst)
    return this.tokens.tryRemoveTokens(1)
  }

  /** Resolves when no call is in progress. */
  whenIdle(): Promise<void> {
    return this.isBusy ? new Promise((resolve) => this.idleListeners.push(resolve)) : Promise.resolve()
  }

  /** Milliseconds for which the current call, or the start of the queue, has been waited for; else 0. */
  get waitingMs(): number {
    return this.isBusy || !this.isStarted ? this.deps.clock.ms - this.sinceMs : 0
  }

  get size(): number {
    return this.calls.length
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
    this.deps.ws.pause()
  }

  private resume(): void {
    if (!this.isPaused) return
    this.isPaused = false
    this.deps.ws.resume()
  }
}
