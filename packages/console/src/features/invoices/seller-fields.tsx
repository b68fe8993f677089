import {
  type AnswerOf,
  type BodyOf,
  invoiceNumber,
  invoiceSchedules,
  isNumberPattern,
  maxPaymentDays,
  maxReminders,
  type sellerList,
  type sellerSet,
} from '@stationmaster/contract'
import { useNow } from '../../lib/clock.ts'
import { useTexts } from '../../lib/texts.ts'
import { CountryField } from '../../ui/form/country-field.tsx'
import {
  CheckField,
  FieldGroup,
  NumberField,
  SelectField,
  SuggestField,
  TextField,
} from '../../ui/form/fields.tsx'
import { orNull } from '../../ui/form/form-text.ts'
import { useForm } from '../../ui/form/form.ts'
import { versionIn } from '../../ui/form/stored-values.ts'
import { FormGrid, Stack } from '../../ui/page/page.tsx'
import { SellerLogo } from './seller-logo.tsx'

export type Seller = AnswerOf<typeof sellerList>[number]

/** Texts of a seller, with their greatest length. */
const lengths = {
  label: 120,
  street: 120,
  postalcode: 20,
  city: 80,
  vatid: 22,
  taxnumber: 40,
  register: 120,
  managing: 200,
  iban: 42,
  bic: 11,
  email: 254,
  phone: 40,
  website: 200,
  electronicscheme: 4,
  electronicaddress: 120,
} as const
type SellerText = keyof typeof lengths
const allTexts = Object.keys(lengths) as SellerText[]

/** Fields that an invoice may lack, in the order of the form. */
export const sellerTexts = [...allTexts, 'countrycode'] as const

const ofName: readonly SellerText[] = ['label', 'vatid', 'taxnumber', 'register', 'managing']
const ofAddress: readonly SellerText[] = ['street', 'postalcode', 'city']
const ofContact: readonly SellerText[] = ['email', 'phone', 'website']
const ofBank: readonly SellerText[] = ['iban', 'bic']

/** Schemes of electronic addresses that are used most (code list EAS). */
const schemes = ['EM', '0060', '0088', '0106', '0190', '0192', '0204', '0208', '0211', '0225', '9930']

/** Values of the form of a seller; the first one issues the invoices of the account. */
export const valuesOfSeller = (seller: Seller | null) => ({
  version_no: seller?.version_no,
  name: seller?.name ?? '',
  code: seller?.code ?? '',
  countrycode: seller?.countrycode ?? '',
  smallbusiness: seller?.smallbusiness ?? false,
  isdefault: seller?.isdefault ?? true,
  numberpattern: seller?.numberpattern ?? '{series}-{year}-{number}',
  paymentdays: (seller?.paymentdays ?? 14) as number | string,
  retentionyears: (seller?.retentionyears ?? 10) as number | string,
  schedule: seller?.schedule ?? 'monthly',
  timezone: seller?.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  reminderdays: (seller?.reminderdays ?? [7, 14, 28]).join(', '),
  logo: undefined as string | null | undefined,
  // allTexts are the keys
  ...(Object.fromEntries(allTexts.map((field) => [field, seller?.[field] ?? ''])) as Record<
    SellerText,
    string
  >),
})
type Values = ReturnType<typeof valuesOfSeller>

/** Returns the days of a text such as "7, 14"; null if it is not one. */
export function daysOf(text: string): number[] | null {
  const days = text.split(/[\s,;]+/).filter(Boolean)
  const isValid = days.length <= maxReminders && days.every((day) => /^[1-9]\d{0,2}$/.test(day))
  return isValid && days.every((day) => Number(day) <= 365) ? days.map(Number) : null
}

export function useSellerForm(seller: Seller | null) {
  const t = useTexts('invoices')
  return useForm({
    initialValues: valuesOfSeller(seller),
    validate: {
      name: (text) => (text.trim() === '' ? t('sellers.missingName') : null),
      numberpattern: (text) => (isNumberPattern(text) ? null : t('sellers.wrongPattern')),
      reminderdays: (text) => (daysOf(text) ? null : t('sellers.wrongDays', { count: maxReminders })),
    },
  })
}

/** Returns the body that stores the values. */
export const bodyOfSeller = (seller: Seller | null, values: Values): BodyOf<typeof sellerSet> => ({
  id: seller?.id ?? null,
  ...versionIn(values),
  name: values.name.trim(),
  ...(values.code.trim() === '' ? {} : { code: values.code.trim() }),
  countrycode: orNull(values.countrycode ?? ''),
  smallbusiness: values.smallbusiness,
  isdefault: values.isdefault,
  numberpattern: values.numberpattern,
  ...(values.paymentdays === '' ? {} : { paymentdays: Number(values.paymentdays) }),
  ...(values.retentionyears === '' ? {} : { retentionyears: Number(values.retentionyears) }),
  schedule: invoiceSchedules.find((known) => known === values.schedule) ?? 'monthly',
  timezone: values.timezone,
  reminderdays: daysOf(values.reminderdays) ?? [],
  ...(values.logo === undefined ? {} : { logo: values.logo }),
  ...Object.fromEntries(allTexts.map((field) => [field, orNull(values[field])])),
})

interface FieldsProps {
  form: ReturnType<typeof useSellerForm>
}

/** All fields of a seller: legal data, contact, bank, how it issues invoices, and its logo. */
export function SellerFields({ form, seller }: FieldsProps & { seller: Seller | null }) {
  const t = useTexts('invoices')
  const check = (field: 'isdefault' | 'smallbusiness') => (
    <CheckField label={t(`sellers.${field}`)} {...form.getInputProps(field, { type: 'checkbox' })} />
  )
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
        <Texts form={form} fields={ofName} />
        <TextField
          label={t('sellers.code')}
          placeholder={seller ? undefined : t('sellers.codeHint')}
          maxLength={40}
          {...form.getInputProps('code')}
        />
      </FormGrid>
      {check('isdefault')}
      {check('smallbusiness')}
      <FieldGroup legend={t('sellers.addressTitle')}>
        <FormGrid>
          <Texts form={form} fields={ofAddress} />
          <CountryField label={t('sellers.countrycode')} {...form.getInputProps('countrycode')} />
          <Texts form={form} fields={ofContact} />
        </FormGrid>
      </FieldGroup>
      <FieldGroup legend={t('sellers.paymentTitle')}>
        <FormGrid>
          <Texts form={form} fields={ofBank} />
          <NumberField
            label={t('sellers.paymentdays')}
            min={0}
            max={maxPaymentDays}
            allowDecimal={false}
            {...form.getInputProps('paymentdays')}
          />
          <TextField
            label={t('sellers.reminderdays')}
            description={t('sellers.reminderHint')}
            maxLength={40}
            {...form.getInputProps('reminderdays')}
          />
        </FormGrid>
      </FieldGroup>
      <FieldGroup legend={t('title')}>
        <IssueFields form={form} />
        <p className="muted">{t('sellers.language')}</p>
      </FieldGroup>
      <FieldGroup legend={t('sellers.logo')}>
        <SellerLogo
          stored={seller?.logo ?? null}
          value={form.values.logo}
          error={form.errors.logo}
          onChange={(logo) => form.setFieldValue('logo', logo)}
        />
      </FieldGroup>
    </Stack>
  )
}

const Texts = ({ form, fields }: FieldsProps & { fields: readonly SellerText[] }) => {
  const t = useTexts('invoices')
  return fields.map((field) => (
    <TextField
      key={field}
      label={t(`sellers.${field}`)}
      maxLength={lengths[field]}
      {...form.getInputProps(field)}
    />
  ))
}

/** Numbers, schedule, time zone, retention and electronic address. */
function IssueFields({ form }: FieldsProps) {
  const t = useTexts('invoices')
  const { numberpattern, timezone } = form.values
  const year = new Date(useNow()).getFullYear()
  const preview = (['INV', 'CN'] as const).map((series) =>
    invoiceNumber(numberpattern, { series, year, number: 42 }),
  )
  const zones = [...new Set([timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Stack>
      <TextField
        label={t('sellers.numberpattern')}
        description={
          isNumberPattern(numberpattern)
            ? t('sellers.preview', { invoice: preview[0], note: preview[1] })
            : t('sellers.patternHint')
        }
        maxLength={60}
        {...form.getInputProps('numberpattern')}
      />
      <FormGrid>
        <SelectField
          label={t('sellers.schedule')}
          data={invoiceSchedules.map((value) => ({ value, label: t(`sellers.schedules.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('schedule')}
        />
        <SelectField
          label={t('sellers.timezone')}
          data={zones}
          searchable
          allowDeselect={false}
          limit={50}
          {...form.getInputProps('timezone')}
        />
        <NumberField
          label={t('sellers.retentionyears')}
          min={1}
          max={30}
          allowDecimal={false}
          {...form.getInputProps('retentionyears')}
        />
        <SuggestField
          label={t('sellers.electronicscheme')}
          data={schemes}
          maxLength={lengths.electronicscheme}
          {...form.getInputProps('electronicscheme')}
        />
        <Texts form={form} fields={['electronicaddress']} />
      </FormGrid>
    </Stack>
  )
}
