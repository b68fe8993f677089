import type { AnswerOf, siteFigures, siteGet } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { clientColumns } from '../clients/index.ts'
import { energyToday, hasProblem } from '../stations/index.ts'
import type { Db } from '../../storage/transaction.ts'
import type { WithFacts } from '../workflow/index.ts'

type SiteShown = AnswerOf<typeof siteGet>

/** Selects the sites that the viewer may see, as `sites z`: for users of a client those that belong to it. */
export const visibleSites = ofAccountOrDriver('z.account_id', { site: 'z.id' }, () => sql`false`)

const stationsWhere = (condition: RawBuilder<unknown>) =>
  sql`(select count(*) from stations s where s.site_id = z.id and s.state <> 'deleted' and ${condition})`

const network = (name: 'code' | 'name') =>
  column.text(
    sql`(select ${sql.ref(`n.${name}`)} from reference_rows n where n.id = z.network_id)`,
    'nullable',
  )

const firstContact = (part: 'name' | 'phone' | 'email') =>
  column.text(sql`(z.contacts -> 0 ->> ${sql.lit(part)})`, 'nullable')

export const siteSource: ListSource<WithFacts<SiteShown>> = {
  from: sql`sites z`,
  columns: {
    ...objectColumns('site', { alias: 'z', owner: 'z.owner_id' }),
    code: column.text('z.code'),
    label: column.text('z.label'),
    description: column.text('z.description', 'nullable'),
    ...clientColumns('z'),
    network: column.id('z.network_id', 'nullable'),
    networkcode: network('code'),
    networkname: network('name'),
    address: column.text('z.address', 'nullable'),
    postalcode: column.text('z.postal_code', 'nullable'),
    city: column.text('z.city', 'nullable'),
    countrycode: column.text('z.country_code', 'nullable'),
    timezone: column.text('z.time_zone', 'nullable'),
    openinghours: column.shown(sql`z.opening_hours`),
    contacts: column.shown(sql`z.contacts`),
    contactname: firstContact('name'),
    contactphone: firstContact('phone'),
    contactemail: firstContact('email'),
    gridlimit: column.integer('z.grid_limit_w', 'nullable'),
    lat: column.number('z.lat', 'nullable'),
    lng: column.number('z.lng', 'nullable'),
    tags: column.list('z.tags'),
    stations: column.integer(stationsWhere(sql`true`)),
    problems: column.integer(stationsWhere(hasProblem)),
    power: column.number(
      sql`(select sum(e.power_w) from stations s join evses e on e.station_id = s.id
        where s.site_id = z.id and s.state <> 'deleted' and e.transaction_number is not null)`,
      'nullable',
    ),
    methods: column.shown(sql`json_build_object('id', z.id, 'state', z.state)`),
    version_no: column.integer('z.version_no'),
  },
  key: 'id',
  order: ['label'],
  visible: visibleSites,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`z.state = 'deleted'` },
}

/** Sums a figure of the connectors over `stations s`. */
const ofConnectors = (sum: RawBuilder<unknown>) =>
  sql`coalesce(sum((select ${sum} from evses e where e.station_id = s.id and e.evse_no > 0)), 0)`

/** Returns the figures of the stations at a site; the caller has checked that the viewer may see it. */
export async function figuresOf(db: Db, siteId: string): Promise<AnswerOf<typeof siteFigures>> {
  const { rows } = await sql<{ figures: AnswerOf<typeof siteFigures> }>`
    select json_build_object(
      'power', ${ofConnectors(sql`sum(e.power_w) filter (where e.transaction_number is not null)`)},
      'energytoday', coalesce(sum(${energyToday}), 0),
      'running', ${ofConnectors(sql`count(e.transaction_number)`)},
      'connectors', ${ofConnectors(sql`count(*) filter (where e.is_announced)`)},
      'stations', count(*),
      'problems', count(*) filter (where ${hasProblem})) as figures
    from stations s where s.site_id = ${siteId} and s.state <> 'deleted'`.execute(db)
  return rows[0]!.figures
}
