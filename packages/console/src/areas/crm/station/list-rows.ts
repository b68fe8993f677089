import type { AnswerOf, localListGet } from '@stationmaster/contract'

export type LocalList = Omit<AnswerOf<typeof localListGet>, 'sync'>
type Entry = LocalList['entries'][number]

/** Differences between an entry of a local list and the cards of the account. */
export type Difference = 'missing' | 'noCard' | 'status' | 'expiry' | 'group'

/** A row of the comparison: an entry of the list, or a card that the list does not have. */
export interface ListRow {
  code: string
  name: string | null
  status: string | null
  expiry: string | null
  parentcode: string | null
  differences: readonly Difference[]
}

/** Stations store whole seconds. */
const inSeconds = (at: string | null): number | null =>
  at === null ? null : Math.floor(Date.parse(at) / 1_000)

/** idTags are compared without case (OCPP 1.6, 7.28). */
const fold = (code: string | null): string => (code ?? '').trim().toLowerCase()

function differencesOf({ status, expiry, parentcode, card }: Entry): Difference[] {
  if (card === null) return ['noCard']
  const all: Record<'status' | 'expiry' | 'group', boolean> = {
    status: status !== card.status,
    expiry: inSeconds(expiry) !== inSeconds(card.expiry),
    group: fold(parentcode) !== fold(card.parentcode),
  }
  return (['status', 'expiry', 'group'] as const).filter((name) => all[name])
}

/**
 * Returns the entries of the list with their differences, then the cards that the list does not have. A list
 * of unknown content has nothing to compare.
 */
export function listRows(list: LocalList): ListRow[] {
  if (!isContentKnown(list)) return []
  const entries = list.entries.map((entry) => ({
    code: entry.code,
    name: entry.card?.name ?? null,
    status: entry.status,
    expiry: entry.expiry,
    parentcode: entry.parentcode,
    differences: differencesOf(entry),
  }))
  const missing = list.missing.map(({ code, name }) => ({
    code,
    name,
    status: null,
    expiry: null,
    parentcode: null,
    differences: ['missing'] as const,
  }))
  return [...entries, ...missing]
}

/**
 * True if the entries are known: a version without entries was sent by another system, or is too long to be
 * stored; 0 is the empty list.
 */
export const isContentKnown = ({ updated, version, entries }: LocalList): boolean =>
  updated !== null && (entries.length > 0 || version === 0)
