import type { AnswerOf, accessRuleGet, accessRuleSet, BodyOf } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type BusinessClass, numberRows } from '../business-objects/index.ts'
import { clientColumn } from '../clients/index.ts'
import { isSelectable } from '../references/index.ts'
import { accessRuleSource, visibleRules } from './list-store.ts'
import { isNamed, isNumberTaken, namedColumns } from './store.ts'

type Body = BodyOf<typeof accessRuleSet>

/** Rules per account; every process holds the enabled ones in memory. */
const maxRules = 1_000

const ruleChanged = (account: string, id?: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'access_rule.changed', ...(id && { ids: [id] }) } },
]

const cardColumns = ['card_id', 'card_tag', 'card_client_id'] as const
const placeColumns = ['network_id', 'site_id', 'station_id', 'station_tag'] as const
const fields: Readonly<Record<string, string>> = {
  card_id: 'card',
  card_tag: 'cardtag',
  card_client_id: 'cardclient',
  network_id: 'network',
  site_id: 'site',
  station_id: 'station',
  station_tag: 'stationtag',
}

/** Access rules as business objects. */
export const accessRuleClass: BusinessClass<AnswerOf<typeof accessRuleGet>, Body> = {
  classCode: 'access_rule',
  source: accessRuleSource,
  stored: { table: 'access_rules', alias: 'r', visible: visibleRules, nameColumn: 'label' },
  missing: refuse('access_rule.not_found', { field: 'id' }),
  wrongState: refuse('access_rule.wrong_state', { field: 'action' }),
  codeTaken: refuse('access_rule.code_taken', { field: 'code' }),
  most: maxRules,
  changed: ruleChanged,
  required: { label: 'label', code: 'code', effect: 'effect' },
  changeOf({ times, ...body }) {
    return givenFields({
      code: emptyIsNull(body.code),
      label: emptyIsNull(body.label),
      description: emptyIsNull(body.description),
      client_id: body.client,
      effect: body.effect,
      card_id: body.card,
      card_tag: emptyIsNull(body.cardtag),
      card_client_id: body.cardclient,
      network_id: body.network,
      site_id: body.site,
      station_id: body.station,
      station_tag: emptyIsNull(body.stationtag),
      evse_no: body.connectorid,
      times: times && (times.length === 0 ? null : JSON.stringify(times)),
      valid_from: body.validfrom,
      valid_to: body.validto,
    })
  },
  async prepareNew(tx, viewer, changes) {
    const { accountId } = viewer
    await numberRows(tx, 'access_rules', { accountId, letter: 'R', changes })
    const refusals: (Refusal | null)[] = []
    for (const change of changes)
      refusals.push(await refuseReferences(tx, viewer, { change, accountId, id: null }))
    return refusals
  },
  prepareChange: refuseReferences,
}

/**
 * Sets the column of the client, with a new number if a rule of that client has the present one; returns a refusal if
 * the rule cannot name what the change names.
 */
async function refuseReferences(
  tx: Tx,
  viewer: Viewer,
  { change, accountId, id }: { change: Record<string, unknown>; accountId: string; id: string | null },
): Promise<Refusal | null> {
  const client = change.client_id as Body['client']
  const ofClient = await clientColumn(tx, viewer, { accountId, client, isNew: id === null })
  if (isRefusal(ofClient)) return ofClient
  Object.assign(change, ofClient)
  const clientId = ofClient.client_id
  // numbers are unique within a client
  if (id !== null && clientId !== undefined && (await isNumberTaken(tx, { id, clientId })))
    await numberRows(tx, 'access_rules', { accountId, letter: 'R', changes: [change] })
  const columns = [...cardColumns, ...placeColumns, 'evse_no', 'valid_from', 'valid_to']
  const before = id === null ? {} : await readFields(tx, { table: 'access_rules', id }, columns)
  const refusal = refuseSelection({ ...before, ...change })
  if (refusal) return refusal
  for (const column of namedColumns) {
    const named = change[column]
    if (typeof named === 'string' && !(await isNamed(tx, viewer, { column, id: named, accountId })))
      return refuse('access_rule.object_unknown', { field: fields[column]! })
  }
  const { network_id: network } = change
  const present = typeof before.network_id === 'string' ? before.network_id : null
  if (typeof network === 'string' && !(await isSelectable(tx, { kind: 'network', id: network, present })))
    return refuse('access_rule.object_unknown', { field: 'network' })
  return null
}

/** Refuses a rule that would name cards or its place twice, or an EVSE without its station. */
function refuseSelection(whole: Readonly<Record<string, unknown>>): Refusal | null {
  for (const group of [cardColumns, placeColumns]) {
    const [, second] = group.filter((column) => whole[column] != null)
    if (second !== undefined) return refuse('access_rule.one_selection', { field: fields[second]! })
  }
  if (whole.evse_no != null && whole.station_id == null)
    return refuse('access_rule.connector_of_no_station', { field: 'connectorid' })
  const [from, to] = [whole.valid_from, whole.valid_to]
  if (from != null && to != null && new Date(to as string) <= new Date(from as string))
    return refuse('access_rule.ends_before_start', { field: 'validto' })
  return null
}
