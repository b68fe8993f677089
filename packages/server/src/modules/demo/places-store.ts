import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Db } from '../../storage/transaction.ts'
import { demoClients, demoNetworks, demoSiteOf } from './demo-places.ts'
import { demoStations } from './demo-stations.ts'
import { tariffRemovals } from './tariffs-store.ts'

/** Adds clients, networks and sites, and assigns the stations and cards of the demo to them. */
export async function insertPlaces(
  db: Db,
  { accountId, created }: { accountId: string; created: Date },
): Promise<void> {
  const row = () => ({ id: newId(created.getTime()), created_at: created })
  const owned = () => ({ ...row(), account_id: accountId, is_demo: true, state: 'enabled' })
  await db
    .insertInto('clients')
    .values(
      demoClients.map(({ tags, ...client }) => ({
        ...owned(),
        ...client,
        tags: [...tags],
        currency_code: 'EUR',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('reference_rows')
    .values(demoNetworks.map((network) => ({ ...row(), ...network, kind: 'network' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const clients = await db
    .selectFrom('clients')
    .select(['id', 'code'])
    .where('account_id', '=', accountId)
    .execute()
  const networks = await db
    .selectFrom('reference_rows')
    .select(['id', 'code'])
    .where('kind', '=', 'network')
    .execute()
  const clientOf = (code: string | null) => clients.find((client) => client.code === code)?.id ?? null
  for (const station of demoStations) {
    const site = demoSiteOf(station)
    if (!site) continue
    const place = {
      ...owned(),
      ...site.columns,
      client_id: clientOf(site.client),
      network_id: networks.find(({ code }) => code === site.network)?.id ?? null,
    }
    await db
      .insertInto('sites')
      .values(place)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // what the site has, the station takes from it
    await sql`update stations s set site_id = z.id, client_id = z.client_id, tags = z.tags, network_name = null,
        time_zone = null, address = null, lat = null, lng = null
      from sites z where z.account_id = ${accountId} and z.code = ${place.code} and z.is_demo
        and s.account_id = z.account_id and s.identity = ${station.identity} and s.is_demo`.execute(db)
  }
  // two of three drivers belong to the fleets
  await sql`update cards k set client_id = p.id, tags = p.tags
    from (select k.id, (row_number() over (order by k.code))::int as n from cards k where k.is_demo) numbered
    join clients p on p.is_demo and p.code = (${demoClients.map(({ code }) => code)}::text[])[1 + numbered.n % 6]
    where k.id = numbered.id and p.account_id = k.account_id`.execute(db)
}

const demoClientIds = sql`(select id from clients where is_demo)`
const demoSites = sql`(select id from sites where is_demo)`

/** Removes them, and what refers to them; before the stations and cards of the demo. */
export const placeRemovals = [
  // users limited to a client would see the whole account without it, and bookings are not deleted: these remain
  sql`update clients p set is_demo = false
    where p.is_demo and (exists (select from users u where u.client_id = p.id and not u.is_demo)
      or exists (select from ledger_accounts a where a.client_id = p.id))`,
  ...tariffRemovals,
  ...(['stations', 'cards', 'users', 'sites', 'charging_profiles'] as const).map(
    (table) => sql`update ${sql.table(table)} set client_id = null where client_id in ${demoClientIds}`,
  ),
  ...(['cars', 'access_rules'] as const).map(
    (table) => sql`delete from ${sql.table(table)} where client_id in ${demoClientIds}`,
  ),
  sql`update stations set site_id = null where site_id in ${demoSites}`,
  ...(['incident_rules', 'incident_escalations'] as const).map(
    (table) => sql`delete from ${sql.table(table)} where site_id in ${demoSites}`,
  ),
  ...(['files', 'notes'] as const).map(
    (table) =>
      sql`delete from ${sql.table(table)} where object_id in ${demoSites} or object_id in ${demoClientIds}`,
  ),
  sql`delete from sites where is_demo`,
  sql`delete from clients where is_demo`,
  sql`delete from reference_rows r where r.kind = 'network' and r.code = any(${demoNetworks.map(({ code }) => code)}::text[])
    and not exists (select from sites z where z.network_id = r.id)
    and not exists (select from stations s where s.network_name = r.name)
    and not exists (select from tariffs t where t.network_id = r.id)`,
]
