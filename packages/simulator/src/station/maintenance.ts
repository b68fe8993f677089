import type { Timer } from '../time/clock.ts'
import type { Device } from './device.ts'
import type { FirmwareProgress, UploadProgress } from './reporter.ts'

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

/** A file that a station uploads. */
export interface UploadedFile {
  readonly name: string
  readonly text: string
}

export interface UploadOrder {
  /** Where the file is sent if it is a web address; other addresses are only reported as used. */
  readonly location: string
  readonly file: UploadedFile
  readonly retries?: number
  readonly retryIntervalS?: number
  /** Present if GetLog requested it. */
  readonly requestId?: number
}

interface Job {
  timer: Timer | null
  requestId?: number
}

/** Returns the version in the name of a file, else the next one. */
export function versionFrom(location: string, current: string): string {
  const named = /(\d+\.\d+(?:\.\d+)?)[^/]*$/.exec(location)?.[1]
  if (named && named !== current) return named
  return current.replace(/(\d+)(?!.*\d)/, (digits) => String(Number(digits) + 1))
}

/** Milliseconds for one upload. */
const putMs = 30_000

/** Puts a file into the folder of its order; false if the server did not take it. */
async function putFile({ location, file }: UploadOrder): Promise<boolean> {
  const address = location.endsWith('/') ? location + encodeURIComponent(file.name) : location
  try {
    const signal = AbortSignal.timeout(putMs)
    return (await fetch(address, { method: 'PUT', body: file.text, signal })).ok
  } catch {
    return false
  }
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
  private firmware: Job | null = null
  private uploading: Job | null = null
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
    const job: Job = { timer: null, requestId: order.requestId }
    this.firmware = job
    const waitMs = order.retrieveAtMs - this.device.clock.now()
    if (waitMs > 0 && order.requestId !== undefined) this.reportFirmware(job, 'DownloadScheduled')
    this.wait(job, Math.max(0, waitMs), () => this.download(job, order, order.retries ?? 0))
  }

  private download(job: Job, order: FirmwareOrder, retries: number): void {
    this.reportFirmware(job, 'Downloading')
    this.wait(job, this.pace.downloadMs, () => {
      if (this.shouldFail('download')) {
        if (retries <= 0) return this.endFirmware(job, 'DownloadFailed')
        return this.wait(job, (order.retryIntervalS ?? 0) * 1000, () =>
          this.download(job, order, retries - 1),
        )
      }
      this.reportFirmware(job, 'Downloaded')
      if (order.requestId !== undefined) {
        if (this.shouldFail('signature')) return this.endFirmware(job, 'InvalidSignature')
        this.reportFirmware(job, 'SignatureVerified')
      }
      this.installWhenFree(job, order)
    })
  }

  /** Waits until no transaction is running (E2 6.20). */
  private installWhenFree(job: Job, order: FirmwareOrder): void {
    const earlyMs = (order.installAtMs ?? 0) - this.device.clock.now()
    if (earlyMs > 0) {
      this.reportFirmware(job, 'InstallScheduled')
      return this.wait(job, earlyMs, () => this.installWhenFree(job, order))
    }
    if (this.device.connectors.some((connector) => connector.transaction))
      return this.wait(job, 1_000, () => this.installWhenFree(job, order))
    this.reportFirmware(job, 'Installing')
    this.wait(job, this.pace.installMs, () => {
      if (this.shouldFail('install')) return this.endFirmware(job, 'InstallationFailed')
      const { requestId } = order
      this.installing = { version: versionFrom(order.location, this.firmwareVersion), requestId }
      if (requestId !== undefined) this.reportFirmware(job, 'InstallRebooting')
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
    const job: Job = { timer: null, requestId: order.requestId }
    this.uploading = job
    this.reportUpload(job, 'Uploading')
    this.send(job, order, order.retries ?? 0)
  }

  private send(job: Job, order: UploadOrder, retries: number): void {
    this.wait(job, this.pace.uploadMs, () => {
      if (!this.shouldFail('upload')) return void this.deliver(job, order, retries)
      this.repeat(job, order, retries)
    })
  }

  private async deliver(job: Job, order: UploadOrder, retries: number): Promise<void> {
    const isStored = !/^https?:/.test(order.location) || (await putFile(order))
    // replaced by a newer order, or the station is gone
    if (this.uploading !== job) return
    if (isStored) this.endUpload(job, 'Uploaded')
    else this.repeat(job, order, retries)
  }

  private repeat(job: Job, order: UploadOrder, retries: number): void {
    if (retries <= 0) return this.endUpload(job, 'UploadFailed')
    this.wait(job, (order.retryIntervalS ?? 0) * 1000, () => this.send(job, order, retries - 1))
  }

  close(): void {
    this.firmware?.timer?.cancel()
    this.uploading?.timer?.cancel()
    this.uploading = null
  }

  private shouldFail(step: MaintenanceFailure): boolean {
    const at = this.failures.indexOf(step)
    if (at >= 0) this.failures.splice(at, 1)
    return at >= 0
  }

  private wait(job: Job, delayMs: number, run: () => void): void {
    job.timer = this.device.clock.after(delayMs, run)
  }

  private reportFirmware(job: Job, progress: FirmwareProgress): void {
    this.firmwareProgress = progress
    this.device.reporter.firmware(progress, job.requestId)
    this.device.changed()
  }

  private endFirmware(job: Job, progress: FirmwareProgress): void {
    this.reportFirmware(job, progress)
    this.firmware = null
  }

  private reportUpload(job: Job, progress: UploadProgress): void {
    this.uploadProgress = progress
    this.device.reporter.upload(progress, job.requestId)
    this.device.changed()
  }

  private endUpload(job: Job, progress: UploadProgress): void {
    this.reportUpload(job, progress)
    this.uploading = null
  }
}
