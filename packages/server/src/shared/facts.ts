import type { Hint } from '@stationmaster/contract'

/**
 * What a station's message makes true, as rows: decided by rules without input or output, written by storage
 * in one transaction with what other stations said in the same moment. Instants are ISO 8601 texts.
 */
export interface FactRows {
  boots: BootFact
  stationStates: StationStateFact
  responsiveness: ResponsivenessFact
  connectors: ConnectorFact
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
  settlements: ResolutionFact
  securityEvents: SecurityEventFact
  deviations: DeviationFact
  seen: SeenFact
  offline: OfflineFact
  log: LogFact
  repeatedEntries: RepeatedEntryFact
  heartbeats: HeartbeatFact
  scriptRuns: ScriptRunFact
}
export type FactKind = keyof FactRows

/** Collects the facts of one message. */
export interface Facts {
  add<K extends FactKind>(kind: K, row: FactRows[K]): void
  /** Tells consoles of the account, when the facts are committed. */
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
  /** Null: keeps its value. */
  displayState: string | null
  state: string | null
  statusPayload: string | null
}

/** Whether the station has stopped answering commands, as the connection with this epoch found. */
export interface ResponsivenessFact {
  stationId: string
  epoch: number
  isUnresponsive: boolean
}

/** A connector, or the station (0), has gone to Faulted. */
export interface FaultFact {
  stationId: string
  accountId: string
  connectorNo: number
  errorCode: string | null
  at: string
}

/** A connector's state; creates the connector on first sight. */
export interface ConnectorFact {
  id: string
  accountId: string
  stationId: string
  connectorNo: number
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
  connectorNo: number
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
  /** Of the connector row, where this is the first sight of the connector. */
  connectorId: string
}

/** A running transaction that is taken to be over though no stop was told. */
export interface EndingFact {
  number: number
  stationId: string
  stoppedAt: string
  flag: string
  /** A script waits for it. */
  isAwaited: boolean
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
  state: 'finished' | 'held'
  /** Added to those of the start. */
  flags: readonly string[]
  /** The state that it leads out of, where a script waits for that; null: none does. */
  awaitedFrom: string | null
}

export interface SampleFact {
  stationId: string
  connectorNo: number
  sampledAt: string
  kindId: number
  /** A number, or `NaN` where the text is none. */
  value: number | 'NaN'
  transactionNumber: number | null
  /** The text as sent, where the number alone does not say it. */
  raw: string | null
}

/** Samples that were told without their transaction belong to this one. */
export interface AdoptionFact {
  stationId: string
  connectorNo: number
  transactionNumber: number
  from: string
  to: string
}

/** The newest readings of a connector; null keeps what is known. */
export interface ReadingsFact {
  stationId: string
  connectorNo: number
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
  /** A script waits for it. */
  isAwaited: boolean
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
  settlement: string | null
  /** JSON of a stop's fields without its samples, where it waits for its start. */
  stopFields: string | null
  connectorNo: number | null
  /** Energy in Wh that a proposed correction would set. */
  proposedWh: number | null
}

/** Something quarantined that the house could settle by itself. */
export interface ResolutionFact {
  quarantineId: string
  settlement: string
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

export interface SeenFact {
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

/** One entry of the OCPP log. */
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

/** Many entries of the OCPP log as one: when the first came, what the last said, and how many there were. */
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
  /** The entry that grows by `repeats`; null makes a new one. */
  entryId: number | null
}

/** Heartbeats in a row: a new entry of the OCPP log, or more repeats of the entry with this id and time. */
export interface HeartbeatFact {
  stationId: string
  accountId: string
  at: string
  messageId: string | null
  request: string
  response: string
  repeats: number
  /** The entry that grows; null makes a new one. */
  entryId: number | null
}

/** Something the system did with an object, for which an administrator's script waits; a job runs it. */
export interface ScriptRunFact {
  accountId: string
  classCode: string
  objectId: string
  action: string
  from: string
  to: string
  at: string
}

/** A card as its rules see it. */
export interface KnownCard {
  id: string
  code: string
  state: string
  expiresAt: Date | null
  parentCode: string | null
  maxTransactions: number
}

/** A stored transaction as the rules of start, stop and meter values see it. */
export interface KnownTransaction {
  number: number
  stationId: string
  accountId: string
  connectorNo: number
  idTag: string
  idTagFolded: string
  decision: string
  startKey: string
  startedAt: Date
  receivedStartAt: Date
  meterStartWh: number
  meterLastWh: number | null
  energyWh: number
  state: 'running' | 'finished' | 'held'
  flags: readonly string[]
  stopPayload: string | null
  receivedStopAt: Date | null
}

/** Combination of what says how a sampled value is meant. */
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

/** What must be known before a message can be decided; read for all messages of a batch at once. */
export interface Needs {
  cards?: readonly { accountId: string; folded: string }[]
  /** Counts the running transactions of the cards, and keeps other processors of starts out meanwhile. */
  runningOfCards?: boolean
  startKeys?: { stationId: string; keys: readonly string[] }
  transactions?: readonly number[]
  kinds?: WantedKinds
  /** How many fresh transaction numbers the decision may take. */
  numbers?: number
}

/** What was read for the needs. */
export interface Found {
  card(accountId: string, folded: string): KnownCard | null
  /** Running transactions of the card at this moment, those of this batch included. */
  running(accountId: string, folded: string): number
  noteRunning(accountId: string, folded: string): void
  /** What this batch has decided, for what follows in it: the same message may have come over two sockets. */
  noteStart(start: KnownTransaction): void
  noteStop(number: number, stopPayload: string): void
  starts(stationId: string): readonly KnownTransaction[]
  transaction(number: number): KnownTransaction | null
  /** Returns null where the station has sent more kinds beyond the standard than are stored for it. */
  kindId(stationId: string, kind: SampleKind): number | null
  /** The kind of samples whose own kind is not stored. */
  otherKindId(): number
  nextNumber(): number
}

/**
 * One message on its way to the database. `decide` runs inside the batch's transaction and may run again when
 * the batch is repeated: it changes nothing but `facts`. `committed` runs once, after the commit.
 */
export interface Work<Answer> {
  needs?: Needs
  decide(facts: Facts, found: Found): Answer
  committed?(answer: Answer): void
  /**
   * Further works of the same message, asked for one by one after the commit of the one before. The answer leaves
   * after the last: a message with thousands of samples does not hold up a batch with them.
   */
  rest?(): Iterable<Work<unknown>>
}
