import type { V16 } from '@stationmaster/ocpp/v16'
import type { Calls } from '../../station/calls.ts'
import type { Device } from '../../station/device.ts'
import type { Timer } from '../../time/clock.ts'

export type RegistrationState = 'none' | 'pending' | 'accepted' | 'rejected'

export interface RegistrationDeps {
  readonly device: Device
  readonly calls: Calls
  readonly bootPayload: () => V16['BootNotification']['request']
  /** Delay before the next boot if the last one was not answered, or its answer named no interval. */
  readonly bootRetryMs: number
  /** `isBoot` is true after a boot and false after a mere reconnect. */
  readonly accepted: (isBoot: boolean) => void
}

const readable = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** Sends boot and heartbeats and tracks the registration status (E2 4.2, 4.6). */
export class Registration {
  state: RegistrationState = 'none'
  bootedAtMs = Number.NEGATIVE_INFINITY
  private readonly deps: RegistrationDeps
  private retry: Timer | null = null
  private beating: Timer | null = null
  private isBeating = false

  constructor(deps: RegistrationDeps) {
    this.deps = deps
    deps.device.configuration.onChange((key) => {
      if (key === 'HeartbeatInterval' && this.beating) this.beatLater()
    })
  }

  /** Handles a new connection. Only a station that has restarted boots (J 5.4). */
  opened(): void {
    if (this.deps.device.traits.has('skips-boot')) this.state = 'accepted'
    if (this.state === 'accepted') this.startReporting(false)
    else void this.boot()
  }

  closed(): void {
    this.retry?.cancel()
    this.retry = null
    this.beating?.cancel()
    this.beating = null
    this.deps.calls.allow(false)
  }

  /** Resets the registration after a restart of the station. */
  restarted(): void {
    this.state = 'none'
    this.bootedAtMs = Number.NEGATIVE_INFINITY
  }

  /** Sends a BootNotification and acts on the answer. */
  async boot(): Promise<void> {
    this.retry?.cancel()
    this.retry = null
    const answer = await this.deps.calls.callFirst('BootNotification', { ...this.deps.bootPayload() })
    if (answer.kind === 'lost') return
    if (answer.kind !== 'result') return this.bootLater(this.deps.bootRetryMs)
    const { status, interval, currentTime } = answer.payload
    const intervalMs = typeof interval === 'number' && interval > 0 ? interval * 1000 : 0
    const isReadable = !this.deps.device.traits.has('reads-only-z') || readable.test(String(currentTime))
    if (status === 'Accepted' && isReadable) return this.accept(intervalMs)
    this.state = status === 'Rejected' ? 'rejected' : 'pending'
    this.deps.calls.allow(false)
    this.deps.device.changed()
    this.bootLater(intervalMs || this.deps.bootRetryMs)
  }

  private bootLater(delayMs: number): void {
    this.retry?.cancel()
    this.retry = this.deps.device.clock.after(delayMs, () => void this.boot())
  }

  private accept(intervalMs: number): void {
    this.state = 'accepted'
    this.bootedAtMs = this.deps.device.clock.now()
    if (intervalMs > 0)
      this.deps.device.configuration.set('HeartbeatInterval', String(Math.round(intervalMs / 1000)))
    this.startReporting(true)
  }

  private startReporting(isBoot: boolean): void {
    this.beatLater()
    this.deps.calls.allow(true)
    this.deps.accepted(isBoot)
  }

  /** Sends a Heartbeat now. */
  async heartbeat(): Promise<void> {
    // A slow central system would only be slowed further by a second request before its answer to the first.
    if (this.isBeating) return
    this.isBeating = true
    await this.deps.calls.callFirst('Heartbeat', {})
    this.isBeating = false
  }

  private beatLater(): void {
    this.beating?.cancel()
    this.beating = null
    const intervalMs = this.deps.device.configuration.number('HeartbeatInterval') * 1000
    if (intervalMs <= 0) return
    this.beating = this.deps.device.clock.after(intervalMs, () => {
      this.beatLater()
      void this.heartbeat()
    })
  }
}
