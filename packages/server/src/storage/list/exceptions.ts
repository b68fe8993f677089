import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'

/**
 * The end of a condition: leaves out what rules for single objects take from the viewer, and nothing for those whom no
 * such rule concerns. Each class stands with the column that holds the id of its object. A class that is closed
 * altogether is not looked at here: the door refuses it.
 */
export function exceptFor(
  scope: Pick<Scope, 'exceptions' | 'isAdmin'>,
  columns: Readonly<Record<string, string>>,
): RawBuilder<unknown> {
  if (!scope.exceptions || scope.isAdmin) return sql``
  const parts = Object.entries(columns).map(([classCode, column]) => {
    const found = scope.exceptions?.(classCode)
    if (!found || found.ids.length === 0) return sql``
    const ids = sql`${found.ids}::uuid[]`
    return found.kind === 'only'
      ? sql` and ${sql.ref(column)} = any(${ids})`
      : // what belongs to no object of the class is not hidden with one
        sql` and (${sql.ref(column)} <> all(${ids})) is not false`
  })
  return sql.join(parts, sql``)
}
