import type { IncidentSeverity } from '@stationmaster/contract'
import { type Insertable, sql } from 'kysely'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

/** How a user is notified; without a stored row, not at all. */
export interface NotificationSettings {
  by_console: boolean
  by_email: boolean
  by_webhook: boolean
  severity: IncidentSeverity
  site_ids: string[] | null
  webhook_url: string | null
  webhook_secret: Buffer | null
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string
  critical_passes: boolean
}

const defaults: NotificationSettings = {
  by_console: false,
  by_email: false,
  by_webhook: false,
  severity: 'critical',
  site_ids: null,
  webhook_url: null,
  webhook_secret: null,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
  critical_passes: true,
}

export async function settingsOf(db: Db, userId: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('incident_notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? defaults
}

export const storeSettings = (db: Db, row: Insertable<Database['incident_notifications']>) =>
  db
    .insertInto('incident_notifications')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()

/** A user who is notified. */
export interface Recipient {
  id: string
  accountId: string
  /** Null if it is not confirmed. */
  email: string | null
  locale: string
}

export async function recipientOf(db: Db, userId: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`select id, account_id as "accountId", locale,
    case when email_confirmed_at is not null then email end as email from users where id = ${userId}`.execute(
    db,
  )
  return rows[0] ?? null
}

const visibleSites = ofAccount('z.account_id', { site: 'z.id' })

/** Returns true if the viewer sees all of these sites. */
export async function seesSites(db: Db, scope: Scope, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from sites z
    where z.id = any(${ids}::uuid[]) and ${visibleSites(scope)}`.execute(db)
  return rows[0]!.count === new Set(ids).size
}
