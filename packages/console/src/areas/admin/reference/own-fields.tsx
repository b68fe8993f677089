import { type ReferenceKind, vendorList } from '@stationmaster/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { SearchField } from '../../../ui/form/search-field.tsx'
import type { useForm } from '../../../ui/form/form.ts'
import { type FieldName, type FieldShape, fieldsOf, type Values } from './reference-rows.ts'

type Form = Pick<ReturnType<typeof useForm<Values>>, 'getInputProps'>

// Browsers do not list UTC.
const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** The fields that only this kind has. */
export function OwnFields({ kind, form, isNew }: { kind: ReferenceKind; form: Form; isNew: boolean }) {
  return (
    <>
      {kind === 'model' && isNew && <VendorField form={form} />}
      {fieldsOf(kind).map(([name, shape]) => (
        <OwnField key={name} name={name} shape={shape} form={form} />
      ))}
    </>
  )
}

function OwnField({ name, shape, form }: { name: FieldName; shape: FieldShape; form: Form }) {
  const t = useTexts('references')
  const about = { label: t(`fields.${name}`), ...form.getInputProps(name) }
  if (name === 'timezone') return <SelectField searchable clearable limit={50} data={timeZones} {...about} />
  if (shape.enum)
    return (
      <SelectField
        clearable
        data={shape.enum.map((value) => ({ value, label: t(`words.${value as 'ac'}`) }))} // Enumerated values of the schema.
        {...about}
      />
    )
  if (shape.type === 'integer')
    return (
      <NumberField
        min={shape.minimum}
        max={shape.maximum}
        allowDecimal={false}
        suffix={name === 'minorunits' ? undefined : ' W'}
        thousandSeparator=" "
        {...about}
      />
    )
  return <TextField maxLength={shape.maxLength ?? 60} {...about} />
}

/** Vendors offered at the same time; typing narrows them. */
const offered = 20

function VendorField({ form }: { form: Form }) {
  const t = useTexts('references')
  const [typed, setTyped] = useState('')
  const [searchText] = useDebouncedValue(typed, 250)
  const search = textSearch(searchText, ['code', 'name'])
  const query = { orderby: ['name'], reclimit: offered, search }
  const vendors = useEndpoint(vendorList, query, { keepPrevious: true })
  return (
    <SearchField
      label={t('fields.vendorid')}
      required
      searchValue={typed}
      onSearchChange={setTyped}
      data={(vendors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      failure={vendors.error}
      {...form.getInputProps('vendorid')}
    />
  )
}
