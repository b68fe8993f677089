import type { AnswerOf, BodyOf, sellerGet, sellerSet } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { refuseClientUser } from '../../shared/client-user.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields, isTimeZone } from '../../shared/request-fields.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type BusinessClass, numberRows } from '../business-objects/index.ts'
import { deleteLogo, insertLogo } from './logo-store.ts'
import { readSellerLogo } from './read-logo.ts'
import { isIban } from './documents/identifiers.ts'
import { refusePattern } from './number.ts'
import { sellerSource, visibleSellers } from './seller-list-store.ts'
import { leaveOneDefault } from './seller-store.ts'

type Body = BodyOf<typeof sellerSet>

const maxSellers = 100

const sellerChanged = (account: string, id?: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'seller.changed', ...(id && { ids: [id] }) } },
]

/** Sellers as business objects. */
export const sellerClass: BusinessClass<AnswerOf<typeof sellerGet>, Body> = {
  classCode: 'seller',
  source: sellerSource,
  stored: { table: 'sellers', alias: 'v', visible: visibleSellers, nameColumn: 'name' },
  missing: refuse('seller.not_found', { field: 'id' }),
  wrongState: refuse('seller.wrong_state', { field: 'action' }),
  codeTaken: refuse('seller.code_taken', { field: 'code' }),
  most: maxSellers,
  changed: sellerChanged,
  required: { name: 'name', code: 'code' },
  changeOf(body) {
    const iban = emptyIsNull(body.iban?.replaceAll(/\s/g, '').toUpperCase())
    const refusal = refuseFields(body, iban)
    if (refusal) return refusal
    return givenFields({
      code: emptyIsNull(body.code),
      name: emptyIsNull(body.name),
      label: emptyIsNull(body.label),
      description: emptyIsNull(body.description),
      street: emptyIsNull(body.street),
      postal_code: emptyIsNull(body.postalcode),
      city: emptyIsNull(body.city),
      country_code: body.countrycode,
      vat_id: body.vatid,
      tax_number: emptyIsNull(body.taxnumber),
      register: emptyIsNull(body.register),
      managing: emptyIsNull(body.managing),
      iban: body.iban === null ? null : iban,
      bic: body.bic,
      email: emptyIsNull(body.email),
      phone: emptyIsNull(body.phone),
      website: emptyIsNull(body.website),
      electronic_address: emptyIsNull(body.electronicaddress),
      electronic_scheme: body.electronicscheme,
      is_small_business: body.smallbusiness,
      number_pattern: body.numberpattern,
      payment_days: body.paymentdays,
      invoice_schedule: body.schedule,
      time_zone: body.timezone,
      retention_years: body.retentionyears,
      reminder_days: body.reminderdays && [...new Set(body.reminderdays)].toSorted((a, b) => a - b),
      // a picture in base64, until it is stored
      logo_id: body.logo,
      is_default: body.isdefault,
    })
  },
  async prepareNew(tx, viewer, changes) {
    // sellers are the company of the operator
    const refusal = refuseClientUser(viewer, 'create', 'seller')
    if (refusal) return changes.map(() => refusal)
    const { accountId } = viewer
    await numberRows(tx, 'sellers', { accountId, letter: 'V', changes })
    for (const change of changes) change.is_default ??= false
    const refusals: (Refusal | null)[] = []
    for (const change of changes) {
      await leaveOneDefault(tx, { accountId, change })
      refusals.push(await storeLogo(tx, { accountId, change }))
    }
    return refusals
  },
  async prepareChange(tx, _viewer, { id, change, accountId }) {
    await leaveOneDefault(tx, { accountId, change, id })
    return storeLogo(tx, { accountId, change, id })
  },
}

/** Stores the logo of a change, and replaces it in the change by its id. */
async function storeLogo(
  tx: Tx,
  { accountId, change, id }: { accountId: string; change: Record<string, unknown>; id?: string },
): Promise<Refusal | null> {
  if (change.logo_id === undefined) return null
  if (id !== undefined) await deleteLogo(tx, id)
  if (typeof change.logo_id !== 'string') return null
  const content = await readSellerLogo(change.logo_id)
  if (isRefusal(content)) return content
  const logoId = newId()
  await insertLogo(tx, { id: logoId, accountId, content })
  change.logo_id = logoId
  return null
}

function refuseFields(body: Body, iban: string | null | undefined): Refusal | null {
  if (body.timezone !== undefined && !isTimeZone(body.timezone))
    return refuse('value.time_zone_unknown', { field: 'timezone' })
  if (iban && !isIban(iban)) return refuse('seller.iban_invalid', { field: 'iban' })
  return body.numberpattern === undefined ? null : refusePattern(body.numberpattern)
}
