import type { ErrorCode } from './error-codes.ts'
import type { LenientReading } from './lenient-reading.ts'
import type { Side } from './message.ts'

/** Call that stations send. */
export interface StationCall {
  readonly action: string
  /** Member with its list of meter values; with a long list the call is read in parts. */
  readonly list?: string
  /**
   * Limit of its length. `short`: without lists and free texts; `frame`: the limit of all frames;
   * `transaction`: a higher one, because it carries the meter values of a whole transaction.
   */
  readonly length: 'short' | 'frame' | 'transaction'
  /** True if stations may resend it under the same message id; its answer contains no time. */
  readonly isResent: boolean
  /** Returns what distinguishes calls that a station repeats, such as the connector; absent if all are alike. */
  readonly repetitionKey?: (payload: unknown) => string
  /** Returns an answer that confirms only the receipt; absent if a station needs more than that. */
  readonly receipt?: (nextNumber: () => number) => unknown
}

/** Version of OCPP: its calls, and how their payloads are read and written. */
export interface Protocol {
  readonly version: '1.6'
  /** Name of the WebSocket subprotocol in lower case. */
  readonly subprotocol: string
  /** Code of the error for a payload with another form than the schema requires. */
  readonly formError: ErrorCode
  /** Returns the call with this name that stations may send; null if there is none. */
  findCall(name: string): StationCall | null
  /** Returns true if a message with this name exists, sent by either side. */
  isAction(name: string): boolean
  /** Returns true if a call to a station requests a BootNotification from it. */
  requestsBoot(action: string, payload: unknown): boolean
  /** Reads a payload leniently. */
  tolerate(action: string, side: Side, payload: unknown): LenientReading
  /** Reads a part of a list of meter values leniently. */
  tolerateMeterValues(list: unknown[]): LenientReading
  /** Returns a response with its members in the order of the schema. */
  orderMembers(action: string, response: unknown): unknown
}
