import { type ClassCode, locales } from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import type { BusEvent } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { PushKind } from './push-store.ts'
import { insertNotices, operatorsOf, recipientsOf, type Severity, usersOfClient } from './store.ts'

/** The object that a notice is about. */
interface NoticeObject {
  classCode?: string
  objectId?: string
  label?: string | null
  /** Kind that is also sent to the devices of its users. */
  kind?: PushKind
}

/** A notice to users who are known. */
export interface UserNotice extends NoticeObject {
  text: string
  severity: Severity
  now: Date
}

export interface NewNotice extends NoticeObject {
  /** A username, the id of a user, or the code of a group. */
  to: string
  text: string
  /** Account of the object: users of other accounts get no notice, unless they are administrators. */
  accountId: string | null
  now: Date
}

const rowOf = (user_id: string, { classCode, objectId, label, kind, ...notice }: UserNotice) => ({
  id: newId(notice.now.getTime()),
  created_at: notice.now,
  user_id,
  severity: notice.severity,
  text: notice.text,
  class_code: classCode ?? null,
  object_id: objectId ?? null,
  object_label: label ?? null,
  kind: kind ?? null,
  is_push_due: kind !== undefined,
})

const changed = (account: string): BusEvent => ({ kind: 'hint', account, hint: { kind: 'notice.changed' } })

const pushQueued = (notices: readonly NoticeObject[]): BusEvent[] =>
  notices.some(({ kind }) => kind !== undefined) ? [{ kind: 'push.queued' }] : []

/** Writes a notice to each recipient in the caller's transaction. Refuses if there is no recipient. */
export async function sendNotice(
  { tx, bus }: { tx: Tx; bus: Bus },
  { to, accountId, ...notice }: NewNotice,
): Promise<Refusal | null> {
  const people = await recipientsOf(tx, to, { accountId, ...notice })
  if (people.length === 0)
    return refuse('notice.recipient_not_found', { recipient: to.slice(0, 80), field: 'to' })
  await insertNotices(
    tx,
    people.map(({ id }) => rowOf(id, { ...notice, severity: 'info' })),
  )
  for (const account of new Set(people.map((person) => person.account_id)))
    await bus.publish(tx, [changed(account)])
  return null
}

/**
 * Writes notices to one user in the caller's transaction.
 * @param user.isMailed true: they are also sent by email to users who want that; absent for subjects whose emails
 *   users choose separately
 */
export async function notifyUser(
  { tx, bus }: { tx: Tx; bus: Bus },
  { isMailed = false, ...user }: { id: string; accountId: string; isMailed?: boolean },
  notices: readonly UserNotice[],
): Promise<void> {
  await notifyUsers(
    { tx, bus },
    notices.map((notice) => ({ ...notice, user })),
    { isMailed },
  )
}

/**
 * Writes notices to users in the caller's transaction, in one statement.
 * @param options.isMailed as for one user
 */
export async function notifyUsers(
  { tx, bus }: { tx: Tx; bus: Bus },
  notices: readonly (UserNotice & { user: { id: string; accountId: string } })[],
  { isMailed }: { isMailed: boolean },
): Promise<void> {
  if (notices.length === 0) return
  await insertNotices(
    tx,
    notices.map(({ user, ...notice }) => rowOf(user.id, notice)),
    { isMailed },
  )
  const accounts = new Set(notices.map(({ user }) => user.accountId))
  await bus.publish(tx, [...[...accounts].map(changed), ...pushQueued(notices)])
}

export interface OperatorNotice extends NoticeObject {
  accountId: string
  severity: Severity
  textOf(locale: (typeof locales)[number]): string
  /** Ids of operators who are notified of the same in another way. */
  except?: readonly string[]
  /** Client whose users get the notice, too, if they may see objects of the class. */
  client?: { id: string; sees: ClassCode }
  now: Date
}

/**
 * Writes a notice to the operators of an account, and to the users of a client, each in their language, in the caller's
 * transaction.
 */
export async function notifyOperators(
  { tx, bus }: { tx: Tx; bus: Bus },
  { accountId: account, textOf, except = [], client, ...notice }: OperatorNotice,
): Promise<void> {
  const all = await operatorsOf(
    tx,
    account,
    notice.classCode === 'charge_point' ? (notice.objectId ?? null) : null,
  )
  if (client) all.push(...(await usersOfClient(tx, client)))
  const operators = all.filter(({ id }) => !except.includes(id))
  if (operators.length === 0) return
  await insertNotices(
    tx,
    operators.map(({ id, locale }) =>
      rowOf(id, { ...notice, text: textOf(locales.find((one) => one === locale) ?? 'en') }),
    ),
  )
  await bus.publish(tx, [changed(account), ...pushQueued([notice])])
}
