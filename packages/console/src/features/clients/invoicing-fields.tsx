import { invoiceSchedules, maxPaymentDays } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { CountryField } from '../../ui/form/country-field.tsx'
import { CheckField, FieldGroup, NumberField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { FormGrid } from '../../ui/page/page.tsx'
import type { useClientForm } from './client-fields.tsx'

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
        <CountryField label={t('invoicing.countrycode')} {...form.getInputProps('countrycode')} />
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
      <CheckField
        mt={12}
        label={t('invoicing.invoicemailed')}
        {...form.getInputProps('invoicemailed', { type: 'checkbox' })}
      />
    </FieldGroup>
  )
}
