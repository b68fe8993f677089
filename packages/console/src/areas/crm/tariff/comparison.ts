import type {
  ComparedSession,
  ComparisonAmounts,
  ComparisonGroup,
  TariffComparison,
} from '@stationmaster/contract'

/** Changes that a draft would make in a month. */
export interface Comparison extends Omit<TariffComparison, 'total' | 'next'> {
  total: number
}

const amountNames = ['sessions', 'energy', 'before', 'after', 'less', 'more'] as const

const sumOf = (amounts: readonly ComparisonAmounts[]): ComparisonAmounts =>
  amounts.reduce(
    (sum, more) => {
      for (const name of amountNames) sum[name] += more[name]
      return sum
    },
    { sessions: 0, energy: 0, before: 0, after: 0, less: 0, more: 0 },
  )

export const differenceOf = ({ before, after }: Pick<ComparisonAmounts, 'before' | 'after'>): number =>
  after - before

/** Adds the parts of a comparison, which name the same group several times. */
export function addParts(parts: readonly TariffComparison[]): Comparison {
  const [first] = parts
  if (!first) throw new Error('a comparison has at least one part')
  const all = <T>(of: (part: TariffComparison) => readonly T[]): T[] => parts.flatMap(of)
  const sum = (of: (part: TariffComparison) => number): number =>
    parts.reduce((total, part) => total + of(part), 0)
  return {
    ...first,
    total: first.total ?? 0,
    read: sum(({ read }) => read),
    others: sum(({ others }) => others),
    leftout: {
      not_priced: sum(({ leftout }) => leftout.not_priced),
      needs_review: sum(({ leftout }) => leftout.needs_review),
      no_client: sum(({ leftout }) => leftout.no_client),
      other_currency: sum(({ leftout }) => leftout.other_currency),
    },
    sum: sumOf(all(({ sum: amounts }) => [amounts])),
    sites: addGroups(all(({ sites }) => sites)),
    clients: addGroups(all(({ clients }) => clients)),
    hours: addGroups(all(({ hours }) => hours)).sort((a, b) => Number(a.id) - Number(b.id)),
    changes: first.changes.map((_, place) => sum(({ changes }) => changes[place] ?? 0)),
    sessions: all(({ sessions }) => sessions)
      .sort((a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a)))
      .slice(0, mostSessions),
  }
}

/** Sessions with the largest differences that are shown. */
const mostSessions = 20

/** Returns each group once, the largest signed difference first. */
function addGroups(groups: readonly ComparisonGroup[]): ComparisonGroup[] {
  const byId = new Map<string | null, ComparisonGroup[]>()
  for (const group of groups) byId.set(group.id, [...(byId.get(group.id) ?? []), group])
  return [...byId.values()]
    .map((same): ComparisonGroup => ({ id: same[0]!.id, name: same[0]!.name, ...sumOf(same) }))
    .sort((a, b) => differenceOf(b) - differenceOf(a))
}

/** Returns the change in percent; null if nothing was charged before. */
export const changeOf = (of: Pick<ComparedSession, 'before' | 'after'>): number | null =>
  of.before === 0 ? null : (differenceOf(of) / of.before) * 100
