import { factColumns } from '../shared/fact-columns.ts'
import type { FactKind } from '../shared/facts.ts'
import { givenColumns, sourceRows, tableColumns } from './ingest-rows.ts'

/**
 * Statement that writes the facts of one kind: one prepared statement for all rows of a batch; see
 * `givenRows`.
 */
export interface FactStatement<Row> {
  text: string
  /** Key under which rows are merged; rows are written in the order of their keys to avoid deadlocks. */
  key?: (row: Row) => string
  /** True if the statement also stores state changes for which scripts are registered; see `recordStateChanges`. */
  recordsStateChanges?: boolean
  /** Merges two rows with one key, in the order of arrival; without it the later one replaces the earlier. */
  merge?: (earlier: Row, later: Row) => Row
}

/** Returns the given rows of a kind of fact as `x`. */
export const rows = (kind: FactKind) => `from ${sourceRows(factColumns[kind])}`

/** Returns the beginning of a statement that inserts given rows, whose columns have the names of the table's. */
export const insertInto = (table: string, kind: FactKind): string => `
insert into ${table} (${tableColumns(factColumns[kind])})
select ${givenColumns(factColumns[kind])}`

/** Returns the key of rows about an EVSE. */
export const evseKey = (row: { stationId: string; evseNo: number }) => `${row.stationId}/${row.evseNo}`

const stateChangeColumns = 'account_id, class_code, object_id, action_code, from_state, to_state'
export const intoStateChanges = `insert into state_changes (${stateChangeColumns})`

/**
 * Stores the selected state changes whose action is in $3: a job runs their scripts after the commit. For
 * changes that are known only when the statement has changed its rows.
 */
export const recordStateChanges = (select: string): string => `
  ${intoStateChanges}
  select c.* from (${select}) as c (${stateChangeColumns})
  where c.class_code || '.' || c.action_code = any ($3::text[])`
