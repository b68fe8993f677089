import type { deliveryKinds, deliveryReasons, NotificationChannel } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Attempt } from '../../storage/attempt.ts'
import { newId } from '../../shared/ids.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { rankOf } from './causes-store.ts'
import { newIdAt } from './id-at-store.ts'
import { isReader } from './list-store.ts'

export type DeliveryKind = (typeof deliveryKinds)[number]
export type Reason = (typeof deliveryReasons)[number]

/** Deliveries of a user that wait for one channel; further incidents are only in the list. */
export const maxWaiting = 1000

/**
 * Inserts the deliveries that a query selects (`account_id`, `user_id`, incident `id`, `kind`, `occurrences`, `channel`,
 * `severity`, `number`), the most severe ones first, until the limit of a user and channel.
 */
export const insertDeliveries = (selected: RawBuilder<unknown>, now: Date) => sql`
  insert into incident_deliveries (id, account_id, user_id, incident_id, kind, occurrence, channel, due_at, created_at)
  select ${newIdAt(now)}, d.account_id, d.user_id, d.id, d.kind, d.occurrences, d.channel, ${now}, ${now}
  from (select c.*, row_number() over (partition by c.user_id, c.channel
      order by ${rankOf(sql`c.severity`)}, c.number) as place
    from (${selected}) c) d
  where d.place <= ${maxWaiting} - (select count(*) from incident_deliveries w
    where w.user_id = d.user_id and w.channel = d.channel and w.state in ('waiting', 'held'))
  on conflict do nothing`

/**
 * Queues the deliveries of incidents in the transaction that opened them or raised their severity, according to the
 * settings of the users who see them. Returns how many.
 */
export async function queueDeliveries(
  tx: Tx,
  changes: readonly { id: string; kind: DeliveryKind }[],
  now: Date,
): Promise<number> {
  if (changes.length === 0) return 0
  const selected = sql`
    select i.account_id, n.user_id, i.id, c.kind, i.occurrences, h.channel, i.severity, i.number
    from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ kind }) => kind)}::text[]) c (id, kind)
    join incidents i on i.id = c.id and i.parent_id is null
    join incident_notifications n on n.account_id = i.account_id
      and ${rankOf(sql`i.severity`)} <= ${rankOf(sql`n.severity`)}
      and (n.site_ids is null
        or coalesce(i.site_id, (select s.site_id from stations s where s.id = i.station_id)) = any(n.site_ids))
    join users p on p.id = n.user_id and ${isReader}
    cross join lateral (values ('console', n.by_console), ('email', n.by_email), ('webhook', n.by_webhook))
      h (channel, is_chosen)
    where h.is_chosen`
  const { numAffectedRows } = await insertDeliveries(selected, now).execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Queues a test message; it is sent to the user alone. */
export async function queueTest(
  tx: Tx,
  {
    userId,
    accountId,
    channel,
    now,
  }: { userId: string; accountId: string; channel: NotificationChannel; now: Date },
): Promise<string> {
  const id = newId(now.getTime())
  await tx
    .insertInto('incident_deliveries')
    .values({
      id,
      account_id: accountId,
      user_id: userId,
      kind: 'test',
      channel,
      due_at: now,
      created_at: now,
    })
    .execute()
  return id
}

export async function countTests(db: Db, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('incident_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'test')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Returns users with deliveries that are due: those without a failed one first, then those whose last try was
 * longest ago.
 */
export async function usersWithDue(db: Db, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select user_id as id from incident_deliveries
    where state in ('waiting', 'held') group by user_id having min(due_at) <= ${now}
    order by max(tried_at) nulls first, min(due_at) limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DueDelivery {
  id: string
  incidentId: string | null
  kind: DeliveryKind
  channel: NotificationChannel
  isHeld: boolean
}

/** Locks the deliveries of a user that are due, oldest first; those that another process works on are left out. */
export async function lockDue(tx: Tx, userId: string, now: Date): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select id, incident_id as "incidentId", kind, channel, state = 'held' as "isHeld" from incident_deliveries
    where user_id = ${userId} and state in ('waiting', 'held') and due_at <= ${now}
    order by id limit ${maxWaiting} for update skip locked`.execute(tx)
  return rows
}

/** Postpones the deliveries of a user that are due and could not be sent. */
export const postponeDue = (db: Db, userId: string, { now, until }: { now: Date; until: Date }) =>
  db
    .updateTable('incident_deliveries')
    .set({ due_at: until, tried_at: now })
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'held'])
    .where('due_at', '<=', now)
    .execute()

export interface DeliveryChange {
  state: 'waiting' | 'held' | 'sending' | 'delivered' | 'failed' | 'dropped'
  reason?: Reason | string | null
  recipient?: string
  messageId?: string
  dueAt?: Date
}

const isEnd = (state: DeliveryChange['state']) => ['delivered', 'failed', 'dropped'].includes(state)

export async function markDeliveries(
  tx: Tx,
  ids: readonly string[],
  { state, reason = null, recipient, messageId, dueAt, now }: DeliveryChange & { now: Date },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('incident_deliveries')
    .set({
      state,
      reason,
      ended_at: isEnd(state) ? now : null,
      ...(recipient === undefined ? {} : { recipient }),
      ...(messageId === undefined ? {} : { message_id: messageId }),
      ...(dueAt === undefined ? {} : { due_at: dueAt }),
    })
    .where('id', 'in', ids)
    .execute()
}

/** Stores an attempt of a message if it belongs to deliveries; returns their account, or null. */
export async function storeAttempt(
  tx: Tx,
  { messageId, at, isDelivered, isFinal, reason }: Attempt,
): Promise<{ accountId: string } | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from incident_deliveries where message_id = ${messageId} limit 1`.execute(
    tx,
  )
  if (!rows[0]) return null
  await tx
    .insertInto('incident_attempts')
    .values({ id: newId(at.getTime()), message_id: messageId, at, is_delivered: isDelivered, reason })
    .execute()
  await tx
    .updateTable('incident_deliveries')
    .set({
      state: isDelivered ? 'delivered' : isFinal ? 'failed' : 'sending',
      reason,
      ended_at: isFinal ? at : null,
    })
    .where('message_id', '=', messageId)
    .execute()
  return rows[0]
}

/** Deletes deliveries created before a time, of each account those beyond the newest `most`, and their attempts. */
export async function removeOldDeliveries(db: Db, before: Date, most: number): Promise<void> {
  await db.deleteFrom('incident_deliveries').where('created_at', '<', before).execute()
  await sql`delete from incident_deliveries where id in (
    select id from (select id, row_number() over (partition by account_id order by id desc) as place
      from incident_deliveries) ranked where place > ${most})`.execute(db)
  await sql`delete from incident_attempts a
    where not exists (select from incident_deliveries d where d.message_id = a.message_id)`.execute(db)
}
