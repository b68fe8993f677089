import { newId } from '../src/shared/ids.ts'
import type { SampleData } from './sample-ids.ts'
import type { Db } from '../src/storage/transaction.ts'

const hour = 3_600_000

/** Adds an incident of the station with a comment for each dataset. */
export async function addIncidents({ db }: { db: Db }, datasets: SampleData[]): Promise<void> {
  const at = new Date(Date.now() - hour)
  const incidents = datasets.map(({ accountId: account_id, number, incident: id, ...of }) => ({
    id,
    account_id,
    number,
    rule: 'faulted',
    severity: 'critical' as const,
    object_key: `${of.station}:1`,
    station_id: of.station,
    evse_no: 1,
    assignee_id: of.user,
    details: JSON.stringify({ info: of.word }),
    opened_at: at,
    last_at: at,
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('incidents').values(incidents).execute()
  const deliveries = datasets.map(({ accountId: account_id, delivery: id, incident: incident_id, user }) => ({
    id,
    account_id,
    user_id: user,
    incident_id,
    kind: 'opened' as const,
    channel: 'console' as const,
    state: 'delivered' as const,
    due_at: at,
    created_at: at,
  }))
  await db.insertInto('incident_deliveries').values(deliveries).execute()
  const entries = datasets.map(({ accountId: account_id, incident: incident_id, word: text }) => ({
    id: newId(),
    account_id,
    incident_id,
    at,
    kind: 'comment',
    text,
  }))
  await db.insertInto('incident_entries').values(entries).execute()
}
