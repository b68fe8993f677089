import type { Readings } from '@stationmaster/contract'
import type { ReadingsFact, Work } from '../../shared/facts.ts'
import type { Log } from '../../shared/log.ts'

export interface BoardDeps {
  run(work: Work<void>): Promise<void>
  /** Live values for the consoles that watch a station. */
  onReadings(readings: readonly Readings[]): void
  log: Log
  /** How often the newest readings are written. */
  everyMs?: number
}

/**
 * The newest readings of every connector: shown at once, written now and then, because each value stands among
 * the meter values anyway.
 */
export class ReadingsBoard {
  private readonly deps: BoardDeps
  private readonly pending = new Map<string, ReadingsFact>()
  private readonly timer: NodeJS.Timeout

  constructor(deps: BoardDeps) {
    this.deps = deps
    this.timer = setInterval(() => void this.flush(), deps.everyMs ?? 1_000)
    this.timer.unref()
  }

  put(fact: ReadingsFact): void {
    const key = `${fact.stationId}/${fact.connectorNo}`
    const earlier = this.pending.get(key)
    const isSame = earlier?.transactionNumber === fact.transactionNumber
    this.pending.set(key, earlier && isSame ? newer(earlier, fact) : fact)
    this.deps.onReadings([
      {
        station: fact.stationId,
        connectorid: fact.connectorNo,
        transactionid: fact.transactionNumber,
        at: Date.parse(fact.at),
        power: fact.powerW,
        energy: fact.energyWh,
        soc: fact.soc,
      },
    ])
  }

  /** The readings of a transaction that has ended are no longer news. */
  drop(stationId: string, transactionNumber: number): void {
    for (const [key, fact] of this.pending)
      if (fact.stationId === stationId && fact.transactionNumber === transactionNumber)
        this.pending.delete(key)
  }

  async flush(): Promise<void> {
    if (this.pending.size === 0) return
    const facts = [...this.pending.values()]
    this.pending.clear()
    try {
      await this.deps.run({ decide: (all) => facts.forEach((fact) => all.add('readings', fact)) })
    } catch (error) {
      // They are among the meter values; the next ones will be shown.
      this.deps.log.debug({ err: error }, 'readings: not written')
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    await this.flush()
  }
}

function newer(earlier: ReadingsFact, later: ReadingsFact): ReadingsFact {
  return {
    ...later,
    powerW: later.powerW ?? earlier.powerW,
    energyWh: later.energyWh ?? earlier.energyWh,
    soc: later.soc ?? earlier.soc,
    meterLastWh: later.meterLastWh ?? earlier.meterLastWh,
  }
}
