import type { AnswerOf, postList } from '@stationmaster/contract'
import { type Insertable, sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { CurrentAttempt } from '../../storage/attempt.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

export const insertPost = (db: Db, post: Insertable<Database['script_posts']>) =>
  db.insertInto('script_posts').values(post).execute()

/** Waiting posts per account. */
const maxWaiting = 10_000

/** Returns true if the account may queue one more post. Concurrent transactions are not serialized. */
export async function canQueuePost(db: Db, accountId: string | null): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select from script_posts
    where state = 'queued' and account_id is not distinct from ${accountId}::uuid limit ${maxWaiting}) as waiting`.execute(
    db,
  )
  return rows[0]!.n < maxWaiting
}

/** Deletes ended posts beyond the newest `most`. */
export async function removeSurplusPosts(db: Db, most: number): Promise<void> {
  await sql`delete from script_posts where id in (
    select id from script_posts where state <> 'queued' order by created_at desc offset ${most})`.execute(db)
}

/**
 * Takes due posts and counts the attempts before anything is sent: if the process dies, they are tried again
 * after the pause, `pauseMs` by the number of attempts.
 */
export async function takeDuePosts(
  db: Db,
  now: Date,
  { pauseMs, most }: { pauseMs: readonly number[]; most: number },
) {
  const pause = sql<Date>`${now}::timestamptz + interval '1 millisecond' *
    (${pauseMs}::bigint[])[least(tries + 1, cardinality(${pauseMs}::bigint[]))]`
  return db
    .with('due', (due) =>
      due
        .selectFrom('script_posts')
        .select('id')
        .where('state', '=', 'queued')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('script_posts as p')
    .from('due')
    .whereRef('p.id', '=', 'due.id')
    .set((eb) => ({ tries: eb('tries', '+', 1), due_at: pause }))
    .returning([
      'p.id',
      'p.url',
      'p.body',
      'p.tries',
      'p.account_id',
      'p.object_id',
      'p.object_label',
      'p.signer_id',
    ])
    .execute()
}

export interface PostEnd {
  state: 'queued' | 'sent' | 'failed'
  http_status: number | null
  last_error: string | null
  now: Date
}

/** Stores the result of an attempt unless a later one has begun; returns true if it did. */
export async function writePostEnd(
  db: Db,
  { id, tries }: CurrentAttempt,
  { state, http_status, last_error, now }: PostEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('script_posts')
    .set({ state, http_status, last_error, ended_at: state === 'queued' ? null : now })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const removeOldPosts = (db: Db, before: Date) =>
  db.deleteFrom('script_posts').where('created_at', '<', before).execute()

/** Returns full address and body of a post, for administrators. */
export const postBody = (db: Db, id: string) =>
  db.selectFrom('script_posts').select(['url', 'body']).where('id', '=', id).executeTakeFirst()

export const accountOfPost = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('script_posts').select('account_id').where('id', '=', id).executeTakeFirst())
    ?.account_id ?? null

/** Queues a failed post again, with all its attempts. False if the post does not exist. */
export async function queuePostAgain(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('script_posts')
    .set({ state: 'queued', tries: 0, due_at: now, http_status: null, last_error: null, ended_at: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Origin of the URL: paths and query strings of such addresses are often secrets. */
const originOf = sql`substring(p.url from '^[a-z]+://[^/?#]*')`

/** Source of posts, visible to administrators only; ids grow with time. */
export const postSource: ListSource<AnswerOf<typeof postList>[number]> = {
  from: sql`script_posts p left join class_events e on e.id::text = p.event_id
    left join accounts a on a.id = p.account_id`,
  columns: {
    id: column.id('p.id'),
    created: column.instant('p.created_at'),
    state: column.text('p.state'),
    origin: column.text(originOf),
    tries: column.integer('p.tries'),
    due: column.instant(sql`case p.state when 'queued' then p.due_at end`, 'nullable'),
    httpstatus: column.integer('p.http_status', 'nullable'),
    error: column.text('p.last_error', 'nullable'),
    ended: column.instant('p.ended_at', 'nullable'),
    eventid: column.id('e.id', 'nullable'),
    eventlabel: column.text('e.label', 'nullable'),
    classcode: column.text(sql`coalesce(e.class_code, p.class_code)`, 'nullable'),
    object: column.text(sql`coalesce(p.object_label, p.object_id::text)`, 'nullable'),
    accountname: column.text('a.name', 'nullable'),
    sendable: column.boolean(sql`p.state = 'failed'`),
  },
  key: 'id',
  order: ['created DESC', 'id DESC'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
}
