import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'

const site = sql`from sites z where z.id = s.site_id and z.state <> 'deleted'`

/** Site, network and tags of `stations s`, for lists of objects that belong to a station. */
export const placeColumns = {
  site: column.id('s.site_id', 'nullable'),
  sitename: column.text(sql`(select z.label ${site})`, 'nullable'),
  networkname: column.text(
    sql`coalesce(s.network_name, (select n.name from reference_rows n where n.id = (select z.network_id ${site})))`,
    'nullable',
  ),
  // none if the viewer does not see the station
  stationtags: column.list(sql`coalesce(s.tags, '{}')`),
}
