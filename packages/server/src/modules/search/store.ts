import type { AnswerOf, search } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { anywhere, escapeLike } from '../../storage/list/like.ts'
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
  const escaped = escapeLike(text)
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return {
    text,
    anywhere: anywhere(text),
    words: text.split(/\s+/).map(anywhere),
    beginning: `${escaped}%`,
    number: number > 0 && number <= 0x7fffffff ? number : null,
  }
}

type Entity =
  | 'charge_point'
  | 'card'
  | 'car'
  | 'client'
  | 'site'
  | 'user'
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

interface FoundRow extends Omit<Hit, 'at' | 'classcount'> {
  at?: Date
  classcount?: number
  /** Of rows whose screen is not that of their class. */
  screen?: string | null
  part?: string | null
}

/** Runs a search whose `address` ends with the filter for its screen, and with a further `part` if it has one. */
export const run = async (db: Db, screen: string, statement: RawBuilder<unknown>): Promise<Hit[]> => {
  // the select list names the columns of a hit
  const rows = (await statement.execute(db)).rows as FoundRow[]
  return rows.map(({ screen: other, part, ...row }) => ({
    ...row,
    classcount: row.classcount ?? null,
    at: row.at?.toISOString() ?? null,
    address:
      (other ?? screen) + [row.address, ...(part == null ? [] : [part])].map(encodeURIComponent).join('/'),
  }))
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
