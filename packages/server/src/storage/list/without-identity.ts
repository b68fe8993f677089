import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column } from './column.ts'
import type { ListSource } from './list-query.ts'

/** Returns the source for a viewer: for drivers without the identity, by which a station signs in (H7). */
export const withoutIdentity = <Row extends { identity: string }>(
  source: ListSource<Row>,
  { isDriver, isAdmin }: Scope,
): ListSource<Row> =>
  isDriver && !isAdmin
    ? { ...source, columns: { ...source.columns, identity: column.text(sql`''`) } }
    : source
