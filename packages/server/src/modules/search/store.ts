import type { AnswerOf, search } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { transactionTables } from '../transactions/index.ts'

export type Hit = AnswerOf<typeof search>[number]

/**
 * Patterns of one search: the text anywhere, each of its words anywhere, and the text as a number if it is
 * one.
 */
export interface SearchTerms {
  text: string
  anywhere: string
  beginning: string
  words: readonly string[]
  number: number | null
}

export const searchTermsOf = (text: string): SearchTerms => {
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return {
    text,
    anywhere: `%${escaped}%`,
    words: escaped.split(/\s+/).map((word) => `%${word}%`),
    beginning: `${escaped}%`,
    number: number > 0 && number <= 0x7fffffff ? number : null,
  }
}

type Entity =
  | 'charge_point'
  | 'card'
  | 'client'
  | 'site'
  | 'transaction'
  | 'connector'
  | 'reservation'
  | 'command'
/** What the viewer may see of each class. */
export interface SearchScope {
  scope: Scope
  of: (entity: Entity) => RawBuilder<unknown>
  /** True if deleted stations are included. */
  withDeleted: boolean
}

export type Find = (db: Db, scope: SearchScope, terms: SearchTerms & { most: number }) => Promise<Hit[]>

/** Runs a search whose `address` ends with the filter for its screen, and with a further `part` if it has one. */
export const run = async (db: Db, screen: string, statement: RawBuilder<unknown>): Promise<Hit[]> => {
  // the select list names the columns of a hit
  const rows = (await statement.execute(db)).rows as (Omit<Hit, 'at'> & { at?: Date; part?: string })[]
  return rows.map(({ part, ...row }) => ({
    ...row,
    at: row.at?.toISOString() ?? null,
    address: screen + [row.address, ...(part === undefined ? [] : [part])].map(encodeURIComponent).join('/'),
  }))
}

interface Match {
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
}
type Selection = Match & { most: number }

const stationsBy = (db: Db, scope: SearchScope, { where, order, most }: Selection) =>
  run(
    db,
    '/crm/station/',
    sql`select s.id, 'charge_point' as classcode, initcap(s.type) as typename,
      coalesce(s.label, s.identity) as label, concat_ws(' · ', s.identity, s.address) as description,
      initcap(case when s.state = 'deleted' then s.state when s.is_connected then s.display_state else 'offline' end) as statename,
      s.id as address
    from stations s where (${scope.of('charge_point')})
      and ${scope.withDeleted ? sql`true` : sql`s.state <> 'deleted'`} and ${where}
    order by s.state = 'deleted', ${order}, s.identity limit ${most}`,
  )

const cardsBy = (db: Db, scope: SearchScope, { where, order, most }: Selection) =>
  run(
    db,
    '/crm/cards?q=',
    sql`select k.id, 'card' as classcode, case k.type when 'rfid' then 'RFID' else initcap(k.type) end as typename,
      coalesce(k.name, k.label, k.code) as label, k.code as description, initcap(k.state) as statename,
      k.code as address
    from cards k where (${scope.of('card')}) and k.state <> 'deleted' and ${where}
    order by ${order}, k.code limit ${most}`,
  )

export const findStations: Find = (db, scope, { anywhere, beginning, most }) =>
  stationsBy(db, scope, {
    where: sql`(s.identity ilike ${anywhere}
      or s.label ilike ${anywhere} or s.address ilike ${anywhere} or s.description ilike ${anywhere}
      or s.serial_number ilike ${anywhere} or s.model ilike ${anywhere})`,
    order: sql`s.identity ilike ${beginning} desc`,
    most,
  })

export const findCards: Find = (db, scope, { anywhere, beginning, most }) =>
  cardsBy(db, scope, {
    where: sql`(k.code ilike ${anywhere} or k.name ilike ${anywhere}
      or k.label ilike ${anywhere} or exists (select from clients p where p.id = k.client_id
        and (p.name ilike ${anywhere} or p.code ilike ${anywhere})))`,
    order: sql`k.code ilike ${beginning} desc`,
    most,
  })

export const findClients: Find = (db, { of }, { anywhere, beginning, most }) =>
  run(
    db,
    '/crm/client/',
    sql`select p.id, 'client' as classcode, initcap(p.type) as typename, p.name as label,
      concat_ws(' · ', p.code, p.email, p.phone) as description, initcap(p.state) as statename, p.id as address
    from clients p where (${of('client')}) and p.state <> 'deleted' and (p.name ilike ${anywhere}
      or p.code ilike ${anywhere} or p.email ilike ${anywhere} or p.phone ilike ${anywhere} or p.identity ilike ${anywhere})
    order by p.name ilike ${beginning} desc, p.name, p.id limit ${most}`,
  )

export const findSites: Find = (db, { of }, { anywhere, beginning, most }) =>
  run(
    db,
    '/crm/site/',
    sql`select z.id, 'site' as classcode, initcap(z.type) as typename, z.label,
      concat_ws(' · ', z.code, z.address, z.city) as description, initcap(z.state) as statename, z.id as address
    from sites z where (${of('site')}) and z.state <> 'deleted' and (z.label ilike ${anywhere}
      or z.code ilike ${anywhere} or z.address ilike ${anywhere} or z.city ilike ${anywhere}
      or z.postal_code ilike ${beginning})
    order by z.label ilike ${beginning} desc, z.label, z.id limit ${most}`,
  )

const maxParts = 6
/** Minimum length of parts that are matched with typing errors. */
const minLengthForTypos = 4
/** Maximum length of parts for which swapped letters are tried. */
const maxLengthForSwaps = 24
const minSimilarity = 0.5

/**
 * Finds stations and cards for a text without an exact match: first regardless of accents, separators and
 * word order, then with typing errors. Reads every row that the viewer may see.
 */
export async function findLikely(
  db: Db,
  scope: SearchScope,
  { text, most, classes }: { text: string; most: number; classes: readonly ('charge_point' | 'card')[] },
): Promise<Hit[]> {
  // the same normalization as that of the stored texts, by the same function
  const { rows } = await sql<{ form: string }>`select search_form(${text}) as form`.execute(db)
  const parts = rows[0]!.form
    .split(' ')
    .filter((part) => part !== '')
    .slice(0, maxParts)
  if (parts.length === 0) return []
  for (const matchOf of parts.some(({ length }) => length >= minLengthForTypos)
    ? [folded, mistyped]
    : [folded]) {
    const hits: Hit[] = []
    for (const code of classes)
      hits.push(
        ...(code === 'card'
          ? await cardsBy(db, scope, { ...matchOf(parts, sql`k.search_text`), most })
          : await stationsBy(db, scope, { ...matchOf(parts, sql`s.search_text`), most })),
      )
    if (hits.length > 0) return hits
  }
  return []
}

const patternOf = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

const folded = (parts: readonly string[], column: RawBuilder<unknown>): Match => ({
  where: sql`${column} like all(${parts.map(patternOf)}::text[])`,
  order: sql`strpos(${column}, ${parts[0]})`,
})

/** Matches with typing errors, except in digits: CP-0001 and CP-0002 are different stations. */
const mistyped = (parts: readonly string[], column: RawBuilder<unknown>): Match => {
  const likeness = sql.join(
    parts.map((part) => sql`text_likeness(${part}, ${column})`),
    sql` + `,
  )
  const each = parts.map((part) =>
    part.length < minLengthForTypos
      ? sql`${column} like ${patternOf(part)}`
      : sql`(${column} ~ ${swapsOf(part)} or text_likeness(${part}, ${column}) >= ${minSimilarity}::real)
          and ${column} like all(${(part.match(/\d+/g) ?? []).map(patternOf)}::text[])`,
  )
  return { where: sql`(${sql.join(each, sql` and `)})`, order: sql`(${likeness}) desc` }
}

/**
 * Returns a regular expression for the part with two neighboring letters swapped; it matches nothing if the
 * part does not qualify.
 */
function swapsOf(part: string): string {
  if (!/^[\p{L}\p{N}]+$/u.test(part) || part.length > maxLengthForSwaps) return '$.^'
  const swaps = Array.from({ length: part.length - 1 }, (_, at) =>
    [part.slice(0, at), part[at + 1], part[at], part.slice(at + 2)].join(''),
  )
  return `(?:${swaps.join('|')})`
}

export const findSessionByNumber: Find = (db, scope, { number, most }) =>
  number === null
    ? Promise.resolve([])
    : run(
        db,
        '/crm/transaction/',
        sql`select t.id, 'transaction' as classcode, 'Charging session' as typename, t.number::text as label,
          concat_ws(' · ', s.identity, t.id_tag) as description, initcap(t.state) as statename,
          t.number::text as address
        from ${transactionTables(scope.scope)}
        where (${scope.of('transaction')}) and t.number = ${number} limit ${most}`,
      )
