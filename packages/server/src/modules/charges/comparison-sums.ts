import {
  type AnswerOf,
  type ComparedSession,
  type ComparisonAmounts,
  comparisonBounds,
  type ComparisonGroup,
  comparisonLimits,
  type ComparisonReason,
  type tariffCompare,
} from '@stationmaster/contract'
import type { ComparedRow } from './compared-store.ts'

type Shown = Pick<
  AnswerOf<typeof tariffCompare>,
  'read' | 'others' | 'leftout' | 'sum' | 'sites' | 'clients' | 'hours' | 'changes' | 'sessions'
>

const noAmounts = (): ComparisonAmounts => ({ sessions: 0, energy: 0, before: 0, after: 0, less: 0, more: 0 })

/** Returns the place of a change in `comparisonBounds`. */
export function placeOfChange(before: number, after: number): number {
  if (before === after) return 3
  const percent = before === 0 ? Infinity : ((after - before) * 100) / before
  if (percent < 0) return percent <= comparisonBounds[0] ? 0 : percent <= comparisonBounds[1] ? 1 : 2
  return percent <= comparisonBounds[4] ? 4 : percent <= comparisonBounds[5] ? 5 : 6
}

/** Sums of compared sessions, in total and by site, client and hour. */
export class ComparisonSums {
  read = 0
  private others = 0
  private readonly leftOut = { not_priced: 0, needs_review: 0, no_client: 0, other_currency: 0 }
  private readonly sum = noAmounts()
  private readonly groups = {
    sites: new Map<string | null, ComparisonGroup>(),
    clients: new Map<string | null, ComparisonGroup>(),
    hours: new Map<string | null, ComparisonGroup>(),
  }
  private readonly changes = Array.from({ length: comparisonBounds.length + 1 }, () => 0)
  private sessions: ComparedSession[] = []

  /** Counts a session to which the draft does not apply. */
  addOther(): void {
    this.read += 1
    this.others += 1
  }

  add(row: ComparedRow, price: number | ComparisonReason): void {
    this.read += 1
    if (typeof price === 'string') {
      this.leftOut[price] += 1
      return
    }
    const amounts: ComparisonAmounts = {
      sessions: 1,
      energy: row.energyWh,
      before: row.grossMinor,
      after: price,
      less: price < row.grossMinor ? 1 : 0,
      more: price > row.grossMinor ? 1 : 0,
    }
    addTo(this.sum, amounts)
    this.group('sites', { id: row.siteId, name: row.siteName }, amounts)
    this.group('clients', { id: row.clientId, name: row.clientName }, amounts)
    this.group('hours', { id: String(row.hour), name: null }, amounts)
    this.changes[placeOfChange(row.grossMinor, price)]! += 1
    if (price !== row.grossMinor) this.name(row, amounts)
  }

  private group(
    by: keyof typeof this.groups,
    of: Pick<ComparisonGroup, 'id' | 'name'>,
    amounts: ComparisonAmounts,
  ): void {
    const group = this.groups[by].get(of.id) ?? { ...of, ...noAmounts() }
    addTo(group, amounts)
    this.groups[by].set(of.id, group)
  }

  private name(row: ComparedRow, { energy, before, after }: ComparisonAmounts): void {
    this.sessions.push({
      id: row.id,
      transactionid: row.number,
      identity: row.identity,
      clientname: row.clientName,
      datestart: row.startedAt.toISOString(),
      energy,
      before,
      after,
    })
    if (this.sessions.length > 2 * comparisonLimits.named) this.sessions = largest(this.sessions)
  }

  shown(): Shown {
    const { sites, clients, hours } = this.groups
    return {
      read: this.read,
      others: this.others,
      leftout: this.leftOut,
      sum: this.sum,
      sites: [...sites.values()],
      clients: [...clients.values()],
      hours: [...hours.values()],
      changes: this.changes,
      sessions: largest(this.sessions),
    }
  }
}

const addTo = (sum: ComparisonAmounts, more: ComparisonAmounts): void => {
  for (const name of ['sessions', 'energy', 'before', 'after', 'less', 'more'] as const)
    sum[name] += more[name]
}

const difference = ({ before, after }: ComparedSession): number => Math.abs(after - before)

const largest = (sessions: readonly ComparedSession[]): ComparedSession[] =>
  sessions.toSorted((a, b) => difference(b) - difference(a)).slice(0, comparisonLimits.named)
