import { type BodyOf, clientType, currencyList, locales, type clientSet } from '@stationmaster/contract'
import { languageNames } from '../../lib/language-names.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { useTypeOptions } from '../../lib/type-options.ts'
import { CheckField, SelectField, TagsField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { orNull } from '../../ui/form/form-text.ts'
import { useForm } from '../../ui/form/form.ts'
import { versionIn } from '../../ui/form/stored-values.ts'
import { FormGrid } from '../../ui/page/page.tsx'
import type { Client } from './client-columns.tsx'
import { bodyOfInvoicing, invoicingValues, isVatNumber } from './invoicing-values.ts'

/** Values of the form of a client; a new one gets the currency of its account. */
export const valuesOfClient = (client: Client | null) => ({
  version_no: client?.version_no,
  typecode: client?.typecode ?? 'company',
  name: client?.name ?? '',
  code: client?.code ?? '',
  firstname: client?.firstname ?? '',
  middlename: client?.middlename ?? '',
  lastname: client?.lastname ?? '',
  label: client?.label ?? '',
  email: client?.email ?? '',
  emailverified: client?.emailverified ?? false,
  phone: client?.phone ?? '',
  phoneverified: client?.phoneverified ?? false,
  identity: client?.identity ?? '',
  birthday: client?.birthday ?? '',
  currencycode: client?.currencycode ?? '',
  localecode: client?.localecode ?? '',
  tags: client?.tags ?? [],
  description: client?.description ?? '',
  ...invoicingValues(client),
})
type Values = ReturnType<typeof valuesOfClient>

export function useClientForm(client: Client | null) {
  const t = useTexts('clients')
  return useForm({
    initialValues: valuesOfClient(client),
    validate: {
      // the name of a person follows from first and last name
      name: (text, { firstname, lastname }) =>
        text.trim() === '' && (client || (firstname + lastname).trim() === '') ? t('missingName') : null,
      vatid: (text) => (isVatNumber(text) ? null : t('invoicing.wrongVat')),
    },
  })
}

/** Returns the body that stores the values; fields that the server fills are absent while empty. */
export function bodyOfClient(client: Client | null, values: Values): BodyOf<typeof clientSet> {
  const { name, code, currencycode, localecode, typecode, tags, emailverified, phoneverified, ...texts } =
    values
  const locale = locales.find((known) => known === localecode)
  return {
    id: client?.id ?? null,
    ...versionIn(values),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(code.trim() === '' ? {} : { code: code.trim() }),
    ...(currencycode ? { currencycode } : {}),
    ...(locale ? { localecode: locale } : {}),
    typecode,
    tags,
    emailverified,
    phoneverified,
    firstname: orNull(texts.firstname),
    middlename: orNull(texts.middlename),
    lastname: orNull(texts.lastname),
    label: orNull(texts.label),
    email: orNull(texts.email),
    phone: orNull(texts.phone),
    identity: orNull(texts.identity),
    birthday: orNull(texts.birthday),
    description: orNull(texts.description),
    ...bodyOfInvoicing(values),
  }
}

interface FieldsProps {
  form: ReturnType<typeof useClientForm>
  isNew?: boolean
}

/** Name, type and contact data: what a new client needs. */
export function MainFields({ form, isNew = false }: FieldsProps) {
  const t = useTexts('clients')
  const ours = { company: t('types.company'), customer: t('types.customer'), driver: t('types.driver') }
  const types = useTypeOptions(clientType, 'client', ours)
  return (
    <>
      <TextField
        label={t('columns.name')}
        description={t('fields.nameHint')}
        required
        maxLength={200}
        data-autofocus={isNew || undefined}
        {...form.getInputProps('name')}
      />
      <FormGrid>
        <SelectField label={t('columns.type')} data={types} {...form.getInputProps('typecode')} />
        <TextField
          label={t('columns.code')}
          placeholder={isNew ? t('fields.codeHint') : undefined}
          required={!isNew}
          maxLength={40}
          {...form.getInputProps('code')}
        />
        <TextField label={t('columns.email')} type="email" maxLength={254} {...form.getInputProps('email')} />
        <TextField label={t('columns.phone')} type="tel" maxLength={40} {...form.getInputProps('phone')} />
        <TextField label={t('fields.identity')} maxLength={60} {...form.getInputProps('identity')} />
        <TextField label={t('columns.label')} maxLength={120} {...form.getInputProps('label')} />
      </FormGrid>
    </>
  )
}

/** Personal data, currency, language, tags and description. */
export function OtherFields({ form }: FieldsProps) {
  const t = useTexts('clients')
  return (
    <>
      <FormGrid>
        <CheckField
          label={t('fields.emailverified')}
          {...form.getInputProps('emailverified', { type: 'checkbox' })}
        />
        <CheckField
          label={t('fields.phoneverified')}
          {...form.getInputProps('phoneverified', { type: 'checkbox' })}
        />
      </FormGrid>
      <FormGrid>
        <TextField label={t('fields.firstname')} maxLength={120} {...form.getInputProps('firstname')} />
        <TextField label={t('fields.middlename')} maxLength={120} {...form.getInputProps('middlename')} />
        <TextField label={t('fields.lastname')} maxLength={120} {...form.getInputProps('lastname')} />
        <TextField label={t('fields.birthday')} type="date" {...form.getInputProps('birthday')} />
        <CurrencyField form={form} />
        <SelectField
          label={t('fields.language')}
          data={locales.map((value) => ({ value, label: languageNames[value] }))}
          {...form.getInputProps('localecode')}
        />
      </FormGrid>
      <TagsField
        label={t('fields.tags')}
        description={t('fields.tagsHint')}
        maxTags={32}
        {...form.getInputProps('tags')}
      />
      <TextAreaField
        label={t('fields.description')}
        minRows={3}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </>
  )
}

const offered = { filter: { statecode: 'enabled' }, fields: ['code'], orderby: ['code'], reclimit: 500 }

function CurrencyField({ form }: FieldsProps) {
  const t = useTexts('clients')
  const currencies = useEndpoint(currencyList, offered)
  // the currency of the client may have been disabled since
  const codes = new Set(currencies.data?.map(({ code }) => code)).add(form.values.currencycode)
  return (
    <SelectField
      label={t('fields.currency')}
      data={[...codes].filter(Boolean).toSorted()}
      searchable
      {...form.getInputProps('currencycode')}
    />
  )
}
