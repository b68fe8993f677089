import { retriedStates } from '@stationmaster/contract'
import { sql } from 'kysely'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Query, runOver } from '../../storage/list/list-query.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { BulkTask } from './actions.ts'
import type { BulkSource } from './deps.ts'
import { cancellableRuns, visibleRuns } from './list-store.ts'
import type { ItemResult } from './result.ts'

/** Unfinished runs of an account. */
const maxUnfinished = 3
/** Finished runs of an account that are kept, and the days for which. */
const maxFinished = 50
const keepDays = 90

/** Refuses another run of an account that has enough unfinished ones. Other transactions that start one wait. */
export const refuseBeyondRuns = async (tx: Tx, accountId: string): Promise<Refusal | null> => {
  const owner = { column: 'account_id', value: accountId }
  const full = await refuseBeyond(tx, {
    table: 'bulk_runs',
    owner,
    where: sql`finished_at is null`,
    most: maxUnfinished,
  })
  return full && refuse('bulk.too_many_runs', { limit: maxUnfinished })
}

export interface NewRun extends BulkTask {
  accountId: string
  userId: string
  session: string
  retryOf: string | null
  at: Date
}

export const insertRun = (tx: Tx, run: NewRun) =>
  tx
    .insertInto('bulk_runs')
    .values({
      id: run.runId,
      account_id: run.accountId,
      user_id: run.userId,
      session: run.session,
      class_code: run.classCode,
      action: run.action,
      params: JSON.stringify(run.params),
      retry_of: run.retryOf,
      created_at: run.at,
    })
    .execute()

export interface Selection {
  query: Query
  /** Ids to leave out. */
  except: readonly string[]
  /** Objects of this run without the result `accepted` only. */
  retryOf: string | null
  /** Number of objects at most. */
  most: number
}

/** Adds the matching objects that the viewer sees to a run; returns their number, up to one more than allowed. */
export async function insertItems(
  tx: Tx,
  { viewer, source, run }: { viewer: Viewer; source: BulkSource; run: NewRun },
  { query, except, retryOf, most }: Selection,
): Promise<number | Refusal> {
  const of = { db: tx, source: source.source, scope: viewer }
  const counted = await runOver<{ count: number }>(of, query, ({ tables, where, column }) => {
    const id = column('id')
    const failed = sql`(select f.object_id from bulk_run_items f where f.run_id = ${retryOf}
      and f.state = any(${[...retriedStates]}))`
    return sql`with chosen as (select ${id} as id, ${column(source.label)} as label,
          ${sql.ref(source.account)} as account_id from ${tables} where ${where}
        and ${id} <> all(${[...except]}::uuid[]) ${retryOf === null ? sql`` : sql`and ${id} in ${failed}`}
        order by 2, 1 limit ${most + 1}),
      added as (insert into bulk_run_items (id, run_id, account_id, turn, object_id, label)
        select gen_random_uuid(), ${run.runId}, account_id, row_number() over (order by label, id), id, label
        from chosen where (select count(*) from chosen) <= ${most})
      select count(*)::int as count from chosen`
  })
  if ('refusal' in counted) return counted
  const { count } = counted[0]!
  await tx.updateTable('bulk_runs').set({ total: count }).where('id', '=', run.runId).execute()
  return count
}

/** An object that a process works on. */
export interface TakenItem {
  id: string
  run_id: string
  object_id: string
}

/** Takes objects that wait, or that another process has not finished in time. */
export async function takeItems(
  db: Db,
  { most, now, until }: { most: number; now: Date; until: Date },
): Promise<TakenItem[]> {
  const { rows } = await sql<TakenItem>`update bulk_run_items set state = 'running', lease_until = ${until}
    where id in (select id from bulk_run_items where ended_at is null
      and (state = 'waiting' or lease_until <= ${now}) order by turn, id limit ${most} for update skip locked)
    returning id, run_id, object_id`.execute(db)
  return rows
}

/** Lets other processes take objects that this one will not finish. */
export const releaseItems = (db: Db, ids: readonly string[], now: Date) =>
  db
    .updateTable('bulk_run_items')
    .set({ lease_until: now })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute()

export const findRuns = (db: Db, ids: readonly string[]) =>
  db.selectFrom('bulk_runs').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()

/** Stores the result of an object; the first one counts. */
export const storeResult = (db: Db, id: string, { result, now }: { result: ItemResult; now: Date }) =>
  db
    .updateTable('bulk_run_items')
    .set({
      state: result.state,
      status: result.status,
      message: result.message,
      message_code: result.code,
      message_params: result.params && JSON.stringify(result.params),
      lease_until: null,
      ended_at: now,
    })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

/**
 * Marks runs as finished whose objects all have a result; a cancelled run stays cancelled. Returns them.
 * @param ids null: all runs
 */
export async function finishRuns(
  db: Db,
  ids: readonly string[] | null,
  now: Date,
): Promise<{ id: string; account_id: string }[]> {
  const { rows } = await sql<{ id: string; account_id: string }>`update bulk_runs set finished_at = ${now},
      state = case when state = 'running' then 'finished' else state end
    where finished_at is null ${ids === null ? sql`` : sql`and id = any(${ids}::uuid[])`}
      and not exists (select from bulk_run_items i where i.run_id = bulk_runs.id and i.ended_at is null)
    returning id, account_id`.execute(db)
  return rows
}

/** Locks a run that the viewer may see. */
export const lockRun = (tx: Tx, viewer: Viewer, id: string) =>
  tx
    .selectFrom('bulk_runs as r')
    .selectAll('r')
    .select(cancellableRuns(viewer).as('mayCancel'))
    .where('r.id', '=', id)
    .where(sql<boolean>`${visibleRuns(viewer)}`)
    .forUpdate()
    .executeTakeFirst()

/** Cancels the objects of a run that wait. */
export async function cancelWaiting(tx: Tx, id: string, now: Date): Promise<void> {
  const { code, message } = refuse('bulk.cancelled')
  await tx
    .updateTable('bulk_run_items')
    .set({ state: 'cancelled', message, message_code: code, ended_at: now })
    .where('run_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await tx.updateTable('bulk_runs').set({ state: 'cancelled' }).where('id', '=', id).execute()
}

/** Deletes finished runs that are old, or beyond the newest of their account. */
export async function forgetRuns(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keepDays * 86_400_000)
  await sql`delete from bulk_runs where id in (select id from (
      select id, created_at, row_number() over (partition by account_id order by created_at desc, id desc) as place
      from bulk_runs where finished_at is not null) r
    where place > ${maxFinished} or created_at < ${before})`.execute(db)
}
