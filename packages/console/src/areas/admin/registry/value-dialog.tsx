import { registryLimits, registrySet, registryTypes } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { useStoredValues } from '../../../ui/form/stored-values.ts'
import { DateTimeField } from '../../../ui/time/date-time-field.tsx'
import { useChange } from '../../../lib/use-change.ts'
import type { KeyOfRegistry, Setting } from './setting-place.ts'

interface Values extends Record<string, unknown> {
  version_no?: number | undefined
  name: string
  type: Setting['type']
  /** An empty number field is the empty string. */
  value: Setting['value'] | ''
}

const valuesOf = (setting: Setting | null): Values => ({
  version_no: setting?.version_no,
  name: setting?.name ?? '',
  type: setting?.type ?? 'string',
  value: setting?.value ?? '',
})

const firstOf: Record<Setting['type'], Values['value']> = {
  integer: '',
  number: '',
  datetime: '',
  string: '',
  boolean: false,
}

/** Adds a value to a key, or changes one; each type has its own control. */
export function ValueDialog({
  page,
  setting,
  onClose,
}: {
  page: KeyOfRegistry
  setting: Setting | null
  onClose: () => void
}) {
  const t = useTexts('registry')
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: valuesOf(setting),
    validate: {
      name: (name) => (name.trim() === '' ? t('missingName') : null),
      value: (value, { type }) => (value === '' && type !== 'string' ? t('missingValue') : null),
    },
  })
  useStoredValues(form, valuesOf(setting))
  const save = useChange(registrySet, { form, onReloaded: onClose })
  const send = ({ name, type, value, version_no }: Values): void =>
    save.mutate({
      root: page.root,
      path: page.path,
      name: name.trim(),
      type,
      value: type === 'integer' || type === 'number' ? Number(value) : value,
      version_no: version_no ?? null,
    })
  return (
    <FormDialog
      title={setting ? t('editValue') : t('addValue')}
      isNew={!setting}
      save={save}
      onSubmit={submit(form, send)}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        required
        maxLength={registryLimits.name}
        disabled={setting !== null}
        data-autofocus={setting === null || undefined}
        {...form.getInputProps('name')}
      />
      <SelectField
        label={t('type')}
        data={registryTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={form.values.type}
        onChange={(chosen) => {
          const type = registryTypes.find((known) => known === chosen) ?? 'string'
          form.setValues({ type, value: type === setting?.type ? setting.value : firstOf[type] })
        }}
      />
      <ValueField form={form} />
    </FormDialog>
  )
}

function ValueField({
  form,
}: {
  form: Pick<ReturnType<typeof useForm<Values>>, 'values' | 'errors' | 'setFieldValue'>
}) {
  const t = useTexts('registry')
  const { type, value } = form.values
  const about = { label: t('value'), error: form.errors['value'] }
  const set = (next: Values['value']): void => form.setFieldValue('value', next)
  switch (type) {
    case 'boolean':
      return (
        <SwitchField
          label={t('value')}
          checked={value === true}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
        />
      )
    case 'datetime':
      return (
        <DateTimeField
          {...about}
          withSeconds
          value={value === '' ? null : String(value)}
          onChange={(next) => set(next ?? '')}
        />
      )
    case 'string':
      return (
        <TextAreaField
          {...about}
          minRows={3}
          maxRows={12}
          maxLength={registryLimits.string}
          value={String(value)}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      )
    default:
      return (
        <NumberField
          {...about}
          allowDecimal={type === 'number'}
          hideControls
          value={typeof value === 'boolean' ? '' : value}
          onChange={set}
        />
      )
  }
}
