import { maxPushDevices, maxPushes, type pushKinds } from '@stationmaster/contract'
import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import { keepNewest, lockExclusive } from '../../storage/row-limits.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { PushKeys } from './push-encryption.ts'

export type PushKind = (typeof pushKinds)[number]

/** A device of a user, as its browser describes it. */
export interface Device extends PushKeys {
  endpoint: string
  serverKey: string
}

/**
 * Adds a device of a user. One that another user had at this browser is deleted, with the messages that wait for it: they
 * are for that user only.
 */
export async function addDevice(
  tx: Tx,
  device: Device & { userId: string; session: string; now: Date },
): Promise<void> {
  const { userId, session, now, endpoint, p256dh, auth, serverKey: server_key } = device
  await lockExclusive(tx, `device ${endpoint}`)
  await lockExclusive(tx, `devices ${userId}`)
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('user_id', '<>', userId)
    .execute()
  const row = { user_id: userId, session_code: session, created_at: now, p256dh, auth, server_key }
  await tx
    .insertInto('push_subscriptions')
    .values({ id: newId(now.getTime()), endpoint, ...row })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .execute()
  await keepNewest(tx, {
    table: 'push_subscriptions',
    owner: { column: 'user_id', value: userId },
    most: maxPushDevices,
    by: 'created_at',
  })
}

export const deleteDevice = (db: Db, userId: string, endpoint: string) =>
  db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()

/** Returns the kinds that a user does not get on devices, and whether a device gets the others. */
export async function readPushSettings(
  db: Db,
  { userId, endpoint = null, serverKey }: { userId: string; endpoint?: string | null; serverKey: string },
): Promise<{ on: boolean; off: PushKind[] }> {
  const { rows } = await sql<{ on: boolean; off: PushKind[] }>`select
    exists (select from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}
      and server_key = ${serverKey}) as on,
    coalesce((select off from push_settings where user_id = ${userId}), '{}') as off`.execute(db)
  return rows[0]!
}

export const writePushSettings = (db: Db, userId: string, off: readonly PushKind[]) =>
  db
    .insertInto('push_settings')
    .values({ user_id: userId, off: [...off] })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ off: [...off] }))
    .execute()

/** Deletes devices whose user has signed out there, and those that expect messages of another server key. */
export async function deleteEndedDevices(
  db: Db,
  { serverKey, now }: { serverKey: string; now: Date },
): Promise<void> {
  await sql`delete from push_subscriptions p where p.server_key <> ${serverKey} or not exists (
    select from sessions o join users u on u.id = o.user_id where o.code = p.session_code and o.user_id = p.user_id
      and o.revoked_at is null and o.expires_at > ${now} and u.state = 'active')`.execute(db)
}

/** Notices that are taken at a time. */
export const maxTakenNotices = 500

/**
 * Writes a message for each device of the users of new notices; returns how many notices were taken. Notices of kinds
 * that a user does not want, and those beyond the number per hour, are written for none.
 * @param validSeconds time after which a message of a kind is not sent any more
 */
export async function writePushMessages(
  tx: Tx,
  { validSeconds, now }: { validSeconds: Readonly<Record<PushKind, number>>; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - 3_600_000)
  const { rows } = await sql<{ n: number }>`
    with due as (select id from notices where is_push_due order by id limit ${sql.lit(maxTakenNotices)} for update skip locked),
    taken as (update notices n set is_push_due = false from due where n.id = due.id
      returning n.id, n.user_id, n.kind, n.created_at),
    written as (insert into push_messages (id, subscription_id, notice_id, due_at, expires_at)
      select gen_random_uuid(), p.id, n.id, ${now}::timestamptz, n.created_at
          + interval '1 second' * (${JSON.stringify(validSeconds)}::jsonb ->> n.kind)::int
      from taken n join push_subscriptions p on p.user_id = n.user_id
      where not exists (select from push_settings o where o.user_id = n.user_id and n.kind = any (o.off))
        and (select count(*) from notices h where h.user_id = n.user_id and h.kind is not null
          and h.created_at > ${since} and h.id <= n.id) <= ${sql.lit(maxPushes)})
    select count(*)::int as n from taken`.execute(tx)
  return rows[0]!.n
}

/** A message with the device that gets it. */
export interface DueMessage extends PushKeys {
  id: string
  subscriptionId: string
  endpoint: string
  tries: number
  secondsLeft: number
  text: string
  kind: PushKind
  noticeId: string
  objectLabel: string | null
  locale: string
}

/**
 * Takes due messages and counts the attempts before anything is sent, as for posts. Messages that have expired, and those
 * of notices that were read, are deleted instead.
 */
export async function takeDueMessages(
  db: Db,
  { now, pausesMs, most }: { now: Date; pausesMs: readonly number[]; most: number },
): Promise<DueMessage[]> {
  await sql`delete from push_messages m using notices n
    where n.id = m.notice_id and m.due_at <= ${now} and (m.expires_at <= ${now} or n.status = 'read')`.execute(
    db,
  )
  const { rows } = await sql<DueMessage>`
    with due as (select id from push_messages where due_at <= ${now} order by due_at limit ${most}
      for update skip locked),
    taken as (update push_messages m set tries = tries + 1, due_at = ${now}::timestamptz + interval '1 millisecond' *
        (${pausesMs}::bigint[])[least(tries + 1, cardinality(${pausesMs}::bigint[]))]
      from due where m.id = due.id returning m.*)
    select m.id, p.id as "subscriptionId", p.endpoint, p.p256dh, p.auth, m.tries,
      ceil(extract(epoch from m.expires_at - ${now}::timestamptz))::int as "secondsLeft", n.text, n.kind,
      n.id as "noticeId", n.object_label as "objectLabel", u.locale
    from taken m join push_subscriptions p on p.id = m.subscription_id join notices n on n.id = m.notice_id
    join users u on u.id = n.user_id`.execute(db)
  return rows
}

export const deleteMessage = (db: Db, id: string) =>
  db.deleteFrom('push_messages').where('id', '=', id).execute()

/** Deletes a device that its push service does not know any more, with its messages. */
export const deleteSubscription = (db: Db, id: string) =>
  db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
