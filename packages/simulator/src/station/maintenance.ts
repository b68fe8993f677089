import type { Timer } from '../time/clock.ts'
import type { Device } from './device.ts'
import type { FirmwareProgress, UploadProgress } from './teller.ts'

/** Durations of the steps, in milliseconds. */
export interface MaintenancePace {
  readonly downloadMs: number
  readonly installMs: number
  readonly uploadMs: number
}

/** A step that is to fail. */
export type MaintenanceFailure = 'download' | 'signature' | 'install' | 'upload'

export interface FirmwareOrder {
  readonly location: string
  readonly retrieveAtMs: number
  readonly installAtMs?: number
  readonly retries?: number
  readonly retryIntervalS?: number
  /** Present for signed firmware. */
  readonly requestId?: number
}

export interface UploadOrder {
  readonly retries?: number
  readonly retryIntervalS?: number
  /** Present if GetLog requested it. */
  readonly requestId?: number
}

interface Train {
  timer: Timer | null
  requestId?: number
}

/** Returns the version in the name of a file, else the next one. */
export function versionFrom(location: string, current: string): string {
  const named = /(\d+\.\d+(?:\.\d+)?)[^/]*$/.exec(location)?.[1]
  if (named && named !== current) return named
  return current.replace(/(\d+)(?!.*\d)/, (digits) => String(Number(digits) + 1))
}

/** Firmware updates and uploads of diagnostics and logs: sequences of steps, each reported when it is reached. */
export class Maintenance {
  firmwareProgress: FirmwareProgress = 'Idle'
  uploadProgress: UploadProgress = 'Idle'
  firmwareVersion: string
  /** Each entry makes one attempt fail. */
  readonly failures: MaintenanceFailure[] = []
  private readonly device: Device
  private readonly pace: MaintenancePace
  private readonly reboot: () => void
  private firmware: Train | null = null
  private uploading: Train | null = null
  /** Set while the station restarts into its new firmware. */
  private installing: { version: string; requestId?: number } | null = null

  constructor(
    device: Device,
    options: { pace: MaintenancePace; firmwareVersion: string; reboot: () => void },
  ) {
    this.device = device
    this.pace = options.pace
    this.firmwareVersion = options.firmwareVersion
    this.reboot = options.reboot
  }

  get isUpdating(): boolean {
    return this.firmware !== null
  }

  get isUploading(): boolean {
    return this.uploading !== null
  }

  /** Returns the request ids of a signed update and of a log upload in progress. */
  get requestIds(): { firmware?: number; upload?: number } {
    return {
      ...(this.firmware?.requestId === undefined ? {} : { firmware: this.firmware.requestId }),
      ...(this.uploading?.requestId === undefined ? {} : { upload: this.uploading.requestId }),
    }
  }

  /** Starts an update; one in progress is aborted. */
  update(order: FirmwareOrder): void {
    this.firmware?.timer?.cancel()
    const train: Train = { timer: null, requestId: order.requestId }
    this.firmware = train
    const waitMs = order.retrieveAtMs - this.device.clock.now()
    if (waitMs > 0 && order.requestId !== undefined) this.reportFirmware(train, 'DownloadScheduled')
    this.wait(train, Math.max(0, waitMs), () => this.download(train, order, order.retries ?? 0))
  }

  private download(train: Train, order: FirmwareOrder, retries: number): void {
    this.reportFirmware(train, 'Downloading')
    this.wait(train, this.pace.downloadMs, () => {
      if (this.goesWrong('download')) {
        if (retries <= 0) return this.endFirmware(train, 'DownloadFailed')
        return this.wait(train, (order.retryIntervalS ?? 0) * 1000, () =>
          this.download(train, order, retries - 1),
        )
      }
      this.reportFirmware(train, 'Downloaded')
      if (order.requestId !== undefined) {
        if (this.goesWrong('signature')) return this.endFirmware(train, 'InvalidSignature')
        this.reportFirmware(train, 'SignatureVerified')
      }
      this.installWhenFree(train, order)
    })
  }

  /** Waits until no transaction is running (E2 6.20); free connectors are unavailable until then. */
  private installWhenFree(train: Train, order: FirmwareOrder): void {
    const earlyMs = (order.installAtMs ?? 0) - this.device.clock.now()
    if (earlyMs > 0) {
      this.reportFirmware(train, 'InstallScheduled')
      return this.wait(train, earlyMs, () => this.installWhenFree(train, order))
    }
    if (this.device.connectors.some((connector) => connector.transaction))
      return this.wait(train, 1_000, () => this.installWhenFree(train, order))
    this.reportFirmware(train, 'Installing')
    this.wait(train, this.pace.installMs, () => {
      if (this.goesWrong('install')) return this.endFirmware(train, 'InstallationFailed')
      const { requestId } = order
      this.installing = { version: versionFrom(order.location, this.firmwareVersion), requestId }
      if (requestId !== undefined) this.reportFirmware(train, 'InstallRebooting')
      this.firmwareVersion = this.installing.version
      this.reboot()
    })
  }

  /** Handles an accepted boot: reports what the restart interrupted. */
  booted(): void {
    if (!this.installing || !this.firmware) return
    this.installing = null
    this.endFirmware(this.firmware, 'Installed')
  }

  /** Starts an upload of diagnostics or of a log; one in progress is aborted. */
  upload(order: UploadOrder): void {
    this.uploading?.timer?.cancel()
    const train: Train = { timer: null, requestId: order.requestId }
    this.uploading = train
    this.reportUpload(train, 'Uploading')
    this.send(train, order, order.retries ?? 0)
  }

  private send(train: Train, order: UploadOrder, retries: number): void {
    this.wait(train, this.pace.uploadMs, () => {
      if (!this.goesWrong('upload')) return this.endUpload(train, 'Uploaded')
      if (retries <= 0) return this.endUpload(train, 'UploadFailed')
      this.wait(train, (order.retryIntervalS ?? 0) * 1000, () => this.send(train, order, retries - 1))
    })
  }

  close(): void {
    this.firmware?.timer?.cancel()
    this.uploading?.timer?.cancel()
  }

  private goesWrong(step: MaintenanceFailure): boolean {
    const at = this.failures.indexOf(step)
    if (at >= 0) this.failures.splice(at, 1)
    return at >= 0
  }

  private wait(train: Train, delayMs: number, run: () => void): void {
    train.timer = this.device.clock.after(delayMs, run)
  }

  private reportFirmware(train: Train, progress: FirmwareProgress): void {
    this.firmwareProgress = progress
    this.device.teller.firmware(progress, train.requestId)
    this.device.changed()
  }

  private endFirmware(train: Train, progress: FirmwareProgress): void {
    this.reportFirmware(train, progress)
    this.firmware = null
  }

  private reportUpload(train: Train, progress: UploadProgress): void {
    this.uploadProgress = progress
    this.device.teller.upload(progress, train.requestId)
    this.device.changed()
  }

  private endUpload(train: Train, progress: UploadProgress): void {
    this.reportUpload(train, progress)
    this.uploading = null
  }
}
