import type { AnswerOf, apiLogGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import { nearId } from '../../storage/list/near-id.ts'
import type { SearchSource } from '../../storage/list/run-search.ts'
import type { Db } from '../../storage/transaction.ts'
import type { CountedRow } from './repeated-calls.ts'

/**
 * Writes requests in one statement without waiting for the disk: a crash of the database may lose the last
 * moments.
 */
export async function insertCalls(db: Db, calls: readonly CountedRow[]): Promise<void> {
  const of = <T>(part: (call: CountedRow) => T) => calls.map(part)
  await db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`
      insert into api_log (id, at, account_id, user_id, username, session_id, path, parameters, run_ms, status, address,
        calls)
      select c.id, c.at, c.account_id, c.user_id, c.username, s.id, c.path, c.parameters, c.run_ms, c.status, c.address,
        c.calls
      from unnest(${of(({ id }) => id)}::uuid[], ${of(({ at }) => at)}::timestamptz[],
        ${of(({ viewer }) => viewer?.accountId ?? null)}::uuid[], ${of(({ viewer }) => viewer?.userId ?? null)}::uuid[],
        ${of(({ viewer }) => viewer?.username ?? null)}::text[], ${of(({ viewer }) => viewer?.session ?? null)}::text[],
        ${of(({ path }) => path)}::text[], ${of(({ parameters }) => parameters)}::text[],
        ${of(({ runMs }) => runMs)}::real[], ${of(({ status }) => status)}::smallint[],
        ${of(({ address }) => address)}::text[], ${of((call) => call.calls)}::integer[])
        as c (id, at, account_id, user_id, username, session_code, path, parameters, run_ms, status, address, calls)
      left join sessions s on s.code = c.session_code`.execute(tx)
  })
}

/** Source of the API log, visible to administrators only. */
export const apiLogSource: SearchSource<AnswerOf<typeof apiLogGet>> = {
  from: sql`api_log l`,
  columns: {
    id: column.id('l.id'),
    datetime: column.instant('l.at'),
    accountid: column.id('l.account_id', 'nullable'),
    userid: column.id('l.user_id', 'nullable'),
    username: column.text('l.username', 'nullable'),
    session: column.id('l.session_id', 'nullable'),
    path: column.text('l.path'),
    parameters: column.text('l.parameters', 'nullable'),
    runtime: column.number('l.run_ms'),
    status: column.integer('l.status'),
    address: column.text('l.address'),
    calls: column.integer('l.calls'),
  },
  key: 'id',
  order: ['datetime DESC', 'id DESC'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
  near: nearId('l.at'),
  texts: ['l.path', 'l.parameters', 'l.address', 'l.username', 'l.id'],
}
