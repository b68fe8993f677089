import { sql } from 'kysely'
import { memo } from '../../shared/memo.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { ImportReference } from '../imports/index.ts'
import { findNetwork, type StationChange } from './edit-store.ts'
import { addressOfSite } from './station-list-store.ts'

interface SiteOfStation {
  network_name: string | null
  time_zone: string | null
  address: string | null
  lat: number | null
  lng: number | null
}

/** Time zone of `stations s`: its own, or that of its site. */
export const timeZoneOfStation = `coalesce(s.time_zone, (select z.time_zone from sites z where z.id = s.site_id and z.state <> 'deleted'))`

/** Name of the place of `stations s` with `sites z` for drivers: that of the site, else of the station, else its number. */
export const placeNameOfStation = `coalesce(z.label, s.label, s.public_no::text)`

/** Site, network, client and tags of `stations s`, as JSON; a deleted site does not count. */
export const placeOfStation = `(select json_build_object('siteId', z.id, 'networkId', coalesce(z.network_id,
    case when z.id is null then (select n.id from reference_rows n
      where n.kind = 'network' and n.name = s.network_name limit 1) end),
    'clientId', s.client_id, 'tags', s.tags)
  from (select) one left join sites z on z.id = s.site_id and z.state <> 'deleted')`

const visible = ofAccount('z.account_id', { site: 'z.id' })

/** Returns what stations at the site share; null if it is deleted or the viewer may not see it. */
async function siteOf(
  tx: Tx,
  viewer: Viewer,
  { id, accountId }: { id: string; accountId: string },
): Promise<SiteOfStation | null> {
  const { rows } =
    await sql<SiteOfStation>`select n.name as network_name, z.time_zone, ${addressOfSite} as address, z.lat, z.lng
    from sites z left join reference_rows n on n.id = z.network_id
    where z.id = ${id} and z.account_id = ${accountId} and z.state <> 'deleted' and (${visible(viewer)})`.execute(
      tx,
    )
  return rows[0] ?? null
}

/** Sites and networks at which stations can stand, each read once. */
export interface Places {
  siteOf: (id: string) => Promise<SiteOfStation | null>
  /** Returns the name of the network with this name or code. */
  networkOf: (wanted: string) => Promise<string | Refusal>
}

export const placesOf = (tx: Tx, viewer: Viewer, accountId: string): Places => ({
  siteOf: memo((id) => siteOf(tx, viewer, { id, accountId })),
  networkOf: memo((wanted) => findNetwork(tx, wanted)),
})

/** Site of a station in an imported file. */
export const siteReference: ImportReference = {
  columns: ['sitecode', 'sitename', 'site'],
  async find(tx, viewer, names) {
    const { rows } = await sql<{ id: string; code: string; name: string }>`
      select z.id, z.code, z.label as name from sites z
      where z.account_id = ${viewer.accountId} and z.state <> 'deleted' and (${visible(viewer)})
        and (lower(z.code) = any(${names}::text[]) or lower(z.label) = any(${names}::text[])
          or z.id::text = any(${names}::text[]))`.execute(tx)
    return rows
  },
  missing: refuse('site.not_found', { field: 'site' }),
}

/** A station before the change. */
interface Present {
  account_id: string
  site_id: string | null
  network_name: string | null
}

/**
 * Completes a change of a station with its site and network. At a site the station has the network of the site, and
 * a value that equals that of the site is not stored, so that it follows the site.
 */
export async function applySite(
  { siteOf, networkOf }: Places,
  { change, present, site }: { change: StationChange; present: Present; site: string | null | undefined },
): Promise<Refusal | null> {
  const id = site === undefined ? present.site_id : site
  if (site !== undefined) change.site_id = site
  const found = id && (await siteOf(id))
  // one that was deleted, or that a user of a client may not see, stays as it is
  if (id && !found && id !== present.site_id) return refuse('site.not_found', { field: 'site' })
  const wanted = change.network_name
  if (!found && typeof wanted === 'string' && wanted !== present.network_name) {
    const network = await networkOf(wanted)
    if (isRefusal(network)) return network
    change.network_name = network
  }
  if (!found) return null
  if (change.network_name && change.network_name !== found.network_name)
    return refuse('station.network_of_site', { field: 'networkname' })
  change.network_name = null
  if (change.time_zone === found.time_zone) change.time_zone = null
  if (change.address === found.address) change.address = null
  if (change.lat === found.lat && change.lng === found.lng) Object.assign(change, { lat: null, lng: null })
  return null
}
