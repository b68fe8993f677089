import {
  bigint,
  boolean,
  type Column,
  type Columns,
  float,
  instant,
  int,
  isoInstant,
  jsonb,
  oneOf,
  orNull,
  text,
  texts,
  uuid,
} from './columns.ts'

/** Columns of a transaction that its start writes and the rules of later messages use. */
const startedColumns = {
  id: uuid,
  number: int,
  stationId: uuid,
  /** Null: the station named no EVSE. */
  evseNo: orNull(int),
  idTagFolded: orNull(text),
  /** Authorization status that was answered. */
  decision: orNull(text),
  startKey: text,
  meterStartWh: bigint,
  flags: texts,
} satisfies Columns

/** Columns of a new transaction; the others have default values. */
export const newTransactionColumns = {
  ...startedColumns,
  accountId: uuid,
  protocol: text,
  /** Id by which the station names the transaction; in OCPP 1.6 the number that it got. */
  stationRef: orNull(text),
  connectorNo: orNull(int),
  idTag: orNull(text),
  /** Type of the card; null: any physical one. */
  tokenType: orNull(text),
  cardId: orNull(uuid),
  /** Access rule that refused the card. */
  accessRuleId: orNull(uuid),
  /** Why the card was refused, apart from its own state and access rules. */
  refusalReason: orNull(text),
  authorisedAt: orNull(isoInstant),
  reservationNumber: orNull(int),
  startedAt: isoInstant,
  startedSent: orNull(text),
  receivedStartAt: isoInstant,
  energyStartedAt: orNull(isoInstant),
} satisfies Columns

/** Columns of a transaction that the rules of start, stop and meter values use. */
export const transactionColumns = {
  ...startedColumns,
  startedAt: instant,
  receivedStartAt: instant,
  /** Time of the first reading above the start, or of the first state Charging. */
  energyStartedAt: orNull(instant),
  state: oneOf('running', 'finished', 'needs_review'),
  energyWh: bigint,
  meterLastWh: orNull(float),
  /** Time of the newest readings. */
  readingsAt: orNull(instant),
  stopPayload: orNull(text),
  receivedStopAt: orNull(instant),
} satisfies Columns

/** Event of a station without the columns that its entry of the OCPP log has, too; see `addEvent`. */
const eventColumns = {
  /** Milliseconds since 1970, the upper part of the id. */
  atMs: bigint,
  kind: text,
  evseNo: orNull(int),
  cardId: orNull(uuid),
  idTag: orNull(text),
  transactionNumber: orNull(int),
  reportedAt: orNull(isoInstant),
  details: orNull(jsonb),
} satisfies Columns

/** Entry of the OCPP log. */
const logColumns = {
  at: isoInstant,
  accountId: uuid,
  stationId: uuid,
  isOutgoing: boolean,
  action: text,
  messageId: orNull(text),
  request: orNull(text),
  response: orNull(text),
  errorCode: orNull(text),
  durationMs: orNull(int),
  commandId: orNull(uuid),
} satisfies Columns

/** Columns of the rows of each kind of fact: the types of the facts and the statements that write them derive from it. */
export const factColumns = {
  boots: {
    stationId: uuid,
    status: text,
    bootedAt: isoInstant,
    vendor: orNull(text),
    model: orNull(text),
    serialNumber: orNull(text),
    boxSerialNumber: orNull(text),
    firmwareVersion: orNull(text),
    iccid: orNull(text),
    imsi: orNull(text),
    meterType: orNull(text),
    meterSerialNumber: orNull(text),
    payload: text,
  },
  stationStates: {
    stationId: uuid,
    /** Null: unchanged. */
    displayState: orNull(text),
    state: orNull(text),
    /** State of the station itself. */
    zeroState: orNull(text),
    statusPayload: orNull(text),
  },
  /** Responsiveness of a station to commands, as observed by the connection with this epoch. */
  responsiveness: { stationId: uuid, epoch: bigint, isUnresponsive: boolean },
  /** State of an EVSE; creates the EVSE when it is first reported. */
  evses: {
    id: uuid,
    accountId: uuid,
    stationId: uuid,
    evseNo: int,
    state: text,
    errorCode: orNull(text),
    info: orNull(text),
    vendorErrorCode: orNull(text),
    stateSince: isoInstant,
    stateReceivedAt: isoInstant,
    /** Null: the state is not Available. */
    availableAt: orNull(isoInstant),
  },
  /** Change of an EVSE, or of the station (0), to Faulted. */
  faults: { stationId: uuid, evseNo: int, accountId: uuid, errorCode: orNull(text), happenedAt: isoInstant },
  starts: {
    ...newTransactionColumns,
    /** Id of the EVSE row, if the EVSE is first reported. */
    evseId: uuid,
  },
  /** End of a running transaction that counts as ended although no stop was sent. */
  endings: {
    number: int,
    stationId: uuid,
    stoppedAt: isoInstant,
    flag: text,
  },
  stops: {
    number: int,
    stationId: uuid,
    stoppedAt: isoInstant,
    stoppedSent: orNull(text),
    receivedStopAt: isoInstant,
    meterStopWh: bigint,
    reason: text,
    idTag: orNull(text),
    payload: text,
    energyWh: bigint,
    state: oneOf('finished', 'needs_review'),
    /** Added to the flags of the start. */
    flags: texts,
    /** State before the stop. */
    from: text,
  },
  /** Stop by a loss of power: a later transaction may continue this one. */
  interruptions: { number: int, stationId: uuid },
  /** State that the EVSE of a transaction reported before its vehicle left. */
  transactionStates: { transactionId: uuid, at: isoInstant, state: text, receivedAt: isoInstant },
  /** Beginning of the transfer of energy, as far as it is known. */
  energyStarts: { transactionId: uuid, at: instant },
  samples: {
    stationId: uuid,
    evseNo: int,
    sampledAt: isoInstant,
    kindId: int,
    /** Number, or `NaN` if the text is not one. */
    value: float as Column<number | 'NaN'>,
    transactionNumber: orNull(int),
    /** Text as sent, if the number alone does not represent it. */
    raw: orNull(text),
  },
  /** Signed meter value as the station wrote it. */
  signedValues: {
    stationId: uuid,
    evseNo: int,
    sampledAt: isoInstant,
    kindId: int,
    value: text,
    transactionNumber: orNull(int),
    receivedAt: isoInstant,
  },
  /** Assignment of samples that were sent without their transaction to this one. */
  adoptions: { stationId: uuid, evseNo: int, transactionNumber: int, from: isoInstant, to: isoInstant },
  /** Newest readings of an EVSE; null keeps the known value. */
  readings: {
    stationId: uuid,
    evseNo: int,
    transactionNumber: orNull(int),
    powerW: orNull(float),
    energyWh: orNull(float),
    soc: orNull(float),
    meterLastWh: orNull(float),
    at: instant,
  },
  reservationsUsed: { stationId: uuid, number: bigint, transactionNumber: int },
  cardUses: { cardId: uuid, at: isoInstant },
  /** Refusal of a card that a station asked about, for the remote start that it follows. */
  refusedCards: { stationId: uuid, codeFolded: text, note: text, noteCode: text, at: isoInstant },
  unknownTags: { accountId: uuid, code: text, codeFolded: text, stationId: uuid, at: isoInstant },
  unmatchedMessages: {
    id: uuid,
    accountId: uuid,
    stationId: uuid,
    kind: text,
    action: text,
    reason: text,
    payload: text,
    payloadHash: text,
    candidateNumber: orNull(int),
    receivedAt: isoInstant,
    resolution: orNull(text),
    /** JSON of a stop's fields without its samples, if it waits for its start. */
    stopFields: orNull(text),
    evseNo: orNull(int),
    /** Energy in Wh that a proposed correction would set. */
    proposedWh: orNull(bigint),
  },
  /** Unmatched message that the system could resolve by itself. */
  resolutions: { unmatchedMessageId: uuid, resolution: text },
  securityEvents: {
    id: uuid,
    accountId: uuid,
    stationId: uuid,
    type: text,
    happenedAt: isoInstant,
    receivedAt: isoInstant,
    techInfo: orNull(text),
  },
  deviations: { stationId: uuid, rule: text, count: bigint, lastAt: isoInstant, sample: orNull(text) },
  seen: { stationId: uuid, epoch: bigint, at: isoInstant },
  offline: { stationId: uuid, epoch: bigint, at: isoInstant, seenAt: isoInstant },
  /** Event of a station; see `addEvent`. */
  activity: { accountId: uuid, stationId: uuid, messageId: orNull(text), ...eventColumns },
  log: logColumns,
  /** Entry of the OCPP log, with the event of its message if `kind` is not null; see `joinEvents`. */
  loggedEvents: { ...logColumns, ...eventColumns, atMs: orNull(bigint), kind: orNull(text) },
  /** Many entries of the OCPP log as one: the time of the first, the content of the newest, and the count. */
  repeatedEntries: {
    /** Name of the series in this process, under which the id of a new entry is reported. */
    series: text,
    at: isoInstant,
    accountId: uuid,
    stationId: uuid,
    isOutgoing: boolean,
    action: text,
    messageId: orNull(text),
    request: orNull(text),
    response: orNull(text),
    errorCode: orNull(text),
    repeats: int,
    /** Entry whose count grows by `repeats`; null creates a new one. */
    entryId: orNull(bigint),
  },
  /** Consecutive heartbeats: a new entry of the OCPP log, or more repeats of the entry with this id and time. */
  heartbeats: {
    stationId: uuid,
    accountId: uuid,
    at: isoInstant,
    messageId: orNull(text),
    request: text,
    response: text,
    repeats: int,
    /** Entry whose count grows; null creates a new one. */
    entryId: orNull(bigint),
  },
  /** State change that is not part of another fact. */
  stateChanges: {
    accountId: uuid,
    classCode: text,
    objectId: uuid,
    action: text,
    from: text,
    to: text,
  },
} satisfies Readonly<Record<string, Columns>>
