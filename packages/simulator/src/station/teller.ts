import type { Connector } from './connector.ts'
import type { Reading, Transaction, Verdict } from './words.ts'

export type FirmwareProgress =
  | 'Idle'
  | 'Downloading'
  | 'Downloaded'
  | 'DownloadFailed'
  | 'DownloadScheduled'
  | 'SignatureVerified'
  | 'InvalidSignature'
  | 'InstallScheduled'
  | 'Installing'
  | 'InstallRebooting'
  | 'Installed'
  | 'InstallationFailed'

export type UploadProgress = 'Idle' | 'Uploading' | 'Uploaded' | 'UploadFailed'

/** What a station says by itself. One implementation per OCPP version. */
export interface Teller {
  /** Whether somebody listens: connected, and the boot was accepted. */
  readonly isOnline: boolean
  /** Tells a connector's status, or that of the whole station; false when the connection went before it arrived. */
  status(connector: Connector | null): Promise<boolean>
  /** Asks about a card; null when there was no answer. */
  authorise(idTag: string): Promise<Verdict | null>
  /** The three of a transaction are kept and told in order, however long it takes (E2 3.7). */
  started(transaction: Transaction): void
  metered(connectorId: number, transaction: Transaction | null, reading: Reading): void
  stopped(transaction: Transaction): void
  /** Readings of now, because somebody asked for them. */
  readingsOnDemand(connectorId: number, transaction: Transaction | null, reading: Reading): void
  /** `requestId` is present for signed firmware. */
  firmware(progress: FirmwareProgress, requestId?: number): void
  /** `requestId` is present for an upload that GetLog asked for. */
  upload(progress: UploadProgress, requestId?: number): void
  securityEvent(type: string, techInfo?: string): void
}
