import type { Timer } from '../time/clock.ts'
import type { Charging } from './charging.ts'
import type { Device } from './device.ts'

const dayMs = 86_400_000

/**
 * Sends meter values at aligned times of the day (ClockAlignedDataInterval), for all connectors, charging or
 * not.
 */
export class AlignedReadings {
  private readonly device: Device
  private readonly charging: Charging
  private timer: Timer | null = null

  constructor(device: Device, charging: Charging) {
    this.device = device
    this.charging = charging
    device.configuration.onChange((key) => {
      if (key === 'ClockAlignedDataInterval') this.plan()
    })
    this.plan()
  }

  private plan(): void {
    this.timer?.cancel()
    this.timer = null
    const intervalMs = this.device.configuration.number('ClockAlignedDataInterval') * 1000
    if (intervalMs <= 0) return
    const sinceMidnightMs = this.device.clock.now() % dayMs
    this.timer = this.device.clock.after(intervalMs - (sinceMidnightMs % intervalMs), () => {
      this.plan()
      const measurands = this.device.configuration.list('MeterValuesAlignedData')
      if (measurands.length === 0) return
      for (const connector of this.device.connectors) {
        const reading = this.charging.read(connector, 'Sample.Clock', measurands)
        this.device.reporter.metered(connector.id, connector.transaction, reading)
      }
    })
  }

  close(): void {
    this.timer?.cancel()
  }
}
