import type { MailKind } from '@stationmaster/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { CurrentAttempt } from '../../storage/attempt.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'
import type { Attachment } from './mail-transport.ts'

export const insertMail = (db: Db, mail: Insertable<Database['mails']>) =>
  db.insertInto('mails').values(mail).execute()

/** Counts the mails of a kind that were sent to an address since then. */
export async function countMails(
  db: Db,
  recipient: string,
  { kind, since }: { kind: MailKind; since: Date },
): Promise<number> {
  const row = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<string>`lower(recipient)`, '=', recipient.toLowerCase())
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Takes the next mail that is due and counts the attempt before it is sent: if the process dies, it is tried
 * again after the pause, `pauseMs` by the number of attempts.
 */
export async function takeDueMail(db: Db, now: Date, pauseMs: readonly number[]) {
  const pause = sql<Date>`${now}::timestamptz + interval '1 millisecond' *
    (${pauseMs}::bigint[])[least(tries + 1, cardinality(${pauseMs}::bigint[]))]`
  return db
    .updateTable('mails')
    .set((eb) => ({ tries: eb('tries', '+', 1), due_at: pause }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'queued')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'kind',
      'recipient',
      'subject',
      'text',
      'html',
      'link',
      'link_until',
      'link_hash',
      'tries',
      'reply_to',
      'attachment_ids',
    ])
    .executeTakeFirst()
}

/** Returns the documents of invoices that a mail has attached, in their order. */
export async function attachmentsOf(db: Db, ids: readonly string[]): Promise<Attachment[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<Attachment>`select d.name, d.type, d.content from unnest(${ids}::uuid[]) with ordinality as a (id, at)
    join documents d on d.id = a.id order by a.at`.execute(db)
  return rows
}

/**
 * Changes a mail if the attempt is its newest one; returns true if it did. Only the end of a sent one counts after its
 * link was used, which may happen before the mail server has answered.
 */
async function endAttempt(
  db: Db,
  { id, tries }: CurrentAttempt,
  change: Updateable<Database['mails']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', 'in', change.state === 'sent' ? ['queued', 'failed'] : ['queued'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks a mail as sent; a mail delivered by SMTP has reached the recipient, so its link is deleted here. */
export const markSent = (
  db: Db,
  attempt: CurrentAttempt,
  { via, now }: { via: 'smtp' | 'folder'; now: Date },
) =>
  endAttempt(db, attempt, {
    state: 'sent',
    via,
    sent_at: now,
    last_error: null,
    ...(via === 'smtp' ? { link: null } : {}),
  })

/**
 * Marks a failed attempt: next at `due_at`, or final. Its link stays while it is valid, so that it can be
 * sent again.
 */
export const markFailed = (
  db: Db,
  attempt: CurrentAttempt,
  { error, isFinal }: { error: string; isFinal: boolean },
) => endAttempt(db, attempt, { last_error: error, ...(isFinal ? { state: 'failed' as const } : {}) })

/** Reason why a mail whose link is no longer valid is not sent. */
export const linkEnded = 'the link was used or its time is over before the mail could be sent'

/** Queues a failed mail again, with all its attempts. False if the mail does not exist. */
export async function queueAgain(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('mails')
    .set({ state: 'queued', tries: 0, due_at: now, last_error: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where(({ eb, or, and }) =>
      or([eb('link_hash', 'is', null), and([eb('link', 'is not', null), eb('link_until', '>', now)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Removes links with this hash, which were used or are void. A mail that still waits is not sent and gets the
 * reason.
 */
export async function forgetLink(db: Db, hash: Buffer): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      link: null,
      state: sql`case state when 'queued' then 'failed' else state end`,
      last_error: sql`case state when 'queued' then ${linkEnded} else last_error end`,
    })
    .where('link_hash', '=', hash)
    .where('link', 'is not', null)
    .execute()
}

/** Removes expired links, and deletes old mails. */
export async function removeOldMails(db: Db, now: Date, createdBefore: Date): Promise<void> {
  await db
    .updateTable('mails')
    .set({ link: null })
    .where('link', 'is not', null)
    .where('link_until', '<', now)
    .execute()
  await db.deleteFrom('mails').where('created_at', '<', createdBefore).execute()
}

/** Returns body and link of one mail, for administrators. */
export const mailBody = (db: Db, id: string) =>
  db
    .selectFrom('mails')
    .select(['text', 'html', 'link', 'link_until', 'via'])
    .where('id', '=', id)
    .executeTakeFirst()
