import type { Hint } from '@stationmaster/contract'
import type { RowOf } from './columns.ts'
import type { factColumns, transactionColumns } from './fact-columns.ts'

/**
 * Rows that follow from a station's message: decided by pure rules, written by storage in one transaction
 * with those of other messages of the same moment.
 */
export type FactRows = { [K in keyof typeof factColumns]: RowOf<(typeof factColumns)[K]> }
export type FactKind = keyof FactRows

/** Collects the facts of one message. */
export interface Facts {
  add<K extends FactKind>(kind: K, row: FactRows[K]): void
  /** Notifies consoles of the account after the facts are committed. */
  hint(accountId: string, hint: Hint): void
  /** Registers a function that reverts what a decision changed elsewhere; it is called if the facts are not stored. */
  onDiscard(revert: () => void): void
}

export type SampleFact = FactRows['samples']
export type ReadingsFact = FactRows['readings']
export type DeviationFact = FactRows['deviations']
export type LogFact = FactRows['log']
export type RepeatedEntryFact = FactRows['repeatedEntries']
export type EventFact = FactRows['activity']
export type HeartbeatFact = FactRows['heartbeats']

/** Ids of new entries of the OCPP log to which repetitions are added: of heartbeats by station, of others by series. */
export type WrittenEntries = Record<'heartbeats' | 'repeatedEntries', ReadonlyMap<string, number>>

/** Transaction as the rules of start, stop and meter values use it: new, running or read from storage. */
export type KnownTransaction = RowOf<typeof transactionColumns>

/** Card as rules use it. */
export interface KnownCard {
  id: string
  code: string
  state: string
  expiresAt: Date | null
  parentCode: string | null
  maxTransactions: number
  /** Type of its token as in OCPP 2.x; null: any physical one. */
  tokenType: string | null
  clientId: string | null
  tags: readonly string[]
  /** Account of its client if that pays in advance; otherwise null. */
  prepaid: PrepaidAccount | null
}

/** Amounts that a client who pays in advance can spend. */
export interface PrepaidAccount {
  /** Group of clients with the same tariffs. */
  groupId: string | null
  /** Currency of the client, which tariffs prefer, and of the account to which it belongs. */
  currency: string
  accountCurrency: string
  /** Balance minus holds plus credit limit by currency, in minor units. */
  available: Readonly<Record<string, number>>
}

/** Combination of the fields that qualify a sampled value. */
export interface SampleKind {
  measurand: string
  phase: string | null
  location: string | null
  unit: string | null
  context: string | null
  format: string | null
}

/** Kinds of samples that a station has sent. */
export interface WantedKinds {
  stationId: string
  kinds: readonly SampleKind[]
}

/** Data that is needed to decide a message; read for all messages of a batch together. */
export interface RequiredData {
  cards?: readonly { accountId: string; folded: string }[]
  /** Counts the running transactions of the cards, and prevents other starts from being decided in parallel. */
  runningOfCards?: boolean
  startKeys?: { stationId: string; keys: readonly string[] }
  transactions?: readonly number[]
  kinds?: WantedKinds
  /** Number of new transaction numbers that the decision may take. */
  numbers?: number
}

/** Data that was read because messages of the batch require it. */
export interface Found {
  card(accountId: string, folded: string): KnownCard | null
  /** Returns the running transactions of the card at this moment, including those of this batch. */
  running(accountId: string, folded: string): number
  noteRunning(accountId: string, folded: string): void
  /**
   * Records a start decided in this batch, for later messages in it: the same message may have arrived over
   * two sockets.
   */
  noteStart(start: KnownTransaction): void
  noteStop(number: number, stopPayload: string): void
  starts(stationId: string): readonly KnownTransaction[]
  transaction(number: number): KnownTransaction | null
  /** Returns null if the station has sent more kinds beyond the standard than are stored for it. */
  kindId(stationId: string, kind: SampleKind): number | null
  /** Returns the kind for samples whose own kind is not stored. */
  otherKindId(): number
  nextNumber(): number
}

/**
 * Message to be stored. `decide` runs inside the batch's transaction and may run again when the batch is
 * repeated: it changes nothing but `facts`, except what it reverts by `facts.onDiscard`. `committed` runs once, after the commit.
 */
export interface Work<Answer> {
  requires?: RequiredData
  /** Connection that the message arrived over: nothing is stored once the station has a newer one (G12). */
  connection?: { stationId: string; epoch: number }
  decide(facts: Facts, found: Found): Answer
  committed?(answer: Answer): void
  /**
   * Further works of the same message, requested one by one after the previous commit. The answer is sent
   * after the last one, so a message with thousands of samples does not delay a batch.
   */
  rest?(): Iterable<Work<unknown>>
}
