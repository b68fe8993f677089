import { type AnswerOf, type carList, carSet, chargerList, methodRun } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { SuggestField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { orNull } from '../../../ui/form/form-text.ts'
import { useStoredValues, versionIn } from '../../../ui/form/stored-values.ts'
import { carName } from './car-name.ts'

type Car = AnswerOf<typeof carList>[number]

const valuesOf = (car: Car | null) => ({
  version_no: car?.version_no,
  identity: car?.identity ?? '',
  label: car?.label ?? '',
  charger: car?.charger ?? '',
  description: car?.description ?? '',
})

/** Form of a car of the driver: a new one, or a stored one that can be deleted. */
export function CarForm({ car, onClose }: { car: Car | null; onClose: () => void }) {
  const t = useTexts('driver-data')
  const chargers = useEndpoint(chargerList, { fields: ['name'] })
  const form = useForm({ initialValues: valuesOf(car) })
  useStoredValues(form, valuesOf(car))
  const save = useChange(carSet, { form, onSaved: onClose })
  const remove = useChange(methodRun, { subject: 'Cars', done: t('ui.deleted'), onSaved: onClose })
  const askToRemove = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('deleteCar', { name: carName(car!) }),
      lead: t('deleteCarLead'),
      action: t('ui.delete'),
    })
    if (isSure) remove.mutate({ id: car!.id, code: 'delete' })
  }
  return (
    <FormDialog
      title={car ? carName(car) : t('addCar')}
      isNew={!car}
      save={save}
      onClose={onClose}
      start={
        car && (
          <Button kind="danger" onClick={() => void askToRemove()} loading={remove.isPending}>
            {t('ui.delete')}
          </Button>
        )
      }
      onSubmit={submit(form, (values) =>
        save.mutate({
          id: car?.id ?? null,
          ...(car && versionIn(values)),
          identity: values.identity.trim(),
          label: orNull(values.label),
          charger: orNull(values.charger),
          description: orNull(values.description),
        }),
      )}
    >
      <TextField
        label={t('plate')}
        required
        maxLength={20}
        autoCapitalize="characters"
        data-autofocus
        {...form.getInputProps('identity')}
      />
      <TextField label={t('name')} maxLength={120} {...form.getInputProps('label')} />
      <SuggestField
        label={t('connector')}
        maxLength={60}
        data={[...new Set((chargers.data ?? []).map(({ name }) => name))]}
        {...form.getInputProps('charger')}
      />
      <TextAreaField
        label={t('notes')}
        maxLength={2000}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
