import { carSet } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { NumberField, TagsField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { FormAccess } from '../../ui/form/form-access.tsx'
import { orNull } from '../../ui/form/form-text.ts'
import { useStoredValues, versionIn } from '../../ui/form/stored-values.ts'
import { FormGrid } from '../../ui/page/page.tsx'
import type { Car } from './car-columns.tsx'

const valuesOf = (car: Car | null) => ({
  version_no: car?.version_no,
  identity: car?.identity ?? '',
  label: car?.label ?? '',
  make: car?.make ?? '',
  model: car?.model ?? '',
  vin: car?.vin ?? '',
  charger: car?.charger ?? '',
  /** In kWh. */
  battery: car?.battery ? car.battery / 1000 : ('' as number | string),
  tags: car?.tags ?? [],
  description: car?.description ?? '',
})

/** Dialog that adds a car of a client, or edits one. */
export function CarDialog({
  car,
  client,
  onClose,
}: {
  car: Car | null
  /** Client of a new car. */
  client?: string
  onClose: () => void
}) {
  const t = useTexts('clients')
  const isAllowed = useMay()(carSet, { id: car?.id ?? null }) && car?.statecode !== 'deleted'
  const form = useForm({
    initialValues: valuesOf(car),
    validate: {
      identity: (text) => (text.trim() === '' ? t('cars.missingPlate') : null),
      vin: (text) => (/^([A-HJ-NPR-Z0-9]{17})?$/i.test(text.trim()) ? null : t('cars.wrongVin')),
    },
  })
  useStoredValues(form, valuesOf(car))
  const save = useChange(carSet, { form, onSaved: onClose })
  const send = (values: typeof form.values): void =>
    save.mutate({
      id: car?.id ?? null,
      ...(car ? versionIn(values) : { client }),
      identity: values.identity.trim(),
      label: orNull(values.label),
      make: orNull(values.make),
      model: orNull(values.model),
      vin: orNull(values.vin.toUpperCase()),
      charger: orNull(values.charger),
      battery: values.battery === '' ? null : Math.round(Number(values.battery) * 1000),
      tags: values.tags,
      description: orNull(values.description),
    })
  return (
    <FormDialog
      wide
      title={car?.identity ?? t('cars.add')}
      isNew={!car}
      isReadOnly={!isAllowed}
      save={save}
      onSubmit={submit(form, send)}
      onClose={onClose}
    >
      <FormAccess isAllowed={isAllowed}>
        <FormGrid>
          <TextField
            label={t('cars.plate')}
            required
            maxLength={20}
            data-autofocus
            {...form.getInputProps('identity')}
          />
          <TextField label={t('columns.label')} maxLength={120} {...form.getInputProps('label')} />
          <TextField label={t('cars.make')} maxLength={60} {...form.getInputProps('make')} />
          <TextField label={t('cars.model')} maxLength={60} {...form.getInputProps('model')} />
          <TextField label={t('cars.vin')} maxLength={17} {...form.getInputProps('vin')} />
          <TextField label={t('cars.charger')} maxLength={60} {...form.getInputProps('charger')} />
          <NumberField
            label={`${t('cars.battery')}, kWh`}
            min={0.001}
            max={2000}
            {...form.getInputProps('battery')}
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
          maxLength={2000}
          {...form.getInputProps('description')}
        />
      </FormAccess>
    </FormDialog>
  )
}
