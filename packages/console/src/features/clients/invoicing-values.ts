import { type BodyOf, type clientSet, invoiceSchedules } from '@stationmaster/contract'
import { orNull } from '../../ui/form/form-text.ts'
import type { Client } from './client-columns.tsx'

/** Values of the fields that invoices use. */
export const invoicingValues = (client: Client | null) => ({
  street: client?.street ?? '',
  postalcode: client?.postalcode ?? '',
  city: client?.city ?? '',
  countrycode: client?.countrycode ?? '',
  vatid: client?.vatid ?? '',
  buyerreference: client?.buyerreference ?? '',
  paymentdays: (client?.paymentdays ?? '') as number | string,
  schedule: client?.schedule ?? '',
  invoicemailed: client?.invoicemailed ?? true,
})
type Values = ReturnType<typeof invoicingValues>

/** Returns the part of the body that stores them. */
export const bodyOfInvoicing = (values: Values): Partial<BodyOf<typeof clientSet>> => ({
  street: orNull(values.street),
  postalcode: orNull(values.postalcode),
  city: orNull(values.city),
  countrycode: orNull(values.countrycode ?? ''),
  vatid: orNull(values.vatid),
  buyerreference: orNull(values.buyerreference),
  paymentdays: values.paymentdays === '' ? null : Number(values.paymentdays),
  schedule: invoiceSchedules.find((known) => known === values.schedule) ?? null,
  invoicemailed: values.invoicemailed,
})

/** Returns true if a text is empty or has the form of a VAT number. */
export const isVatNumber = (text: string): boolean => /^([A-Z]{2}[A-Z0-9 .-]{2,20})?$/.test(text.trim())
