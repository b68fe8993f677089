import type { StationAction16, V16 } from '@stationmaster/ocpp/v16'
import type { ErrorCode, Protocol } from '@stationmaster/ocpp'
import type { KnownTransaction, Work } from './facts.ts'

/** Maximum number of EVSEs stored for one station; OCPP 1.6 has no limit. */
export const maxEvses = 100

/** Returns true if the station has an EVSE of this number or may get one more. */
export const canHaveEvse = ({ evses }: StationKnowledge, evseNo: number): boolean =>
  evses.has(evseNo) || evses.size < maxEvses

/** State of a station in the process that has its socket. */
export interface StationKnowledge {
  readonly id: string
  readonly accountId: string
  readonly accountCode: string
  readonly identity: string
  policy: 'accept' | 'wait' | 'reject'
  approval: 'policy' | 'accepted' | 'rejected'
  heartbeatSeconds: number
  askOnBoot: boolean
  /** Status in the answer to the newest BootNotification; null if none was received. */
  bootStatus: string | null
  bootedAt: Date | null
  /** IANA time zone for times without a zone. */
  timeZone: string | null
  /** Properties by which access rules select stations. */
  place: StationPlace
  state: string
  displayState: string
  /** State reported for EVSE 0, the station itself; null if none was. */
  zeroState: string | null
  evses: Map<number, EvseKnowledge>
  /** Running transactions by number. */
  running: Map<number, KnownTransaction>
  /** EVSEs whose samples named an unknown transaction. */
  orphanSamples: Set<number>
  /** Newest stops that matched nothing and wait for a start; see `addOrphanStop`. */
  orphanStops: OrphanStop[]
}

export interface StationPlace {
  siteId: string | null
  networkId: string | null
  clientId: string | null
  tags: readonly string[]
}

export interface EvseKnowledge {
  id: string
  state: string
  errorCode: string | null
  info: string | null
  vendorErrorCode: string | null
  stateSinceMs: number
  /** Time of the newest report, which may repeat the state. */
  reportedMs: number
  maxPowerW: number | null
  /** True if a StatusNotification reported it, not only a start. */
  isAnnounced: boolean
  /** True if a user has set its state to one that no station reports. */
  isTaken?: boolean
  /** Transaction of the connected vehicle: the running one, or the last one until Available is reported. */
  lastTransaction: Pick<KnownTransaction, 'id' | 'startedAt'> | null
  /** Number of stored states of its transaction. */
  transactionStateCount: number
}

/** StopTransaction without its samples: joins it with a start, and distinguishes copies from other stops. */
export type StopFields = Omit<V16['StopTransaction']['request'], 'transactionData'>

export interface OrphanStop {
  unmatchedMessageId: string
  idTagFolded: string
  stoppedAtMs: number
  receivedAt: Date
  stop: StopFields
}

/** Meter values of a message that is too long to be read in one piece. */
export interface LongReadings {
  /** Number of sampled values in the message. */
  readonly values: number
  /** Number of values that are not read because they exceed the limit per message. */
  readonly cut: number
  /** Reads the meter values in parts of some hundred samples. */
  parts(): Iterable<V16['MeterValues']['request']['meterValue']>
}

/** Open socket of a station, as the handlers of its messages use it. */
export interface StationConnection {
  readonly station: StationKnowledge
  readonly epoch: number
  readonly remoteAddress: string
  readonly protocol: Protocol
}

/** Context of a payload. */
export interface CallContext {
  readonly id: string
  /** Time of receipt. */
  readonly receivedAt: Date
  /** Payload as text, exactly as the station wrote it. */
  readonly rawPayload: string
  /** Set if the list of meter values in the payload is empty because it is read in parts. */
  readonly long?: LongReadings
  /** Deviations of the payload from the standard; `missing /meterStart` and the like decide flags. */
  readonly deviations: readonly string[]
  /** True for a BootNotification that the server requested by Reset or TriggerMessage. */
  readonly isRequested?: boolean
}

/** A received call: the connection and the context of its payload. */
export interface ReceivedCall {
  readonly connection: StationConnection
  readonly call: CallContext
}

/** Answer that is sent as a CALLERROR. */
export interface CallFailure {
  failure: ErrorCode
  description: string
  details?: Record<string, unknown>
}

export const isCallFailure = (value: unknown): value is CallFailure =>
  typeof value === 'object' && value !== null && 'failure' in value && 'description' in value

export const isWork = (value: unknown): value is Work<unknown> =>
  typeof value === 'object' && value !== null && 'decide' in value && typeof value.decide === 'function'

/**
 * Handles one kind of call. Returns an answer immediately (nothing to store), a promise (a use case with its
 * own transaction), or a `Work` (the fast path: decided inside the batch that stores its facts).
 */
export type StationHandler<Request, Response> = (
  connection: StationConnection,
  request: Request,
  call: CallContext,
) => Response | CallFailure | Promise<Response | CallFailure> | Work<Response | CallFailure>

export type StationHandlers16 = {
  [Action in StationAction16]: StationHandler<V16[Action]['request'], V16[Action]['response']>
}

/** Handlers that one module provides. */
export type StationModule16 = Partial<StationHandlers16>
