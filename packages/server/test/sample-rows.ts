import type { Db } from '../src/storage/transaction.ts'
import { addBulkRuns } from './sample-bulk-runs.ts'
import { addCharges } from './sample-charges.ts'
import { addIncidents } from './sample-incidents.ts'
import { addInvoices } from './sample-invoices.ts'
import { addLedger } from './sample-ledger.ts'
import { addSampleTariffs } from './sample-tariffs.ts'
import { addCommands, addSessions, addStations } from './sample-stations.ts'
import { addLog, addReferences, addUsers } from './sample-users.ts'
import type { SampleData } from './sample-ids.ts'

/** Owner of the sample data: stations and cards belong to the owner, the login session to the caller. */
export interface Ownership {
  owner?: string
  caller?: string
  /** Adds a class; classes belong to no account, and only administrators may use them. */
  hasClass?: boolean
}

/** Adds everything but objects of other classes, for which a server in this process must reload its classes. */
export async function addSampleRows(
  server: { db: Db },
  datasets: SampleData[],
  belonging: Ownership = {},
): Promise<SampleData[]> {
  const { owner = null, caller = null } = belonging
  await addStations(server, datasets, owner)
  await addSessions(server, datasets, owner)
  await addSampleTariffs(server, datasets, owner)
  await addCommands(server, datasets)
  await addUsers(server, datasets, caller)
  await addIncidents(server, datasets)
  await addLedger(server, datasets)
  await addBulkRuns(server, datasets)
  await addReferences(server, datasets[0]!)
  await addCharges(server, datasets)
  await addInvoices(server, datasets, owner)
  return addLog(server, datasets)
}

/** Makes the client of a dataset the owner of its objects that can have one. */
export async function assignToClient(
  { db }: { db: Db },
  { client: client_id, ...of }: SampleData,
): Promise<void> {
  await db.updateTable('stations').set({ client_id }).where('id', '=', of.station).execute()
  await db.updateTable('cards').set({ client_id }).where('id', '=', of.card).execute()
  await db.updateTable('sites').set({ client_id }).where('id', '=', of.site).execute()
  await db.updateTable('access_rules').set({ client_id }).where('id', '=', of.accessRule).execute()
  await db.updateTable('charging_profiles').set({ client_id }).where('id', '=', of.profile).execute()
}
