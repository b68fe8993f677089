import { type AnswerOf, type BodyOf, type sellerList, type sellerSet } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'
import { CheckField, TextField } from '../../ui/form/fields.tsx'
import { orNull } from '../../ui/form/form-text.ts'
import { useForm } from '../../ui/form/form.ts'
import { versionIn } from '../../ui/form/stored-values.ts'
import { FormGrid, Stack } from '../../ui/page/page.tsx'

export type Seller = AnswerOf<typeof sellerList>[number]

/** Texts of a seller, with their greatest length. */
const lengths = {
  street: 120,
  postalcode: 20,
  city: 80,
  countrycode: 2,
  vatid: 22,
  taxnumber: 40,
  register: 120,
  managing: 200,
  iban: 42,
  bic: 11,
  email: 254,
  phone: 40,
} as const
export type SellerText = keyof typeof lengths
export const sellerTexts = Object.keys(lengths) as SellerText[]

/** Values of the form of a seller; the first one issues the invoices of the account. */
export const valuesOfSeller = (seller: Seller | null) => ({
  version_no: seller?.version_no,
  name: seller?.name ?? '',
  smallbusiness: seller?.smallbusiness ?? false,
  isdefault: seller?.isdefault ?? true,
  // sellerTexts are the keys
  ...(Object.fromEntries(sellerTexts.map((field) => [field, seller?.[field] ?? ''])) as Record<
    SellerText,
    string
  >),
})
type Values = ReturnType<typeof valuesOfSeller>

export function useSellerForm(seller: Seller | null) {
  const t = useTexts('invoices')
  return useForm({
    initialValues: valuesOfSeller(seller),
    validate: { name: (text) => (text.trim() === '' ? t('sellers.missingName') : null) },
  })
}

/** Returns the body that stores the values. */
export const bodyOfSeller = (seller: Seller | null, values: Values): BodyOf<typeof sellerSet> => ({
  id: seller?.id ?? null,
  ...versionIn(values),
  name: values.name.trim(),
  smallbusiness: values.smallbusiness,
  isdefault: values.isdefault,
  ...Object.fromEntries(sellerTexts.map((field) => [field, orNull(values[field])])),
})

/** Legal name, address, tax numbers and bank account of a seller. */
export function SellerFields({ form }: { form: ReturnType<typeof useSellerForm> }) {
  const t = useTexts('invoices')
  return (
    <Stack>
      <TextField
        label={t('sellers.name')}
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <FormGrid>
        {sellerTexts.map((field) => (
          <TextField
            key={field}
            label={t(`sellers.${field}`)}
            maxLength={lengths[field]}
            {...form.getInputProps(field)}
          />
        ))}
      </FormGrid>
      <CheckField label={t('sellers.isdefault')} {...form.getInputProps('isdefault', { type: 'checkbox' })} />
      <CheckField
        label={t('sellers.smallbusiness')}
        {...form.getInputProps('smallbusiness', { type: 'checkbox' })}
      />
    </Stack>
  )
}
