import type { Device } from '../station/device.ts'
import type { Trait } from '../station/traits.ts'
import type { QueuedMessage } from '../station/transaction-queue.ts'
import type { Payload } from '../station/payload.ts'

/** How a station connects to its central system. */
export interface Dial {
  readonly url: string
  readonly subprotocols: readonly string[]
  /** False: pings are not answered. */
  readonly answersPings: boolean
  /** False: the request is sent without `Connection: Upgrade`. */
  readonly asksForUpgrade: boolean
}

/** Actions of a quirk beyond changing the values passed to it. */
export interface QuirkTools {
  readonly device: Device
  /** Sends a CALL without the queue and without any rule; its answer is dropped. */
  sendCall(action: string, payload: Payload): void
  /** Sends a raw text. */
  sendText(text: string): void
  /** Appends a message to the transaction queue. */
  queue(message: QueuedMessage): void
  /** Sends raw bytes outside of WebSocket frames. */
  sendBytes(bytes: Uint8Array): void
  /** Restarts the station. */
  reboot(): void
  /** Returns the time as text, in the format of this station. */
  stamp(atMs: number): string
  /** Runs a function later, unless the connection is closed by then. */
  later(delayMs: number, run: () => void): void
  /** Milliseconds since the last accepted boot; Infinity before that. */
  sinceBootMs(): number
}

/** CALL that a station has sent. */
export interface SentCall {
  readonly action: string
  readonly payload: Payload
  /** The CALL as it was written. */
  readonly text: string
}

/** Hooks of a quirk. All are optional; each receives the value that the quirks before it have returned. */
export interface QuirkHooks {
  dial?(dial: Dial, attempt: number, identity: string): Dial
  /** Returns the id of the next CALL. */
  messageId?(action: string): string
  stamp?(atMs: number, isBooted: boolean): string
  /** Returns the payload of a CALL; null withholds the CALL, as if it had been answered. */
  call?(action: string, payload: Payload, tools: QuirkTools): Payload | null
  /** Returns the text of a CALL, for what JSON.stringify cannot produce. */
  callText?(text: string, action: string): string
  /** Returns the payload of an answer to a command. */
  result?(action: string, payload: Payload): Payload
  resultText?(text: string, action: string): string
  /** Called after a CALL was sent. */
  sent?(call: SentCall, tools: QuirkTools): void
  /** Returns false if the command is not answered. */
  shouldAnswer?(action: string, payload: Payload, tools: QuirkTools): boolean
  opened?(tools: QuirkTools): void
  /** Called when the boot was accepted, or a connection came back without one. */
  accepted?(tools: QuirkTools): void
}

export interface Quirk {
  /** Number in the project's list of quirks seen in the field, or a name. */
  readonly name: string
  readonly meaning: string
  readonly trait?: Trait
  /** Creates the hooks for one station: a quirk may keep state. */
  readonly make?: () => QuirkHooks
}
