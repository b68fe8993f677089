import type { AnswerOf, BodyOf, clientGet, clientSet } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { refuseClientUser } from '../../shared/client-user.ts'
import { refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields } from '../../shared/request-fields.ts'
import { type BusinessClass, numberRows } from '../business-objects/index.ts'
import { clientSource, visibleClients } from './list-store.ts'
import { currencyOf } from './store.ts'

type Body = BodyOf<typeof clientSet>

const maxClients = 100_000

const clientChanged = (account: string, id?: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'client.changed', ...(id && { ids: [id] }) } },
]

/** Clients as business objects. */
export const clientClass: BusinessClass<AnswerOf<typeof clientGet>, Body> = {
  classCode: 'client',
  source: clientSource,
  stored: { table: 'clients', alias: 'p', visible: visibleClients, nameColumn: 'name' },
  missing: refuse('client.not_found', { field: 'id' }),
  wrongState: refuse('client.wrong_state', { field: 'action' }),
  codeTaken: refuse('client.code_taken', { field: 'code' }),
  most: maxClients,
  changed: clientChanged,
  required: { name: 'name', code: 'code' },
  changeOf: (body) =>
    givenFields({
      code: emptyIsNull(body.code),
      name: emptyIsNull(body.name),
      first_name: emptyIsNull(body.firstname),
      last_name: emptyIsNull(body.lastname),
      middle_name: emptyIsNull(body.middlename),
      label: emptyIsNull(body.label),
      description: emptyIsNull(body.description),
      currency_code: body.currencycode,
      email: emptyIsNull(body.email),
      is_email_verified: body.emailverified,
      phone: emptyIsNull(body.phone),
      is_phone_verified: body.phoneverified,
      birthday: body.birthday,
      identity: emptyIsNull(body.identity),
      locale: body.localecode,
      street: emptyIsNull(body.street),
      postal_code: emptyIsNull(body.postalcode),
      city: emptyIsNull(body.city),
      country_code: body.countrycode,
      vat_id: body.vatid,
      electronic_address: emptyIsNull(body.electronicaddress),
      electronic_scheme: body.electronicscheme,
      buyer_reference: emptyIsNull(body.buyerreference),
      payment_days: body.paymentdays,
      is_invoice_mailed: body.invoicemailed,
      invoice_schedule: body.schedule,
      is_prepaid: body.isprepaid,
      low_balance: body.lowbalance,
      is_reverse_charge: body.isreversecharge,
    }),
  async prepareNew(tx, viewer, changes) {
    // a user of a client would not see the new one
    const refusal = refuseClientUser(viewer, 'create', 'client')
    if (refusal) return changes.map(() => refusal)
    const { accountId } = viewer
    await numberRows(tx, 'clients', { accountId, letter: 'C', changes })
    const currency = await currencyOf(tx, accountId)
    for (const change of changes) {
      change.currency_code ??= currency
      // names of a person are also its name
      change.name ??= [change.first_name, change.last_name].filter(Boolean).join(' ') || null
    }
    return changes.map(() => null)
  },
}
