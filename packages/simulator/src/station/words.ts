import type { Sample } from '../physics/samples.ts'

/** The words in which the parts of a station speak to each other; a behaviour turns them into its OCPP version. */

export type ConnectorStatus =
  | 'Available'
  | 'Preparing'
  | 'Charging'
  | 'SuspendedEV'
  | 'SuspendedEVSE'
  | 'Finishing'
  | 'Reserved'
  | 'Unavailable'
  | 'Faulted'

export type FaultCode =
  | 'ConnectorLockFailure'
  | 'EVCommunicationError'
  | 'GroundFailure'
  | 'HighTemperature'
  | 'InternalError'
  | 'OtherError'
  | 'OverCurrentFailure'
  | 'PowerMeterFailure'
  | 'PowerSwitchFailure'
  | 'ReaderFailure'
  | 'UnderVoltage'
  | 'OverVoltage'
  | 'WeakSignal'

export interface Fault {
  readonly code: FaultCode
  readonly info?: string
  readonly vendorErrorCode?: string
}

export type StopReason =
  | 'EmergencyStop'
  | 'EVDisconnected'
  | 'HardReset'
  | 'Local'
  | 'Other'
  | 'PowerLoss'
  | 'Reboot'
  | 'Remote'
  | 'SoftReset'
  | 'UnlockCommand'
  | 'DeAuthorized'

/** What is known of a card: from the central system, the local list or the cache. */
export interface Verdict {
  readonly status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx'
  readonly parentIdTag?: string
  readonly expiryDate?: string
}

/** A card that may charge at a connector, until a car is there. */
export interface Permit {
  readonly idTag: string
  readonly parentIdTag?: string
  readonly isRemote: boolean
}

/** A connector that is kept for a card until a time. */
export interface Reservation {
  readonly id: number
  /** 0 keeps any one connector free. */
  readonly connectorId: number
  readonly idTag: string
  readonly parentIdTag?: string
  readonly expiresAtMs: number
}

export type SampleContext =
  | 'Sample.Periodic'
  | 'Sample.Clock'
  | 'Transaction.Begin'
  | 'Transaction.End'
  | 'Trigger'

export interface Reading {
  readonly atMs: number
  readonly context: SampleContext
  readonly samples: readonly Sample[]
}

export interface Transaction {
  /** The station's own number; what stands for the transaction until it gets one. */
  readonly localNumber: number
  /** The number that the central system gave; null until the start was answered. */
  number: number | null
  readonly connectorId: number
  readonly idTag: string
  readonly parentIdTag?: string
  readonly reservationId?: number
  readonly startedAtMs: number
  readonly meterStartWh: number
  /** What the central system said of the card when it heard of the start. */
  verdict: Verdict | null
  /** A refused card gets so much energy and no more (MaxEnergyOnInvalidId); null for a welcome one. */
  mostWh: number | null
  /** The station gives no energy although it goes on with the transaction. */
  isWithheld: boolean
  readonly kept: Reading[]
  stop: { atMs: number; meterWh: number; reason: StopReason; idTag?: string } | null
}
