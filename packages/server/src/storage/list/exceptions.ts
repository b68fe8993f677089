import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'

/** Returns the condition for rows of the viewer's account, or of all for administrators, as `visible` of a list. */
export const ofAccount =
  (column: string, objects: Readonly<Record<string, string>> = {}) =>
  (scope: Pick<Scope, 'accountId' | 'exceptions' | 'isAdmin'>): RawBuilder<unknown> =>
    scope.isAdmin ? sql`true` : sql`${sql.ref(column)} = ${scope.accountId}${exceptFor(scope, objects)}`

/**
 * Returns the condition of `ofAccount`, for drivers restricted to the rows that they own.
 * @param own condition on rows that belong to the driver with this id
 */
export const ofAccountOrDriver = (
  column: string,
  objects: Readonly<Record<string, string>>,
  own: (userId: string) => RawBuilder<unknown>,
) => {
  const isVisible = ofAccount(column, objects)
  return (scope: Scope): RawBuilder<unknown> =>
    scope.isDriver && !scope.isAdmin ? sql`${isVisible(scope)} and ${own(scope.userId)}` : isVisible(scope)
}

/**
 * Returns the end of a condition that excludes objects hidden from the viewer by rules on single objects;
 * empty for viewers without such rules. Each class comes with the column of its object ids. Access to the
 * class as a whole is checked elsewhere, before the handler.
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
      : // rows without an object of the class are not hidden
        sql` and (${sql.ref(column)} <> all(${ids})) is not false`
  })
  return sql.join(parts, sql``)
}
