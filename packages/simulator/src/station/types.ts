import type { Sample } from '../physics/samples.ts'

/** Types that the parts of a station share; a behaviour converts them to its OCPP version. */

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

/** Authorization status of a card: from the central system, the local list or the cache. */
export interface IdTagInfo {
  readonly status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx'
  readonly parentIdTag?: string
  readonly expiryDate?: string
}

/** A card that may charge at a connector, until a car arrives. */
export interface Permit {
  readonly idTag: string
  readonly parentIdTag?: string
  readonly isRemote: boolean
}

/** A connector reserved for a card until a time. */
export interface Reservation {
  readonly id: number
  /** 0 reserves any one connector. */
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
  /** The station's own number, used until the transaction has its number. */
  readonly localNumber: number
  /** The number assigned by the central system; null until the start was answered. */
  number: number | null
  readonly connectorId: number
  readonly idTag: string
  readonly parentIdTag?: string
  readonly reservationId?: number
  readonly startedAtMs: number
  readonly meterStartWh: number
  /** Authorization status in the answer to the start. */
  idTagInfo: IdTagInfo | null
  /** Maximum energy for a rejected card (MaxEnergyOnInvalidId); null for an accepted one. */
  maxWh: number | null
  /** True if the station delivers no energy although the transaction continues. */
  isWithheld: boolean
  readonly storedReadings: Reading[]
  stop: { atMs: number; meterWh: number; reason: StopReason; idTag?: string } | null
}
