import { type Kysely, type Selectable, sql } from 'kysely'
import type { Queryable } from '../../bus/bus.ts'
import type { ScriptRunFact } from '../../shared/facts.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'

export type ScriptRunRow = Selectable<Database['script_runs']>

/** Locks and returns the oldest trigger that no other process works on. */
export const takeScriptRun = (tx: Tx): Promise<ScriptRunRow | undefined> =>
  tx.selectFrom('script_runs').selectAll().orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst()

export const removeScriptRun = (db: Kysely<Database>, id: number) =>
  sql`delete from script_runs where id = ${id}`.execute(db)

/** Removes triggers of state changes before a time; returns their number. */
export async function removeScriptRunsBefore(db: Kysely<Database>, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from script_runs where happened_at < ${before}
    and id in (select id from script_runs order by id limit 10000)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

type NewRun = Omit<ScriptRunFact, 'at'>

/** Inserts triggers in the given order. */
export async function insertScriptRuns(on: Queryable, runs: readonly NewRun[], at: Date): Promise<void> {
  const column = <K extends keyof NewRun>(name: K) => runs.map((run) => run[name])
  await on.query(
    `insert into script_runs (account_id, class_code, object_id, action_code, from_state, to_state, happened_at)
     select r.*, $7::timestamptz from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[]) as r`,
    [
      column('accountId'),
      column('classCode'),
      column('objectId'),
      column('action'),
      column('from'),
      column('to'),
      at.toISOString(),
    ],
  )
}
