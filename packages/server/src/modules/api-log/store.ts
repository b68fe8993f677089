import { sql } from 'kysely'
import type { CountedRow } from './repeated-calls.ts'
import type { Db } from '../../storage/transaction.ts'

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
