import type { AnswerOf, BodyOf, stationGroups } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runOver } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import { hasProblem, stationSource } from './station-list-store.ts'

type Group = AnswerOf<typeof stationGroups>[number]

/** Counts the stations of sites or networks that match a query and that the viewer may see, and their problems. */
export function countGroups(
  db: Db,
  viewer: Viewer,
  { by, keys, ...query }: BodyOf<typeof stationGroups>,
): Promise<Group[] | Refusal> {
  const named = keys.filter((key) => key !== null)
  return runOver<Group>({ db, source: stationSource, scope: viewer }, query, ({ tables, where, column }) => {
    const key = by === 'site' ? column('site') : column('networkname')
    const list = by === 'site' ? sql`${named}::uuid[]` : sql`${named}::text[]`
    const without = keys.includes(null) ? sql` or ${key} is null` : sql``
    return sql`select ${key} as key, count(*)::int as count,
          (count(*) filter (where ${hasProblem}))::int as problems
        from ${tables} where ${where} and (${key} = any(${list})${without}) group by 1`
  })
}
