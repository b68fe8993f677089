import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { alwaysAllowed, type StationRules } from '../access-rules/index.ts'
import type { AcceptedCard } from '../cards/index.ts'
import type { Entry } from './local-list.ts'

/** L150: entries of a generated list. */
export const maxGenerated = 5_000
/** L150: cards of an account from which lists are generated. */
export const maxCards = 50_000
/** Cards decided in one turn of the event loop: some milliseconds. */
const cardsPerTurn = 10_000

export interface GeneratedList {
  /** Ordered by tag. */
  entries: readonly Entry[]
  /** Equal for equal entries. */
  digest: string
  /** Further cards that may charge at the station and for which the list has no space. */
  omitted: number
}

/** The lists of an account share the entries of their cards. */
const knownEntries = new WeakMap<AcceptedCard, Entry>()

function entryOf(card: AcceptedCard): Entry {
  const known = knownEntries.get(card)
  if (known) return known
  const { code, expiresAt, parentCode } = card
  const entry = { code, status: 'Accepted', expiresAt, parentCode }
  knownEntries.set(card, entry)
  return entry
}

/**
 * Generates the list of a station: the cards that may charge at each of its EVSEs at any time. A list cannot express
 * times or EVSEs: all other cards are left out, so that the station asks the server. At a station of a client these
 * are the cards of this client only, because its users see which cards the list has.
 */
export async function generateList(
  cards: readonly AcceptedCard[],
  rules: StationRules,
  capacity: number,
): Promise<GeneratedList> {
  const most = Math.min(capacity, maxGenerated)
  const { clientId } = rules
  const isAllowed = alwaysAllowed(rules)
  const listed: AcceptedCard[] = []
  for (const [at, card] of cards.entries()) {
    if (at % cardsPerTurn === cardsPerTurn - 1) await nextTurn()
    if ((clientId === null || card.clientId === clientId) && isAllowed(card)) listed.push(card)
  }
  const entries = listed
    .slice(0, most)
    .map(entryOf)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
  const digest = createHash('sha256').update(JSON.stringify(entries)).digest('base64url')
  return { entries, digest, omitted: listed.length - entries.length }
}

/** One SendLocalList. */
export interface ListUpdate {
  isFull: boolean
  put: readonly Entry[]
  drop: readonly string[]
}

const isSame = (a: Entry, b: Entry): boolean =>
  a.status === b.status &&
  a.expiresAt?.getTime() === b.expiresAt?.getTime() &&
  (a.parentCode ?? '') === (b.parentCode ?? '')

const fold = (code: string) => code.toLowerCase()

/**
 * Returns the updates that turn the list of a station into the generated one: none if they are equal, the difference
 * if it is shorter than the list, otherwise the whole list. The first update of a whole list replaces the previous
 * one; removed tags are sent first, so that the list never exceeds its capacity.
 * @param known entries at the station; null: unknown
 * @param most entries that the station accepts in one message
 */
export function planUpdates(
  known: readonly Entry[] | null,
  wanted: readonly Entry[],
  most: number,
): ListUpdate[] {
  const before = known && new Map(known.map((entry) => [entry.code, entry]))
  if (before) {
    const after = new Set(wanted.map(({ code }) => code))
    const drop = known.filter(({ code }) => !after.has(code)).map(({ code }) => code)
    const put = wanted.filter((entry) => {
      const there = before.get(entry.code)
      return !there || !isSame(there, entry)
    })
    if (drop.length + put.length === 0) return []
    // stations compare tags without case: to remove one and add the other would depend on their order
    const dropped = new Set(drop.map(fold))
    const isAmbiguous = put.some(({ code }) => dropped.has(fold(code)))
    if (!isAmbiguous && drop.length + put.length < wanted.length)
      return [
        ...parts(drop, most).map((part) => ({ isFull: false, put: [], drop: part })),
        ...parts(put, most).map((part) => ({ isFull: false, put: part, drop: [] })),
      ]
  }
  const [first = [], ...others] = parts(wanted, most)
  return [
    { isFull: true, put: first, drop: [] },
    ...others.map((part) => ({ isFull: false, put: part, drop: [] })),
  ]
}

function parts<T>(all: readonly T[], size: number): T[][] {
  const result: T[][] = []
  for (let from = 0; from < all.length; from += size) result.push(all.slice(from, from + size))
  return result
}

/** Returns the request of an update; an entry without idTagInfo removes the tag (OCPP 1.6, 5.15). */
export const requestOf = ({ isFull, put, drop }: ListUpdate, listVersion: number) => ({
  listVersion,
  updateType: isFull ? 'Full' : 'Differential',
  localAuthorizationList: [
    ...drop.map((idTag) => ({ idTag })),
    ...put.map(({ code, status, expiresAt, parentCode }) => ({
      idTag: code,
      idTagInfo: {
        status,
        ...(expiresAt && { expiryDate: expiresAt.toISOString() }),
        ...(parentCode && { parentIdTag: parentCode }),
      },
    })),
  ],
})
