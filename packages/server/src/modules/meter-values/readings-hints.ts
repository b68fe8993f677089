import type { ReadingsFact } from '../../shared/facts.ts'
import type { ModuleContext } from '../module.ts'

/** Milliseconds for which connectors with new readings are collected. */
const gatherMs = 250
/** Maximum number of collected connectors; the hints of further ones are left out. */
export const maxConnectors = 50_000
/** Connectors that one event names, so that it fits a notification of PostgreSQL. */
const maxInEvent = 150

/** Sends hints about stored readings to the processes that consoles are connected to, with ids only. */
export class ReadingsHints {
  private readonly deps: Pick<ModuleContext, 'db' | 'bus' | 'log'>
  private connectors = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor(deps: ReadingsHints['deps'] & Pick<ModuleContext, 'onClose'>) {
    this.deps = deps
    deps.onClose(() => clearTimeout(this.timer))
  }

  note({ stationId, evseNo }: Pick<ReadingsFact, 'stationId' | 'evseNo'>): void {
    if (this.connectors.size < maxConnectors) this.connectors.add(`${stationId}/${evseNo}`)
    this.timer ??= setTimeout(() => void this.publish(), gatherMs)
  }

  private async publish(): Promise<void> {
    const { db, bus, log } = this.deps
    this.timer = undefined
    const all = [...this.connectors]
    this.connectors = new Set()
    const events = Array.from({ length: Math.ceil(all.length / maxInEvent) }, (_, n) => ({
      kind: 'readings.stored' as const,
      connectors: all.slice(n * maxInEvent, (n + 1) * maxInEvent),
    }))
    try {
      await bus.sendHints(db, events)
    } catch (error) {
      // the next readings cause the next hint
      log.warn({ err: error }, 'meter values: consoles could not be notified of readings')
    }
  }
}
