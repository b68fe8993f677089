import { maxSearchCount } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { anywhere, escapeLike } from '../../storage/list/like.ts'
import type { Db } from '../../storage/transaction.ts'
import { type Find, type Hit, run, type SearchScope } from './store.ts'
import { editsOf, swapsOf } from './typing-errors.ts'

const maxParts = 6
/** Length of the beginnings of texts that have an index. */
const maxStart = 64
/** Minimum length of words that are matched with typing errors. */
const minLengthForTypos = 4
/** Minimum length of the end of a code or phone number. */
const minEnd = 4
/** Last digits of a phone number that are compared: before them are country code, area code and leading zeros. */
const maxPhoneEnd = 7
/** Sites by whose text their stations are found, and clients by whose text their cards are found. */
const maxRelated = 20
/** Minimum length of words that are found inside other words: shorter ones have no trigram. */
const minInside = 3
const phoneNumber = /^[+\d\s()/.-]+$/

/** A class whose objects are found by all their texts. */
export interface SearchedClass {
  code: 'charge_point' | 'card' | 'car' | 'client' | 'site' | 'user'
  screen: string
  /** Table with the alias of the class. */
  from: RawBuilder<unknown>
  /** Ids and searched texts of the account, with the rights of the owner: `like` uses no index under row-level security. */
  view: RawBuilder<unknown>
  id: RawBuilder<unknown>
  /** Returns a column of the searched texts. */
  text: (name: 'search_text' | 'search_end') => RawBuilder<unknown>
  /** Column that decides between matches of the same rank. */
  order: RawBuilder<unknown>
  /** Columns of a hit, without id and classcode. */
  columns: RawBuilder<unknown>
  /** Condition that excludes objects which are not found. */
  isListed: (scope: SearchScope) => RawBuilder<unknown>
  /** Expression that is true for objects to place after all others. */
  isLast?: RawBuilder<unknown>
  /** What is read out by its last characters: identity, code or plate, or a phone number. */
  end?: 'code' | 'phone'
  /** Condition for objects that are found by the text of another one. */
  related?: (words: readonly string[], scope: SearchScope) => RawBuilder<unknown>
}

/** Words of a text without case, accents and separators; at most six. */
export async function searchWords(db: Db, text: string): Promise<string[]> {
  // the same normalization as that of the stored texts, by the same function
  const { rows } = await sql<{ form: string }>`select search_form(${text}) as form`.execute(db)
  return rows[0]!.form
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, maxParts)
}

/** Finds objects whose texts have all words: first by the identity, then by whole words and beginnings of words. */
export const findByWords =
  (searched: SearchedClass, words: readonly string[]): Find =>
  async (db, scope, { text, most }) => {
    if (text === '') return listFirst(db, scope, { searched, most })
    if (words.length === 0) return []
    const phrase = escapeLike(words.join(' '))
    const beginnings = words.map((word) => `% ${escapeLike(word)}%`)
    const start = escapeLike(words.join(' ').slice(0, maxStart - 1))
    const end = endOf(searched, words)
    const found = [
      candidates(searched, scope, startsWith(`${start} %`)),
      sql`select * from beginning`,
      // not needed if the beginnings are enough
      ...[
        candidates(searched, scope, hasAll(words)),
        ...(end === null ? [] : [candidates(searched, scope, endsWith(end))]),
        ...(searched.related ? [listed(searched, scope, searched.related(words, scope))] : []),
      ].map(
        (rows) =>
          sql`select f.* from (${rows}) f where (select count(*) from beginning) < ${sql.lit(maxSearchCount)}`,
      ),
    ]
    return ranked(db, {
      searched,
      found: sql`with beginning as materialized (${candidates(searched, scope, startsWith(`${start}%`))})
        select distinct on (f.id) f.* from (${sql.join(
          found.map((rows) => sql`(${rows})`),
          // a union would sort all matches of each part by all columns
          sql` union all `,
        )}) f`,
      rank: sql`case when found.search_text || ' ' like ${`${phrase} %`} then 0
        when found.search_text like ${`${phrase}%`} then 1
        when ' ' || found.search_text || ' ' like ${`% ${phrase} %`} then 2
        when ' ' || found.search_text like all(${beginnings}::text[]) then 3
        when found.search_end like ${`${end}%`} then 4 else 5 end`,
      most,
    })
  }

/** Returns the end of a code or phone number backwards, as it is stored; null if the words are none. */
function endOf({ end }: SearchedClass, words: readonly string[]): string | null {
  const text = words.join('')
  if (!end || (end === 'phone' && !phoneNumber.test(text))) return null
  const last =
    end === 'phone' ? text.replace(/\D/g, '').slice(-maxPhoneEnd) : text.replace(/[^\p{L}\p{N}]/gu, '')
  return last.length < minEnd ? null : backwards(last)
}

const backwards = (text: string) => [...text].slice(-maxStart).toReversed().join('')

/** Returns true if a word is long enough to be found with typing errors. */
export const canHaveTypos = (words: readonly string[]): boolean =>
  words.some(({ length }) => length >= minLengthForTypos)

type IsMistyped = (word: string, columns: Columns) => RawBuilder<unknown>

/** Finds objects whose texts have all words, with a typing error in each; not in digits: CP-0001 is not CP-0002. */
const findMistyped =
  (isMistyped: IsMistyped) =>
  (searched: SearchedClass, words: readonly string[]): Find =>
  (db, scope, { most }) => {
    const hasEach: Condition = (columns) =>
      sql.join(
        words.map((word) => {
          if (word.length < minLengthForTypos) return hasWord(word)(columns)
          const digits = (word.match(/\d+/g) ?? []).map(anywhere)
          return sql`(${isMistyped(word, columns)}) and ${columns.text} like all(${digits}::text[])`
        }),
        sql` and `,
      )
    const likeness = sql.join(
      words.map((word) => sql`text_likeness(${word}, found.search_text)`),
      sql` + `,
    )
    return ranked(db, {
      searched,
      found: candidates(searched, scope, hasEach),
      rank: sql`(${likeness}) desc`,
      most,
    })
  }

/**
 * Condition for texts with one wrong letter in the word. One of its halves is unchanged, or the letters beside the
 * middle are swapped: these parts are compared first, and the errors in the other half only in texts that have them.
 */
function isNear(word: string, { text }: Columns): RawBuilder<unknown> {
  const has = (part: string) => sql`${text} like ${anywhere(part)}`
  const swaps = swapsOf(word)
  if (swaps.length === 0) return has(word)
  const middle = Math.floor(word.length / 2)
  const [inFirst, inSecond] = [editsOf(word, 0, middle), editsOf(word, middle, word.length)]
  // a single scan of the index for all of them
  if (inFirst === null) return sql`${text} ~ ${`(?:${[word, ...swaps].join('|')})`}`
  return sql`((${has(word.slice(0, middle))} and ${text} ~ ${inSecond})
    or (${has(word.slice(middle))} and ${text} ~ ${inFirst}) or ${has(swaps[middle - 1]!)})`
}

/** Finds objects by words with one wrong letter each. */
export const findNear = findMistyped(isNear)
/** Finds objects by similar words; this compares many more texts. */
export const findSimilar = findMistyped(
  (word, columns) => sql`${isNear(word, columns)} or text_resembles(${word}, ${columns.text})`,
)

/** Searched columns, and a condition on them. */
interface Columns {
  text: RawBuilder<unknown>
  end: RawBuilder<unknown>
}
type Condition = (columns: Columns) => RawBuilder<unknown>

const startsWith =
  (pattern: string): Condition =>
  ({ text }) =>
    sql`left(${text}, ${sql.lit(maxStart)}) like ${pattern}`

const endsWith =
  (reversed: string): Condition =>
  ({ end }) =>
    sql`${end} like ${`${reversed}%`}`

/** Condition for a text that has a word; a short one only at the beginning of a word or at the end of a code. */
const hasWord =
  (word: string): Condition =>
  (columns) =>
    word.length >= minInside
      ? sql`${columns.text} like ${anywhere(word)}`
      : sql`(${columns.text} like ${`% ${escapeLike(word)}%`} or ${startsWith(`${escapeLike(word)}%`)(columns)}
        or ${endsWith(escapeLike(backwards(word)))(columns)})`

/** Condition for a text that has all words; `like all` would not use an index. */
const hasAll =
  (words: readonly string[]): Condition =>
  (columns) =>
    sql`(${sql.join(
      words.map((word) => hasWord(word)(columns)),
      sql` and `,
    )})`

/**
 * Selects the objects that the viewer may see and whose columns meet a condition, at most as many as are counted.
 * For operators they are found in the view, and looked up by their ids until there are enough: a join is
 * planned as one of all objects, because its number of rows is underestimated. Administrators have no row-level
 * security, so that their query uses the indexes of the table, and users of a client see few enough rows to read
 * them all.
 */
const candidates = (searched: SearchedClass, scope: SearchScope, which: Condition) => {
  const { code, from, view, id, isListed } = searched
  if (scope.scope.isAdmin || scope.scope.clientId !== null)
    return listed(searched, scope, which(columnsOf(searched)))
  return sql`select x.id, x.search_text, x.search_end from ${view} x
    cross join lateral (select from ${from} where ${id} = x.id and (${scope.of(code)}) and ${isListed(scope)} limit 1) seen
    where (${which({ text: sql`x.search_text`, end: sql`x.search_end` })})
    limit ${sql.lit(maxSearchCount)}`
}

/**
 * Returns an array of the ids of the first objects whose texts have all words: only of those that the viewer may
 * see, so that others do not take their place.
 */
export const idsByText = (searched: SearchedClass, scope: SearchScope, words: readonly string[]) =>
  sql`array(select f.id from (${candidates(searched, scope, hasAll(words))}) f limit ${sql.lit(maxRelated)})`

const columnsOf = ({ text, end }: SearchedClass): Columns => ({
  text: text('search_text'),
  end: end ? text('search_end') : sql`null::text`,
})

/** Selects objects by a condition on their own columns. */
const listed = (searched: SearchedClass, scope: SearchScope, which: RawBuilder<unknown>) => {
  const { code, from, id, isListed } = searched
  const { text, end } = columnsOf(searched)
  return sql`select ${id} as id, ${text} as search_text, ${end} as search_end from ${from}
    where (${which}) and (${scope.of(code)}) and ${isListed(scope)} limit ${sql.lit(maxSearchCount)}`
}

interface Ranking {
  searched: SearchedClass
  /** Statement that selects id and search_text. */
  found: RawBuilder<unknown>
  rank: RawBuilder<unknown>
  most: number
}

const ranked = (db: Db, { searched, found, rank, most }: Ranking): Promise<Hit[]> =>
  run(
    db,
    searched.screen,
    sql`select ${searched.id} as id, ${searched.code} as classcode, ${searched.columns},
      least(count(*) over (), ${sql.lit(maxSearchCount)})::int as classcount
    from (${found}) found join ${searched.from} on ${searched.id} = found.id
    order by ${last(searched)}${rank}, ${searched.order}, ${searched.id} limit ${most}`,
  )

const listFirst = (
  db: Db,
  scope: SearchScope,
  { searched, most }: { searched: SearchedClass; most: number },
): Promise<Hit[]> =>
  run(
    db,
    searched.screen,
    sql`select ${searched.id} as id, ${searched.code} as classcode, ${searched.columns} from ${searched.from}
    where (${scope.of(searched.code)}) and ${searched.isListed(scope)}
    order by ${last(searched)}${searched.order}, ${searched.id} limit ${most}`,
  )

const last = ({ isLast }: SearchedClass) => (isLast ? sql`${isLast}, ` : sql``)
