import type { Hint } from '@stationmaster/contract'
import type { StateChange } from './state-change.ts'

/**
 * Rows that follow from a station's message: decided by pure rules, written by storage in one transaction
 * with those of other messages of the same moment. Instants are ISO 8601 texts.
 */
export interface FactRows {
  boots: BootFact
  stationStates: StationStateFact
  responsiveness: ResponsivenessFact
  evses: EvseFact
  faults: FaultFact
  starts: StartFact
  endings: EndingFact
  stops: StopFact
  samples: SampleFact
  adoptions: AdoptionFact
  readings: ReadingsFact
  reservationsUsed: ReservationUseFact
  cardUses: CardUseFact
  unknownTags: UnknownTagFact
  unmatchedMessages: UnmatchedMessageFact
  resolutions: ResolutionFact
  securityEvents: SecurityEventFact
  deviations: DeviationFact
  seen: LastSeenFact
  offline: OfflineFact
  log: LogFact
  repeatedEntries: RepeatedEntryFact
  heartbeats: HeartbeatFact
  stateChanges: StateChangeFact
}
export type FactKind = keyof FactRows

/** Collects the facts of one message. */
export interface Facts {
  add<K extends FactKind>(kind: K, row: FactRows[K]): void
  /** Notifies consoles of the account after the facts are committed. */
  hint(accountId: string, hint: Hint): void
}

export interface BootFact {
  stationId: string
  status: string
  bootedAt: string
  vendor: string | null
  model: string | null
  serialNumber: string | null
  boxSerialNumber: string | null
  firmwareVersion: string | null
  iccid: string | null
  imsi: string | null
  meterType: string | null
  meterSerialNumber: string | null
  payload: string
}

export interface StationStateFact {
  stationId: string
  /** Null: unchanged. */
  displayState: string | null
  state: string | null
  statusPayload: string | null
}

/** Responsiveness of a station to commands, as observed by the connection with this epoch. */
export interface ResponsivenessFact {
  stationId: string
  epoch: number
  isUnresponsive: boolean
}

/** Change of an EVSE, or of the station (0), to Faulted. */
export interface FaultFact {
  stationId: string
  accountId: string
  evseNo: number
  errorCode: string | null
  at: string
}

/** State of an EVSE; creates the EVSE when it is first reported. */
export interface EvseFact {
  id: string
  accountId: string
  stationId: string
  evseNo: number
  state: string
  errorCode: string | null
  info: string | null
  vendorErrorCode: string | null
  stateSince: string
  receivedAt: string
}

export interface StartFact {
  id: string
  number: number
  accountId: string
  stationId: string
  evseNo: number
  idTag: string
  idTagFolded: string
  cardId: string | null
  decision: string
  reservationNumber: number | null
  startKey: string
  startedAt: string
  startedSent: string | null
  receivedStartAt: string
  meterStartWh: number
  flags: readonly string[]
  /** Id of the EVSE row, if the EVSE is first reported. */
  evseId: string
}

/** End of a running transaction that counts as ended although no stop was sent. */
export interface EndingFact {
  number: number
  stationId: string
  stoppedAt: string
  flag: string
}

export interface StopFact {
  number: number
  stationId: string
  stoppedAt: string
  stoppedSent: string | null
  receivedStopAt: string
  meterStopWh: number
  reason: string
  idTag: string | null
  payload: string
  energyWh: number
  state: 'finished' | 'needs_review'
  /** Added to the flags of the start. */
  flags: readonly string[]
  /** State before the stop. */
  from: string
}

export interface SampleFact {
  stationId: string
  evseNo: number
  sampledAt: string
  kindId: number
  /** Number, or `NaN` if the text is not one. */
  value: number | 'NaN'
  transactionNumber: number | null
  /** Text as sent, if the number alone does not represent it. */
  raw: string | null
}

/** Assignment of samples that were sent without their transaction to this one. */
export interface AdoptionFact {
  stationId: string
  evseNo: number
  transactionNumber: number
  from: string
  to: string
}

/** Newest readings of an EVSE; null keeps the known value. */
export interface ReadingsFact {
  stationId: string
  evseNo: number
  transactionNumber: number | null
  powerW: number | null
  energyWh: number | null
  soc: number | null
  meterLastWh: number | null
  at: string
}

export interface ReservationUseFact {
  stationId: string
  number: number
  transactionNumber: number
  at: string
}

export interface CardUseFact {
  cardId: string
  at: string
}

export interface UnknownTagFact {
  accountId: string
  code: string
  codeFolded: string
  stationId: string
  at: string
}

export interface UnmatchedMessageFact {
  id: string
  accountId: string
  stationId: string
  kind: string
  action: string
  reason: string
  payload: string
  payloadHash: string
  candidateNumber: number | null
  receivedAt: string
  resolution: string | null
  /** JSON of a stop's fields without its samples, if it waits for its start. */
  stopFields: string | null
  evseNo: number | null
  /** Energy in Wh that a proposed correction would set. */
  proposedWh: number | null
}

/** Unmatched message that the system could resolve by itself. */
export interface ResolutionFact {
  unmatchedMessageId: string
  resolution: string
}

export interface SecurityEventFact {
  id: string
  accountId: string
  stationId: string
  type: string
  happenedAt: string
  receivedAt: string
  techInfo: string | null
}

export interface DeviationFact {
  stationId: string
  rule: string
  count: number
  lastAt: string
  sample: string | null
}

export interface LastSeenFact {
  stationId: string
  epoch: number
  at: string
}

export interface OfflineFact {
  stationId: string
  epoch: number
  at: string
  seenAt: string
}

/** Entry of the OCPP log. */
export interface LogFact {
  at: string
  accountId: string
  stationId: string
  isOutgoing: boolean
  action: string
  messageId: string | null
  request: string | null
  response: string | null
  errorCode: string | null
  durationMs: number | null
  commandId: string | null
}

/** Many entries of the OCPP log as one: the time of the first, the content of the newest, and the count. */
export interface RepeatedEntryFact {
  /** Name of the series in this process, under which the id of a new entry is reported. */
  series: string
  at: string
  accountId: string
  stationId: string
  isOutgoing: boolean
  action: string
  messageId: string | null
  request: string | null
  response: string | null
  errorCode: string | null
  repeats: number
  /** Entry whose count grows by `repeats`; null creates a new one. */
  entryId: number | null
}

/** Consecutive heartbeats: a new entry of the OCPP log, or more repeats of the entry with this id and time. */
export interface HeartbeatFact {
  stationId: string
  accountId: string
  at: string
  messageId: string | null
  request: string
  response: string
  repeats: number
  /** Entry whose count grows; null creates a new one. */
  entryId: number | null
}

/** State change that is not part of another fact. */
export interface StateChangeFact extends StateChange {
  at: string
}

/** Card as rules use it. */
export interface KnownCard {
  id: string
  code: string
  state: string
  expiresAt: Date | null
  parentCode: string | null
  maxTransactions: number
}

/** Stored transaction as the rules of start, stop and meter values use it. */
export interface KnownTransaction {
  number: number
  stationId: string
  accountId: string
  evseNo: number
  idTag: string
  idTagFolded: string
  decision: string
  startKey: string
  startedAt: Date
  receivedStartAt: Date
  meterStartWh: number
  meterLastWh: number | null
  energyWh: number
  state: 'running' | 'finished' | 'needs_review'
  flags: readonly string[]
  stopPayload: string | null
  receivedStopAt: Date | null
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
export interface Needs {
  cards?: readonly { accountId: string; folded: string }[]
  /** Counts the running transactions of the cards, and prevents other starts from being decided in parallel. */
  runningOfCards?: boolean
  startKeys?: { stationId: string; keys: readonly string[] }
  transactions?: readonly number[]
  kinds?: WantedKinds
  /** Number of new transaction numbers that the decision may take. */
  numbers?: number
}

/** Data that was read for the needs. */
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
 * repeated: it changes nothing but `facts`. `committed` runs once, after the commit.
 */
export interface Work<Answer> {
  needs?: Needs
  decide(facts: Facts, found: Found): Answer
  committed?(answer: Answer): void
  /**
   * Further works of the same message, requested one by one after the previous commit. The answer is sent
   * after the last one, so a message with thousands of samples does not delay a batch.
   */
  rest?(): Iterable<Work<unknown>>
}
