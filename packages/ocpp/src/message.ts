/** Who sends the request of a message. */
export type Sender = 'station' | 'system' | 'both'

/** Which of the two payloads of a message is meant. */
export type Side = 'request' | 'response'

/** One row of a message table, the same for every version of the standard. */
export interface MessageRow<Block extends string = string> {
  readonly from: Sender
  readonly block: Block
  /** Whether the request tells something that must be stored before it is answered. */
  readonly carriesFact: boolean
}
