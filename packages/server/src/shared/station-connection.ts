import type { StationAction16, V16 } from '@stationmaster/ocpp/v16'
import type { ErrorCode } from '@stationmaster/ocpp'
import type { Work } from './facts.ts'

/** Connectors that are stored for one station; OCPP 1.6 has no limit for their number. */
export const mostConnectors = 100

/** Returns whether the station can have a connector of this number: it has it, or there is room for one more. */
export const canHaveConnector = ({ connectors }: StationKnowledge, connectorNo: number): boolean =>
  connectors.has(connectorNo) || connectors.size < mostConnectors

/** What the process that holds a station's socket remembers of the station. */
export interface StationKnowledge {
  readonly id: string
  readonly accountId: string
  readonly accountCode: string
  readonly identity: string
  policy: 'accept' | 'wait' | 'reject'
  approval: 'policy' | 'accepted' | 'rejected'
  heartbeatSeconds: number
  askOnBoot: boolean
  /** What the newest BootNotification was answered; null: none ever came. */
  bootStatus: string | null
  bootedAt: Date | null
  /** IANA zone for times without a zone. */
  timeZone: string | null
  state: string
  displayState: string
  /** What connector 0, the station itself, told; null when it did not. */
  zeroState: string | null
  connectors: Map<number, ConnectorKnowledge>
  /** Running transactions by number. */
  running: Map<number, RunningTransaction>
  /** Connectors whose samples named a transaction that nobody knew. */
  orphanSamples: Set<number>
  /** The newest stops that matched nothing and wait for a start; see `addOrphanStop`. */
  orphanStops: OrphanStop[]
}

export interface ConnectorKnowledge {
  id: string
  state: string
  errorCode: string | null
  info: string | null
  vendorErrorCode: string | null
  stateSinceMs: number
  maxPowerW: number | null
  /** A StatusNotification reported it, not only a start. */
  isAnnounced: boolean
  /** People have given it its state, and it is none that a station tells. */
  isTaken?: boolean
}

export interface RunningTransaction {
  number: number
  connectorNo: number
  idTag: string
  idTagFolded: string
  startedAtMs: number
  meterStartWh: number
  meterLastWh: number | null
  powerW: number | null
  soc: number | null
  /** Of the newest readings. */
  readingsAtMs?: number
  /** Those of its start. */
  flags: readonly string[]
  /** The quarantined stop that ended it as it began. */
  joinedStop?: string
}

/** A StopTransaction without its samples: what joins it with a start, and tells copies from other stops. */
export type StopFields = Omit<V16['StopTransaction']['request'], 'transactionData'>

export interface OrphanStop {
  quarantineId: string
  idTagFolded: string
  stoppedAtMs: number
  receivedAt: Date
  stop: StopFields
}

/** Meter values of a message that is too long to be read in one piece. */
export interface LongReadings {
  /** Sampled values in the message. */
  readonly values: number
  /** Of these, the ones that are not read because they are more than a message can need. */
  readonly cut: number
  /** Reads the meter values, some hundred samples at a time. */
  parts(): Iterable<V16['MeterValues']['request']['meterValue']>
}

/** A station's open socket, as the handlers of its messages see it. */
export interface StationSession {
  readonly station: StationKnowledge
  readonly epoch: number
  readonly remoteAddress: string
  readonly protocol: string
}

/** The frame around a payload. */
export interface CallContext {
  readonly id: string
  /** When it was read from the socket. */
  readonly receivedAt: Date
  /** The payload as text, just as the station wrote it. */
  readonly rawPayload: string
  /** Set where the payload's own list of meter values is empty, because it is read in parts. */
  readonly long?: LongReadings
  /** How the payload departs from the standard; `missing /meterStart` and the like decide flags. */
  readonly deviations: readonly string[]
  /** A BootNotification that the server has asked for, by Reset or TriggerMessage. */
  readonly isRequested?: boolean
}

/** A call that is answered with a CALLERROR. */
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
 * Answers one kind of call. Three ways: an answer at once (nothing to store), a promise (a use case with a
 * transaction of its own), or a `Work` (the fast path: decided inside the batch that stores its facts).
 */
export type StationHandler<Request, Response> = (
  session: StationSession,
  request: Request,
  call: CallContext,
) => Response | CallFailure | Promise<Response | CallFailure> | Work<Response | CallFailure>

export type StationHandlers16 = {
  [Action in StationAction16]: StationHandler<V16[Action]['request'], V16[Action]['response']>
}

/** The part of the handlers that one module brings. */
export type StationModule16 = Partial<StationHandlers16>
