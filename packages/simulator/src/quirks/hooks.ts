import type { Device } from '../station/device.ts'
import type { Trait } from '../station/traits.ts'
import type { QueuedMessage } from '../station/transaction-queue.ts'
import type { Payload } from '../station/payload.ts'

/** How a station dials its central system. */
export interface Dial {
  readonly url: string
  readonly subprotocols: readonly string[]
  /** False: pings stay without an answer. */
  readonly answersPings: boolean
  /** False: the request goes out without `Connection: Upgrade`. */
  readonly asksForUpgrade: boolean
}

/** What a quirk may do beside changing what passes through it. */
export interface QuirkTools {
  readonly device: Device
  /** A CALL past the queue and past all rules; the answer to it is dropped. */
  sendCall(action: string, payload: Payload): void
  /** A text past everything. */
  sendText(text: string): void
  /** A message behind those that wait in the transaction queue. */
  queue(message: QueuedMessage): void
  /** Bytes past the framing. */
  sendBytes(bytes: Uint8Array): void
  /** Starts the station anew. */
  reboot(): void
  /** The time as text, as this station writes it. */
  stamp(atMs: number): string
  /** Runs later, unless the connection has gone by then. */
  later(delayMs: number, run: () => void): void
  /** How long ago the last boot was accepted; Infinity before that. */
  sinceBootMs(): number
}

/** Where a quirk may reach in. All are optional; each gets what the quirks before it have made of the value. */
export interface QuirkHooks {
  dial?(dial: Dial, attempt: number, identity: string): Dial
  /** The id of the next CALL. */
  messageId?(action: string): string
  stamp?(atMs: number, isBooted: boolean): string
  /** The payload of a CALL; null keeps the CALL back, as if it had been answered. */
  call?(action: string, payload: Payload, tools: QuirkTools): Payload | null
  /** The text of a CALL, for what JSON of ours cannot say. */
  callText?(text: string, action: string): string
  /** The payload of an answer to a command. */
  result?(action: string, payload: Payload): Payload
  resultText?(text: string, action: string): string
  /** A CALL has left. */
  sent?(action: string, payload: Payload, tools: QuirkTools, text: string): void
  /** False: the command gets no answer. */
  hears?(action: string, payload: Payload, tools: QuirkTools): boolean
  opened?(tools: QuirkTools): void
  /** The boot was accepted, or a connection came back without one. */
  accepted?(tools: QuirkTools): void
}

export interface Quirk {
  /** Its number in the project's list of what is seen in the field, or a name of its own. */
  readonly name: string
  readonly meaning: string
  readonly trait?: Trait
  /** Makes the hooks for one station: a quirk may count and remember. */
  readonly make?: () => QuirkHooks
}
