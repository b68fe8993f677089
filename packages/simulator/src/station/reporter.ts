import type { Connector } from './connector.ts'
import type { Reading, Transaction, IdTagInfo } from './types.ts'

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

/** Reports that a station sends on its own. One implementation per OCPP version. */
export interface Reporter {
  /** True if connected with an accepted boot. */
  readonly isOnline: boolean
  /**
   * Reports the status of a connector or of the whole station; false if the connection closed before it
   * arrived.
   */
  status(connector: Connector | null): Promise<boolean>
  /** Requests the authorization status of a card; null without an answer. */
  authorize(idTag: string): Promise<IdTagInfo | null>
  /** The three messages of a transaction are queued and sent in order, however long it takes (E2 3.7). */
  started(transaction: Transaction): void
  metered(connectorId: number, transaction: Transaction | null, reading: Reading): void
  stopped(transaction: Transaction): void
  /** Reports a present meter value on request. */
  readingsOnDemand(connectorId: number, transaction: Transaction | null, reading: Reading): void
  /** `requestId` is present for signed firmware. */
  firmware(progress: FirmwareProgress, requestId?: number): void
  /** `requestId` is present for an upload requested by GetLog. */
  upload(progress: UploadProgress, requestId?: number): void
  securityEvent(type: string, techInfo?: string): void
}
