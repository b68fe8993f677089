import type { Clock, Timer } from '../time/clock.ts'
import type { Behaviour } from './behaviour.ts'
import type { Link } from './link.ts'
import type { Parts } from './parts.ts'
import type { StopReason } from './types.ts'

export interface RestartNeeds {
  readonly clock: Clock
  readonly parts: Parts
  readonly link: Link
  readonly behaviour: () => Behaviour
  /** Duration of the restart, in milliseconds. */
  readonly awayMs: number
  /** Resolves when everything is sent and answered, or after a timeout. */
  readonly untilQuiet: () => Promise<void>
}

/** Restarts a station: ends the transactions, resets the registration and reconnects. */
export class Restart {
  private readonly needs: RestartNeeds
  private isUnderWay = false
  private isOver = false
  private timer: Timer | null = null

  constructor(needs: RestartNeeds) {
    this.needs = needs
  }

  async begin(reason: StopReason): Promise<void> {
    if (this.isUnderWay) return
    this.isUnderWay = true
    const { charging, device } = this.needs.parts
    for (const connector of device.connectors) charging.withdraw(connector)
    if (!device.traits.has('skips-boot')) charging.endAll(reason)
    const isGraceful = reason === 'SoftReset' || reason === 'Reboot'
    // Stops without a timely answer wait in the queue, which survives the restart.
    if (isGraceful && device.reporter.isOnline) await this.needs.untilQuiet()
    await this.goDown(isGraceful)
    this.isUnderWay = false
  }

  private async goDown(isGraceful: boolean): Promise<void> {
    const { link, behaviour, clock, awayMs, parts } = this.needs
    if (parts.device.traits.has('overlaps-sockets')) {
      behaviour().restarted()
      return link.renew('overlap')
    }
    if (isGraceful) await link.close()
    else link.cut()
    behaviour().restarted()
    if (!this.isOver) this.timer = clock.after(awayMs, () => link.open())
  }

  /** Keeps the station down. */
  close(): void {
    this.isOver = true
    this.timer?.cancel()
  }
}
