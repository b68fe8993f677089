import { cardTypes, driverCardAdd } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { orNull } from '../../../ui/form/form-text.ts'

/** The form that adds a card of the driver. */
export function AddCard({ onClose }: { onClose: () => void }) {
  const t = useTexts('driver-data')
  const types = useTexts('cards')
  const form = useForm({ initialValues: { code: '', name: '', typecode: 'rfid' as string } })
  const save = useChange(driverCardAdd, { form, done: t('cardAdded'), onSaved: onClose })
  return (
    <FormDialog
      title={t('addCard')}
      isNew
      save={save}
      onClose={onClose}
      onSubmit={submit(form, ({ code, name, typecode }) =>
        save.mutate({
          code: code.trim(),
          name: orNull(name),
          typecode: cardTypes.find((known) => known === typecode) ?? 'rfid',
        }),
      )}
    >
      <TextField
        label={t('cardCode')}
        description={t('cardCodeHint')}
        required
        minLength={4}
        maxLength={20}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('code')}
      />
      <TextField label={t('name')} maxLength={120} {...form.getInputProps('name')} />
      <SelectField
        label={t('type')}
        allowDeselect={false}
        data={cardTypes.map((value) => ({ value, label: types(`types.${value}`) }))}
        {...form.getInputProps('typecode')}
      />
    </FormDialog>
  )
}
