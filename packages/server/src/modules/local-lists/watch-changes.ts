import type { ModuleContext } from '../module.ts'
import { markChanged, markStationsChanged } from './sync-store.ts'

/** Changes are collected for this time. */
const collectMs = 2_000

/** Notes changes of cards, rules and stations for the next check of the lists, which it then starts. */
export class ChangeWatcher {
  private readonly deps: Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'>
  private readonly changed: () => void
  private readonly accounts = new Set<string>()
  private readonly stations = new Set<string>()
  private isAll = false
  private timer: NodeJS.Timeout | null = null
  private readonly stops: (() => void)[]

  constructor(deps: ChangeWatcher['deps'], changed: () => void) {
    this.deps = deps
    this.changed = changed
    const { bus } = deps
    this.stops = [
      bus.on('hint', ({ account, hint: { kind } }) => {
        if (kind === 'card.changed' || kind === 'account.changed') this.collect(this.accounts, account)
      }),
      bus.on('access_rules.changed', ({ account }) => this.collect(this.accounts, account)),
      bus.on('station.stale', ({ station }) => this.collect(this.stations, station)),
      bus.on('workflow.changed', () => this.collectAll()),
      bus.onGap(() => this.collectAll()),
    ]
  }

  close(): void {
    for (const stop of this.stops) stop()
    if (this.timer) clearTimeout(this.timer)
  }

  private collect(ids: Set<string>, id: string): void {
    ids.add(id)
    this.timer ??= setTimeout(() => void this.note(), collectMs).unref()
  }

  private collectAll(): void {
    this.isAll = true
    this.timer ??= setTimeout(() => void this.note(), collectMs).unref()
  }

  private async note(): Promise<void> {
    const { db, clock, log } = this.deps
    const accounts = this.isAll ? null : [...this.accounts]
    const stations = [...this.stations]
    this.timer = null
    this.isAll = false
    this.accounts.clear()
    this.stations.clear()
    try {
      const areMarked = [
        await markChanged(db, accounts, clock.now()),
        stations.length > 0 && (await markStationsChanged(db, stations)),
      ]
      if (areMarked.includes(true)) this.changed()
    } catch (error) {
      // the check of every hour finds the change
      log.warn({ err: error }, 'local lists: a change could not be noted')
    }
  }
}
