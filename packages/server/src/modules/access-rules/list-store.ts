import type { AnswerOf, accessRuleGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccountOrDriver } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { clientColumns } from '../clients/index.ts'
import type { WithFacts } from '../workflow/index.ts'
import { stateType } from './store.ts'

type RuleShown = AnswerOf<typeof accessRuleGet>

/** Selects the rules that the viewer may see, as `access_rules r`: for users of a client those that belong to it. */
export const visibleRules = ofAccountOrDriver('r.account_id', { access_rule: 'r.id' }, () => sql`false`)

const card = (name: 'code' | 'name') =>
  column.text(sql`(select ${sql.ref(`k.${name}`)} from cards k where k.id = r.card_id)`, 'nullable')

const isLimited = sql`(r.times is not null or r.valid_from is not null or r.valid_to is not null)`

export const accessRuleSource: ListSource<WithFacts<RuleShown>> = {
  from: sql`access_rules r`,
  columns: {
    ...objectColumns('access_rule', { alias: 'r', owner: 'r.owner_id' }),
    code: column.text('r.code'),
    label: column.text('r.label'),
    description: column.text('r.description', 'nullable'),
    ...clientColumns('r'),
    effect: column.text('r.effect'),
    card: column.id('r.card_id', 'nullable'),
    cardcode: card('code'),
    cardname: card('name'),
    cardtag: column.text('r.card_tag', 'nullable'),
    cardclient: column.id('r.card_client_id', 'nullable'),
    cardclientname: column.text(
      sql`(select c.name from clients c where c.id = r.card_client_id)`,
      'nullable',
    ),
    network: column.id('r.network_id', 'nullable'),
    networkname: column.text(
      sql`(select n.name from reference_rows n where n.id = r.network_id)`,
      'nullable',
    ),
    site: column.id('r.site_id', 'nullable'),
    sitelabel: column.text(sql`(select z.label from sites z where z.id = r.site_id)`, 'nullable'),
    station: column.id('r.station_id', 'nullable'),
    identity: column.text(sql`(select s.identity from stations s where s.id = r.station_id)`, 'nullable'),
    connectorid: column.integer('r.evse_no', 'nullable'),
    stationtag: column.text('r.station_tag', 'nullable'),
    times: column.shown(sql`r.times`),
    validfrom: column.instant('r.valid_from', 'nullable'),
    validto: column.instant('r.valid_to', 'nullable'),
    islimited: column.boolean(isLimited),
    tags: column.list('r.tags'),
    methods: column.shown(sql`json_build_object('id', r.id, 'state', r.state)`),
    version_no: column.integer('r.version_no'),
  },
  key: 'id',
  order: ['label'],
  visible: visibleRules,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`${stateType} = 'deleted'` },
}

/** Returns number, name and effect of those rules that the viewer may see, by their ids. */
export async function namesOfRules(db: Db, viewer: Viewer, ids: readonly string[]) {
  if (ids.length === 0 || !viewer.rights.maySome('access_rule', 's')) return new Map<string, RuleName>()
  const { rows } = await sql<RuleName>`select r.id, r.code, r.label, r.effect from access_rules r
    where r.id = any(${ids}::uuid[]) and (${visibleRules(viewer)})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

interface RuleName {
  id: string
  code: string
  label: string
  effect: 'allow' | 'deny'
}
