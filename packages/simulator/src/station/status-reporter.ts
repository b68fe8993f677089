import type { Connector } from './connector.ts'
import type { Device } from './device.ts'
import type { ConnectorStatus } from './types.ts'

/** Reports the status of each connector whenever it differs from the last reported one (E2 4.9). */
export class StatusReporter {
  private readonly device: Device
  private readonly waiting = new Set<number>()

  constructor(device: Device) {
    this.device = device
  }

  /** Forgets the reported statuses: after a boot every status is reported again. */
  forget(): void {
    this.device.whole.reported = null
    for (const connector of this.device.connectors) connector.reported = null
  }

  /**
   * Reports changed statuses. Offline nothing is reported, so the difference remains until the connection is
   * back.
   */
  reportChanges(): void {
    if (!this.device.reporter.isOnline) return
    const { whole } = this.device
    const status: ConnectorStatus = whole.isOperative ? 'Available' : 'Unavailable'
    if (whole.reported !== status) void this.report(whole, null, status)
    for (const connector of this.device.connectors)
      if (connector.reported !== connector.status) this.reportDelayed(connector)
  }

  /**
   * A status that lasts shorter than MinimumStatusDuration is not reported; faults and the first status
   * always are.
   */
  private reportDelayed(connector: Connector): void {
    const minMs = this.device.configuration.number('MinimumStatusDuration') * 1000
    if (minMs <= 0 || connector.reported === null || connector.fault)
      return void this.report(connector, connector, connector.status)
    if (this.waiting.has(connector.id)) return
    const { status } = connector
    this.waiting.add(connector.id)
    this.device.clock.after(minMs, () => {
      this.waiting.delete(connector.id)
      if (!this.device.reporter.isOnline || connector.reported === connector.status) return
      if (connector.status === status) void this.report(connector, connector, status)
      else this.reportDelayed(connector)
    })
  }

  private async report(
    holder: { reported: ConnectorStatus | null },
    connector: Connector | null,
    status: ConnectorStatus,
  ): Promise<void> {
    holder.reported = status
    const hasArrived = await this.device.reporter.status(connector)
    if (!hasArrived && holder.reported === status) holder.reported = null
  }
}
