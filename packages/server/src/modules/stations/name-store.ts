import { toWireText } from '@stationmaster/ocpp'
import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { visibleStations } from './station-list-store.ts'
import type { Db } from '../../storage/transaction.ts'

/** A station that a caller has named. */
export interface NamedStation {
  id: string
  accountId: string
  identity: string
  isConnected: boolean
}

interface Row extends NamedStation {
  n: number
  accountCode: string
  isDeleted: boolean
}

/**
 * Returns the only station with a name that the viewer may see, including a deleted one; null if there is
 * none.
 */
export async function stationByName(
  db: Db,
  scope: Scope,
  name: string,
): Promise<NamedStation | null | Refusal> {
  const found = await stationsByName(db, visibleStations(scope), {
    names: [name],
    field: 'identity',
    isDeletedToo: true,
  })
  return isRefusal(found) ? found : (found[0] ?? null)
}

/** Alternatives listed in an error. */
const maxNamed = 5

/**
 * Finds the stations that callers name in a text: by identity, by `<account code>/<identity>` or by id.
 * Returns one entry per name, null if none is visible. Refuses with `ambiguous` (409) a name that matches
 * several stations, which affects only administrators: they see all accounts.
 * @param visible condition over `stations s`: the rows that the caller may see
 * @param isDeletedToo finds deleted stations if no other has the name
 */
export async function stationsByName(
  db: Db,
  visible: RawBuilder<unknown>,
  { names, field, isDeletedToo = false }: { names: readonly string[]; field: string; isDeletedToo?: boolean },
): Promise<(NamedStation | null)[] | Refusal> {
  const found = new Map<number, Row[]>()
  for (const row of await rowsOf(db, visible, names.map(toWireText)))
    found.set(row.n, [...(found.get(row.n) ?? []), row])
  const chosen: (NamedStation | null)[] = []
  for (const [index, name] of names.entries()) {
    const rows = found.get(index + 1) ?? []
    const present = rows.filter(({ isDeleted }) => !isDeleted)
    const fitting = present.length > 0 || !isDeletedToo ? present : rows
    if (fitting.length > 1) return ambiguous(name, fitting, field)
    chosen.push(fitting[0] ?? null)
  }
  return chosen
}

async function rowsOf(db: Db, visible: RawBuilder<unknown>, names: readonly string[]) {
  const slash = names.map((name) => name.indexOf('/'))
  const ids = names.map((name) => (isUuid(name) ? name : null))
  const codes = names.map((name, index) => (slash[index]! > 0 ? name.slice(0, slash[index]) : null))
  const identities = names.map((name, index) => (slash[index]! > 0 ? name.slice(slash[index]! + 1) : null))
  const { rows } = await sql<Row>`
    with asked as materialized (
      select * from unnest(${names}::text[], ${ids}::uuid[], ${codes}::text[], ${identities}::text[])
        with ordinality as x(name, id, code, identity, n)),
    fitting as (
      select x.n, s.id from asked x join stations s on s.identity = x.name
      union select x.n, s.id from asked x join stations s on s.id = x.id
      union select x.n, s.id from asked x join accounts a on a.code = x.code
        join stations s on s.account_id = a.id and s.identity = x.identity)
    select * from (select f.n::int as n, s.id, s.account_id as "accountId", s.identity, s.is_connected as "isConnected",
      a.code as "accountCode", s.state = 'deleted' as "isDeleted",
      row_number() over (partition by f.n order by s.state = 'deleted', a.code) as place
    from fitting f join stations s on s.id = f.id join accounts a on a.id = s.account_id
    where ${visible}) r where r.place <= ${maxNamed + 1} order by r.n, r.place`.execute(db)
  return rows
}

function ambiguous(name: string, rows: readonly Row[], field: string): Refusal {
  const ways = rows.slice(0, maxNamed).map(({ accountCode, identity }) => `${accountCode}/${identity}`)
  const names = [...ways, ...(rows.length > maxNamed ? ['…'] : [])].join(', ')
  return refuse('station.identity_ambiguous', { identity: name.slice(0, 48), names, field })
}
