import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'

export type ScriptRunRow = Selectable<Database['script_runs']>

/** The oldest run that waits and that no other process works at. */
export const takeScriptRun = (tx: Tx): Promise<ScriptRunRow | undefined> =>
  tx.selectFrom('script_runs').selectAll().orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst()

export const removeScriptRun = (db: Kysely<Database>, id: number) =>
  sql`delete from script_runs where id = ${id}`.execute(db)
