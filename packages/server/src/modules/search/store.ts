import type { AnswerOf, search } from '@stationmaster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'

export type Hit = AnswerOf<typeof search>[number]

/** Patterns of one search: the text anywhere, each of its words anywhere, and the text as a number where it is one. */
export interface Wanted {
  text: string
  anywhere: string
  beginning: string
  words: readonly string[]
  number: number | null
}

export const wantedOf = (text: string): Wanted => {
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

type Entity = 'charge_point' | 'card' | 'transaction' | 'connector' | 'reservation' | 'command'
/** What of each class somebody may see. */
export interface Sight {
  scope: Scope
  of: (entity: Entity) => RawBuilder<unknown>
}

export type Find = (db: Kysely<Database>, sight: Sight, wanted: Wanted, most: number) => Promise<Hit[]>

/** Runs a search whose `address` ends in what its screen shall be filtered by. */
export const run = async (
  db: Kysely<Database>,
  screen: string,
  statement: RawBuilder<unknown>,
): Promise<Hit[]> => {
  // the select list names the columns of a hit
  const rows = (await statement.execute(db)).rows as (Omit<Hit, 'at'> & { at?: Date })[]
  return rows.map((row) => ({
    ...row,
    at: row.at?.toISOString() ?? null,
    address: screen + encodeURIComponent(row.address),
  }))
}

export const findStations: Find = (db, sight, { anywhere, beginning }, most) =>
  run(
    db,
    '/crm/station/',
    sql`select s.id, 'charge_point' as classcode, initcap(s.type) as typename,
      coalesce(s.label, s.identity) as label, concat_ws(' · ', s.identity, s.address) as description,
      initcap(case when s.is_connected then s.display_state else 'offline' end) as statename,
      s.id as address
    from stations s where (${sight.of('charge_point')}) and s.state <> 'deleted' and (s.identity ilike ${anywhere}
      or s.label ilike ${anywhere} or s.address ilike ${anywhere} or s.description ilike ${anywhere}
      or s.serial_number ilike ${anywhere} or s.model ilike ${anywhere})
    order by s.identity ilike ${beginning} desc, s.identity limit ${most}`,
  )

export const findCards: Find = (db, sight, { anywhere, beginning }, most) =>
  run(
    db,
    '/crm/cards?q=',
    sql`select k.id, 'card' as classcode, case k.type when 'rfid' then 'RFID' else initcap(k.type) end as typename,
      coalesce(k.name, k.label, k.code) as label, k.code as description, initcap(k.state) as statename,
      k.code as address
    from cards k where (${sight.of('card')}) and k.state <> 'deleted' and (k.code ilike ${anywhere} or k.name ilike ${anywhere}
      or k.label ilike ${anywhere} or k.client_name ilike ${anywhere})
    order by k.code ilike ${beginning} desc, k.code limit ${most}`,
  )

export const findSessionByNumber: Find = (db, sight, { number }, most) =>
  number === null
    ? Promise.resolve([])
    : run(
        db,
        '/crm/transactions?q=',
        sql`select t.id, 'transaction' as classcode, 'Charging session' as typename, t.number::text as label,
          concat_ws(' · ', s.identity, t.id_tag) as description, initcap(t.state) as statename,
          t.number::text as address
        from transactions t left join stations s on s.id = t.station_id
        where (${sight.of('transaction')}) and t.number = ${number} limit ${most}`,
      )
