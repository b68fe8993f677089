import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Db } from '../../storage/transaction.ts'
import type { ProviderEvent, ProviderObject } from './provider.ts'

/** Adds a message of a provider, unless it was received before. */
export const insertEvent = (
  db: Db,
  { provider, event, body, now }: { provider: string; event: ProviderEvent; body: string; now: Date },
) =>
  sql`insert into provider_events (id, provider, event, type, object_kind, object_reference, body, received_at, due_at,
      state)
    values (${newId(now.getTime())}, ${provider}, ${event.id}, ${event.type}, ${event.object?.kind ?? null},
      ${event.object?.reference ?? null}, ${body}, ${now}, ${now}, ${event.object ? 'pending' : 'done'})
    on conflict (provider, event) do nothing`.execute(db)

export interface StoredEvent {
  id: string
  provider: string
  kind: ProviderObject['kind']
  reference: string
  attempts: number
}

/** Returns pending messages that are due, the oldest first. */
export async function dueEvents(db: Db, now: Date, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`select id, provider, object_kind as kind,
      object_reference as reference, attempts from provider_events
    where state = 'pending' and due_at <= ${now} order by due_at, id limit ${limit}`.execute(db)
  return rows
}

export const endEvent = (db: Db, id: string, error: string | null = null) =>
  sql`update provider_events set state = ${error === null ? 'done' : 'failed'}, error = ${error},
    attempts = attempts + 1 where id = ${id}`.execute(db)

export const postponeEvent = (db: Db, id: string, { dueAt, error }: { dueAt: Date; error: string }) =>
  sql`update provider_events set due_at = ${dueAt}, error = ${error}, attempts = attempts + 1
    where id = ${id}`.execute(db)

/** Deletes processed messages that were received before a time. */
export const removeOldEvents = (db: Db, before: Date) =>
  sql`delete from provider_events where state <> 'pending' and received_at < ${before}`.execute(db)

/** Deletes ended requests to providers that are older than a time. */
export const removeOldRequests = (db: Db, before: Date) =>
  sql`delete from payment_requests where state <> 'pending' and created_at < ${before}`.execute(db)
