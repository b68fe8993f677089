import { type BodyOf, type clientSet, invoiceSchedules, maxPaymentDays } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { FieldGroup, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { orNull } from '../../ui/form/form-text.ts'
import { FormGrid } from '../../ui/page/page.tsx'
import type { useClientForm } from './client-fields.tsx'
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
})
type Values = ReturnType<typeof invoicingValues>

/** Returns the part of the body that stores them. */
export const bodyOfInvoicing = (values: Values): Partial<BodyOf<typeof clientSet>> => ({
  street: orNull(values.street),
  postalcode: orNull(values.postalcode),
  city: orNull(values.city),
  countrycode: orNull(values.countrycode),
  vatid: orNull(values.vatid),
  buyerreference: orNull(values.buyerreference),
  paymentdays: values.paymentdays === '' ? null : Number(values.paymentdays),
  schedule: invoiceSchedules.find((known) => known === values.schedule) ?? null,
})

/** Returns true if a text is empty or has the form of a country code. */
export const isCountry = (text: string): boolean => /^([A-Z]{2})?$/.test(text.trim())
/** Returns true if a text is empty or has the form of a VAT number. */
export const isVatNumber = (text: string): boolean => /^([A-Z]{2}[A-Z0-9 .-]{2,20})?$/.test(text.trim())

/** Address, VAT number and terms of payment of a client. */
export function InvoicingFields({ form }: { form: ReturnType<typeof useClientForm> }) {
  const t = useTexts('clients')
  const schedules = [
    { value: '', label: t('invoicing.schedules.seller') },
    ...invoiceSchedules.map((value) => ({ value, label: t(`invoicing.schedules.${value}`) })),
  ]
  return (
    <FieldGroup legend={t('invoicing.title')}>
      <FormGrid>
        <TextField label={t('invoicing.street')} maxLength={120} {...form.getInputProps('street')} />
        <TextField label={t('invoicing.postalcode')} maxLength={20} {...form.getInputProps('postalcode')} />
        <TextField label={t('invoicing.city')} maxLength={80} {...form.getInputProps('city')} />
        <TextField label={t('invoicing.countrycode')} maxLength={2} {...form.getInputProps('countrycode')} />
        <TextField label={t('invoicing.vatid')} maxLength={22} {...form.getInputProps('vatid')} />
        <TextField
          label={t('invoicing.buyerreference')}
          maxLength={60}
          {...form.getInputProps('buyerreference')}
        />
        <NumberField
          label={t('invoicing.paymentdays')}
          placeholder={t('invoicing.paymentHint')}
          min={0}
          max={maxPaymentDays}
          allowDecimal={false}
          {...form.getInputProps('paymentdays')}
        />
        <SelectField
          label={t('invoicing.schedule')}
          data={schedules}
          allowDeselect={false}
          {...form.getInputProps('schedule')}
        />
      </FormGrid>
    </FieldGroup>
  )
}
