import type { AnswerOf, tariffGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { clientColumns } from '../clients/index.ts'
import type { MethodFacts, WithFacts } from '../workflow/index.ts'

/** Tariff with the facts that decide about its methods. */
export interface TariffFacts extends MethodFacts {
  hasDraft: boolean
  hasVersion: boolean
}

type TariffRow = WithFacts<AnswerOf<typeof tariffGet>, TariffFacts>

/** Selects the tariffs that the viewer may see, as `tariffs t`: users of a client those that can apply to it now. */
export const visibleTariffs = ofAccountOrDriver('t.account_id', { tariff: 't.id' }, () => sql`false`)

/** Number of the draft of `tariffs t`. */
const draftNumber = sql`(select d.number from tariff_versions d where d.tariff_id = t.id and d.state = 'draft')`

/** Facts of `tariffs t` as JSON. */
export const tariffFacts = sql`json_build_object('id', t.id, 'state', t.state,
  'hasDraft', exists (select from tariff_versions d where d.tariff_id = t.id and d.state = 'draft'),
  'hasVersion', exists (select from tariff_versions d where d.tariff_id = t.id))`

/**
 * The version `v` whose prices a list shows: the valid one, the next one, the draft or the last one. Drafts are not
 * shown to users of a client.
 */
const shownVersion = (isOfClient: boolean) => sql`lateral (
  select v.* from tariff_versions v where v.tariff_id = t.id ${isOfClient ? sql`and v.state <> 'draft'` : sql``}
  order by case
      when v.state <> 'draft' and v.valid_from <= now() and (v.valid_to is null or now() < v.valid_to) then 1
      when v.state = 'active' and v.valid_from > now() then 2
      when v.state = 'draft' then 3 else 4 end,
    case when v.valid_from > now() then v.valid_from end, v.number desc
  limit 1)`

const reference = (table: string, id: string, name: string) =>
  column.text(
    sql`(select ${sql.ref(`n.${name}`)} from ${sql.table(table)} n where n.id = ${sql.ref(id)})`,
    'nullable',
  )

export const tariffSource: ListSource<TariffRow> = {
  from: ({ clientId }) => sql`tariffs t left join ${shownVersion(clientId !== null)} v on true`,
  columns: {
    ...objectColumns('tariff', { alias: 't', owner: 't.owner_id' }),
    identity: column.text(sql`coalesce(t.identity, t.code)`),
    code: column.text('t.code'),
    label: column.text('t.label'),
    description: column.text('t.description', 'nullable'),
    ...clientColumns('t'),
    group: column.id('t.group_id', 'nullable'),
    groupcode: reference('client_groups', 't.group_id', 'code'),
    grouplabel: reference('client_groups', 't.group_id', 'label'),
    network: column.id('t.network_id', 'nullable'),
    networkcode: reference('reference_rows', 't.network_id', 'code'),
    networkname: reference('reference_rows', 't.network_id', 'name'),
    mode: column.text('t.mode', 'nullable'),
    currency: column.text('t.currency'),
    price: column.text('v.price', 'nullable'),
    cost: column.text('v.cost', 'nullable'),
    service: column.text('v.service', 'nullable'),
    linschedule: column.text('v.schedule', 'nullable'),
    // agreed with owners of stations, so not shown to users of a client
    commission: column.integer(sql`case when tenant_client() is null then v.commission_bp end`, 'nullable'),
    versionnumber: column.integer('v.number', 'nullable'),
    validfrom: column.instant('v.valid_from', 'nullable'),
    validto: column.instant('v.valid_to', 'nullable'),
    draftnumber: column.integer(draftNumber, 'nullable'),
    warnings: column.integer('t.afir_connectors'),
    tags: column.list('t.tags'),
    methods: column.shown(tariffFacts),
    version_no: column.integer('t.version_no'),
  },
  key: 'id',
  order: ['label'],
  visible: visibleTariffs,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`t.state = 'deleted'` },
}
