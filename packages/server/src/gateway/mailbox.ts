import type { CallFrame } from '@stationmaster/ocpp'
import type { WebSocket } from 'ws'
import type { AwakeClock } from './awake-clock.ts'
import type { GatewayOptions } from './options.ts'
import { TokenBucket } from './rate-limits.ts'

export interface Letter {
  frame: CallFrame
  text: string
  receivedAt: Date
}

/** A call that is read in parts, when it has its turn. */
export interface LongLetter {
  /** The member with the list of meter values. */
  list: readonly string[]
  text: string
  receivedAt: Date
  /** Gives its share of the process's memory back; called once. */
  release(): void
}

/** Beyond these the socket is not read until there is room again: the peer's own line fills up, nothing is dropped. */
const mostLetters = 32
const mostChars = 300_000

/**
 * Calls of one station that wait for their turn. A station that waits for its answers, as it must, is never slowed
 * down here; one that does not has a share, so that a flood costs the others nothing (G49).
 */
export class Mailbox {
  private readonly ws: WebSocket
  private readonly awake: AwakeClock
  private readonly tokens: TokenBucket
  private letters: (Letter | LongLetter)[] = []
  private chars = 0
  private isPaused = false
  private isFree = false

  constructor(
    ws: WebSocket,
    options: Pick<GatewayOptions, 'pipelinedPerSecond' | 'pipelinedBurst'>,
    awake: AwakeClock,
  ) {
    this.ws = ws
    this.awake = awake
    this.tokens = new TokenBucket(options.pipelinedPerSecond, options.pipelinedBurst, awake.ms)
  }

  /** @param isAwaited nothing else of this station is being worked on: it waits for the answer as it should */
  put(letter: Letter | LongLetter, isAwaited: boolean): void {
    this.letters.push(letter)
    this.chars += letter.text.length
    this.isFree = isAwaited && this.letters.length === 1
    if (this.letters.length >= mostLetters || this.chars > mostChars) this.pause()
  }

  /** The next one; none where the station has used up its share for now. */
  take(): Letter | LongLetter | undefined {
    const [letter] = this.letters
    if (!letter || !(this.isFree || this.tokens.take(this.awake.ms))) return undefined
    this.letters.shift()
    this.chars -= letter.text.length
    this.isFree = false
    if (this.letters.length < mostLetters / 2 && this.chars < mostChars) this.resume()
    return letter
  }

  get size(): number {
    return this.letters.length
  }

  get isEmpty(): boolean {
    return this.letters.length === 0
  }

  clear(): void {
    for (const letter of this.letters) if ('release' in letter) letter.release()
    this.letters = []
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
