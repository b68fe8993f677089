import {
  type AnswerOf,
  type BodyOf,
  currencyDigits,
  type tariffGet,
  tariffLimits,
  type tariffSet,
} from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { refuseClientUser } from '../../shared/client-user.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import { readFields } from '../../storage/read-fields.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type BusinessClass, numberRows } from '../business-objects/index.ts'
import { isClientOf, isGroupOf } from '../clients/index.ts'
import { isSelectable } from '../references/index.ts'
import { tariffSource, visibleTariffs } from './list-store.ts'
import { adHocType } from './select.ts'
import { readClient } from './select-store.ts'

type Body = BodyOf<typeof tariffSet>

export const tariffChanged = (account: string, id?: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'tariff.changed', ...(id && { ids: [id] }) } },
]

/** Fields of what a tariff applies to, by column; fixed after the first activation, because sessions depend on them. */
const fixedFields: Readonly<Record<string, string>> = {
  type: 'typecode',
  client_id: 'client',
  group_id: 'group',
  network_id: 'network',
  mode: 'mode',
  currency: 'currency',
}
const fixedColumns = Object.keys(fixedFields)

/** Tariffs as business objects. */
export const tariffClass: BusinessClass<AnswerOf<typeof tariffGet>, Body> = {
  classCode: 'tariff',
  source: tariffSource as never, // its facts have more members
  stored: { table: 'tariffs', alias: 't', visible: visibleTariffs, nameColumn: 'label' },
  missing: refuse('tariff.not_found', { field: 'id' }),
  wrongState: refuse('tariff.wrong_state', { field: 'action' }),
  codeTaken: refuse('tariff.code_taken', { field: 'code' }),
  most: tariffLimits.tariffs,
  changed: tariffChanged,
  initialState: 'draft',
  required: { label: 'label', code: 'code', currency: 'currency' },
  changeOf: (body) =>
    givenFields({
      code: emptyIsNull(body.code),
      identity: emptyIsNull(body.identity),
      label: emptyIsNull(body.label),
      description: emptyIsNull(body.description),
      client_id: body.client,
      group_id: body.group,
      network_id: body.network,
      mode: body.mode,
      currency: body.currency,
    }),
  async prepareNew(tx, viewer, changes) {
    const refusal = refuseClientUser(viewer, 'change', 'tariff')
    if (refusal) return changes.map(() => refusal)
    const { accountId } = viewer
    await numberRows(tx, 'tariffs', { accountId, letter: 'T', changes })
    const refusals: (Refusal | null)[] = []
    for (const change of changes) {
      const clientId = (change.client_id as Body['client']) ?? null
      const { clientCurrency, accountCurrency } = await readClient(tx, {
        accountId,
        clientId,
        at: new Date(0),
      })
      change.currency ??= clientCurrency ?? accountCurrency
      refusals.push(await refuseReferences(tx, accountId, { change, before: {} }))
    }
    return refusals
  },
  async prepareChange(tx, viewer, { id, change, accountId }) {
    const refusal = refuseClientUser(viewer, 'change', 'tariff')
    if (refusal) return refusal
    const before = await readFields(tx, { table: 'tariffs', id }, ['state', ...fixedColumns])
    const moved = fixedColumns.find((name) => change[name] !== undefined && change[name] !== before[name])
    if (moved !== undefined && before.state !== 'draft')
      return refuse('value.cannot_change', { field: fixedFields[moved]! })
    return refuseReferences(tx, accountId, { change, before })
  },
}

type Columns = Readonly<Record<string, unknown>>

/** Returns a refusal if a tariff cannot apply to what a change names. */
async function refuseReferences(
  tx: Tx,
  accountId: string,
  { change, before }: { change: Columns; before: Columns },
): Promise<Refusal | null> {
  const { client_id: client, group_id: group, network_id: network, currency } = change
  const whole = { ...before, ...change }
  if (whole.client_id != null && whole.group_id != null)
    return refuse('tariff.one_recipient', { field: client == null ? 'group' : 'client' })
  if (whole.type === adHocType && (whole.client_id != null || whole.group_id != null))
    return refuse('tariff.ad_hoc_recipient', { field: 'typecode' })
  if (typeof client === 'string' && !(await isClientOf(tx, accountId, client)))
    return refuse('client.not_found', { field: 'client' })
  if (typeof group === 'string' && !(await isGroupOf(tx, accountId, group)))
    return refuse('client_group.not_found', { field: 'group' })
  const present = typeof before.network_id === 'string' ? before.network_id : null
  if (typeof network === 'string' && !(await isSelectable(tx, { kind: 'network', id: network, present })))
    return refuse('tariff.network_unknown', { field: 'network' })
  if (typeof currency === 'string' && currencyDigits(currency) === null)
    return refuse('tariff_price.currency_unknown', { field: 'currency' })
  return null
}
