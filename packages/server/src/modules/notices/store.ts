import type { AnswerOf, ClassCode, noticeList, noticeSeverities } from '@stationmaster/contract'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'
import { isSoleUser, type Person, rightsOf, rulebookOf, rulesOf, type StoredRules } from '../rights/index.ts'
import type { PushKind } from './push-store.ts'

/** Maximum of recipients of one notice. */
const maxRecipients = 1_000

/** Object that a notice is about. */
interface About {
  accountId: string | null
  classCode?: string | undefined
  objectId?: string | undefined
}

/** Tables with the client of an object, by its class. */
const clientsByClass: Record<string, (id: string) => RawBuilder<unknown>> = {
  charge_point: (id) => sql`select s.client_id from stations s where s.id = ${id}`,
  connector: (id) =>
    sql`select s.client_id from evses e join stations s on s.id = e.station_id where e.id = ${id}`,
  card: (id) => sql`select k.client_id from cards k where k.id = ${id}`,
  transaction: (id) =>
    sql`select s.client_id from transactions t join stations s on s.id = t.station_id where t.id = ${id}
      union all select k.client_id from transactions t join cards k on k.id = t.card_id where t.id = ${id}`,
}

/** Condition: the user `u` may see the object; users of a client see only its objects. */
function seesObject({ classCode, objectId }: About): RawBuilder<unknown> {
  if (classCode === undefined || objectId === undefined) return sql`true`
  const clients = clientsByClass[classCode]?.(objectId)
  return sql`(u.is_admin or u.client_id is null${clients ? sql` or u.client_id in (${clients})` : sql``})`
}

/**
 * Returns the recipients with this name who may see the object: one user by username or id, otherwise the members of
 * a group.
 */
export async function recipientsOf(db: Db, to: string, about: About) {
  const { accountId } = about
  const { rows } = await sql<{ id: string; account_id: string }>`
    with named as (
      select id from users where lower(username) = lower(${to}) or id::text = lower(${to})
    ), meant as (
      select id from named
      union all
      select p.user_id from groups g join group_people p on p.group_id = g.id
        where lower(g.code) = lower(${to}) and not exists (select from named)
    )
    select u.id, u.account_id from users u join meant m on m.id = u.id
      where u.state <> 'deleted' and (u.is_admin or ${accountId}::uuid is null or u.account_id = ${accountId}::uuid)
        and ${seesObject(about)}
      limit ${maxRecipients}`.execute(db)
  return rows
}

/** Maximum of notified operators per account. */
const maxOperators = 200

/**
 * Returns the operators of an account, with the language of each. Users of a client are among them only for the
 * client's stations.
 */
export async function operatorsOf(db: Db, accountId: string, stationId: string | null) {
  const { rows } = await sql<{ id: string; locale: string }>`
    select id, locale from users where account_id = ${accountId} and state = 'active' and not is_guest
      and interface_code not in ('guest', 'driver')
      and (client_id is null or client_id = (select s.client_id from stations s where s.id = ${stationId}))
    order by id limit ${maxOperators}`.execute(db)
  return rows
}

/** Returns the active users of a client who may see objects of a class, drivers included, with the language of each. */
export async function usersOfClient(db: Db, { id, sees }: { id: string; sees: ClassCode }) {
  const { rows } = await sql<{ id: string; locale: string; rules: StoredRules } & Person>`
    select u.id, u.locale, u.is_admin as "isAdmin", u.interface_code = 'driver' as "isDriver",
      u.interface_code = 'guest' as "isGuest", ${isSoleUser('u')} as "isSoleUser", ${rulesOf(sql.ref('u.id'))} as rules
    from users u where u.client_id = ${id} and u.state = 'active' and not u.is_guest
    order by u.id limit ${maxOperators}`.execute(db)
  return rows.filter(({ rules, ...person }) => rightsOf(person, rulebookOf(rules)).may(sees, 's'))
}

export type Severity = (typeof noticeSeverities)[number]

/**
 * Stores notices and marks those to be sent by email, according to the users' present settings.
 * @param options.isMailed false: none is sent by email
 */
export const insertNotices = (
  db: Db,
  notices: Insertable<Database['notices']>[],
  { isMailed = true }: { isMailed?: boolean } = {},
) =>
  db
    .insertInto('notices')
    .values(
      notices.map((notice) => ({
        ...notice,
        is_mail_due: sql<boolean>`${isMailed} and coalesce((select ${wantsMail(sql`${notice.severity ?? 'info'}::text`)}
          from users u where u.id = ${notice.user_id}), false)`,
      })),
    )
    .execute()

/** Condition: the user `u` wants notices of this severity by email and has confirmed the address. */
const wantsMail = (
  severity: RawBuilder<unknown>,
) => sql`(u.email is not null and u.email_confirmed_at is not null
  and u.state = 'active'
  and (u.notice_mails = 'all' or (u.notice_mails = 'important' and ${severity} <> 'info')))`

/** Marks the user's own notices; returns how many changed. */
export async function markNotices(
  db: Db,
  userId: string,
  { ids, status, now }: { ids: string[]; status: 'new' | 'read'; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ status, read_at: status === 'read' ? now : null })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('status', '<>', status)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function deleteNotices(db: Db, userId: string, ids: string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notices')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes old notices, and those of each user beyond the newest `most`. */
export async function removeOldNotices(db: Db, before: Date, most: number): Promise<void> {
  await db.deleteFrom('notices').where('created_at', '<', before).execute()
  await sql`delete from notices where id in (
    select id from (select id, row_number() over (partition by user_id order by id desc) as place from notices
      where user_id in (select user_id from notices group by user_id having count(*) > ${most})) ranked
    where place > ${most})`.execute(db)
}

/** A user with notices to be sent. */
export interface MailReader {
  id: string
  email: string
  locale: string
  isDriver: boolean
}

/**
 * Returns users with notices to be sent, those who have waited longest first. Users who were sent `most`
 * mails since then are left out until some of these are older.
 */
export async function usersWithDueMail(
  db: Db,
  { since, most, limit }: { since: Date; most: number; limit: number },
): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    select u.id, u.email, u.locale, u.interface_code = 'driver' as "isDriver"
    from (select user_id, min(id::text) as first from notices where is_mail_due group by user_id) due
    join users u on u.id = due.user_id
    where u.email is not null and (select count(*) from mails m where lower(m.recipient) = lower(u.email)
      and m.kind = 'notice' and m.created_at > ${since}) < ${most}
    order by due.first limit ${limit}`.execute(db)
  return rows
}

export interface DueNotice {
  text: string
  class_code: string | null
  object_id: string | null
  object_label: string | null
  kind: PushKind | null
}

/**
 * Marks all waiting notices of a user as sent; returns those that are still unread and wanted, oldest first.
 * Each notice is returned to one process only.
 */
export async function takeDueNotices(db: Db, userId: string): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    with taken as (update notices set is_mail_due = false where user_id = ${userId} and is_mail_due
      returning id, user_id, text, severity, status, class_code, object_id, object_label, kind)
    select n.text, n.class_code, n.object_id, n.object_label, n.kind from taken n join users u on u.id = n.user_id
    where n.status = 'new' and ${wantsMail(sql`n.severity`)} order by n.id`.execute(db)
  return rows
}

/** Source of notices; every user, including administrators, sees their own. Ids grow with time. */
export const noticeSource: ListSource<AnswerOf<typeof noticeList>[number]> = {
  from: sql`notices n`,
  columns: {
    id: column.id('n.id'),
    created: column.instant('n.created_at'),
    text: column.text('n.text'),
    severity: column.text('n.severity'),
    status: column.text('n.status'),
    kind: column.text('n.kind', 'nullable'),
    read: column.instant('n.read_at', 'nullable'),
    objectclass: column.text('n.class_code', 'nullable'),
    object: column.id('n.object_id', 'nullable'),
    objectlabel: column.text('n.object_label', 'nullable'),
  },
  key: 'id',
  order: ['id DESC'],
  visible: ({ userId }) => sql`n.user_id = ${userId}`,
}
