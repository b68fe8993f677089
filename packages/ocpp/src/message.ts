/** Sender of the request. */
export type Sender = 'station' | 'system' | 'both'

/** One of the two payloads of a message. */
export type Side = 'request' | 'response'

/** Row of a message table, the same for every version of the standard. */
export interface MessageRow<Block extends string = string> {
  readonly from: Sender
  readonly block: Block
  /** True if the request carries data that must be stored before it is answered. */
  readonly carriesFact: boolean
}
