import type { AnswerOf, sellerGet } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { objectColumns } from '../../storage/list/class-names.ts'
import { column } from '../../storage/list/column.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { WithFacts } from '../workflow/index.ts'

type SellerShown = AnswerOf<typeof sellerGet>

/** Selects the sellers that the viewer may see, as `sellers v`: users of a client and drivers see none. */
export function visibleSellers(scope: Scope): RawBuilder<unknown> {
  if (scope.isAdmin) return sql`true`
  if (scope.isDriver || scope.clientId !== null) return sql`false`
  return sql`v.account_id = ${scope.accountId}${exceptFor(scope, { seller: 'v.id' })}`
}

/**
 * Returns the names of the fields of `sellers v` that an invoice requires and that are empty: the name is never, and
 * one of the two tax numbers is enough.
 */
export const missingOfSeller = sql<string[]>`array_remove(array[
  case when v.street is null then 'street' end,
  case when v.postal_code is null then 'postalcode' end,
  case when v.city is null then 'city' end,
  case when v.country_code is null then 'countrycode' end,
  case when v.vat_id is null and v.tax_number is null then 'vatid' end,
  case when v.iban is null then 'iban' end,
  case when v.email is null then 'email' end], null)`

export const sellerSource: ListSource<WithFacts<SellerShown>> = {
  from: sql`sellers v`,
  columns: {
    ...objectColumns('seller', { alias: 'v', owner: 'v.owner_id' }),
    code: column.text('v.code'),
    name: column.text('v.name'),
    label: column.text('v.label', 'nullable'),
    description: column.text('v.description', 'nullable'),
    street: column.text('v.street', 'nullable'),
    postalcode: column.text('v.postal_code', 'nullable'),
    city: column.text('v.city', 'nullable'),
    countrycode: column.text('v.country_code', 'nullable'),
    vatid: column.text('v.vat_id', 'nullable'),
    electronicaddress: column.text('v.electronic_address', 'nullable'),
    electronicscheme: column.text('v.electronic_scheme', 'nullable'),
    taxnumber: column.text('v.tax_number', 'nullable'),
    register: column.text('v.register', 'nullable'),
    managing: column.text('v.managing', 'nullable'),
    iban: column.text('v.iban', 'nullable'),
    bic: column.text('v.bic', 'nullable'),
    email: column.text('v.email', 'nullable'),
    phone: column.text('v.phone', 'nullable'),
    website: column.text('v.website', 'nullable'),
    smallbusiness: column.boolean('v.is_small_business'),
    numberpattern: column.text('v.number_pattern'),
    paymentdays: column.integer('v.payment_days'),
    schedule: column.text('v.invoice_schedule'),
    timezone: column.text('v.time_zone'),
    retentionyears: column.integer('v.retention_years'),
    reminderdays: column.shown(sql`to_json(v.reminder_days)`),
    logo: column.id('v.logo_id', 'nullable'),
    isdefault: column.boolean('v.is_default'),
    missing: column.list(missingOfSeller),
    tags: column.list('v.tags'),
    methods: column.shown(sql`json_build_object('id', v.id, 'state', v.state)`),
    version_no: column.integer('v.version_no'),
  },
  key: 'id',
  order: ['name'],
  visible: visibleSellers,
  hidden: { unlessNamed: ['statecode', 'statetypecode'], rows: sql`v.state = 'deleted'` },
}
