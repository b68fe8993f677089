import { type AnswerOf, type groupGet, groupSet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { useStoredValues, versionIn } from '../../../ui/form/stored-values.ts'
import { useChange } from '../../../lib/use-change.ts'

type Group = AnswerOf<typeof groupGet>

const valuesOf = (group: Group | null) => ({
  version_no: group?.version_no,
  code: group?.code ?? '',
  name: group?.name ?? '',
  description: group?.description ?? '',
})

/** Adds or changes a group; the code of a system group cannot be changed. */
export function GroupDialog({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const t = useTexts('admin')
  const form = useForm({
    initialValues: valuesOf(group),
    validate: {
      name: (text) => (text.trim() === '' ? t('groups.missingName') : null),
      code: (text) => (text.trim() === '' ? t('groups.missingCode') : null),
    },
  })
  useStoredValues(form, valuesOf(group))
  const save = useChange(groupSet, { form, onReloaded: onClose })
  const send = ({ code, name, description, ...version }: typeof form.values): void =>
    save.mutate({
      id: group?.id ?? null,
      ...versionIn(version),
      ...(group?.system ? {} : { code: code.trim() }),
      name: name.trim(),
      description: description.trim() || null,
    })
  return (
    <FormDialog
      title={group ? t('groups.edit') : t('groups.add')}
      isNew={!group}
      save={save}
      onSubmit={submit(form, send)}
      onClose={onClose}
    >
      <TextField
        label={t('groups.name')}
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextField
        label={t('groups.code')}
        required
        maxLength={40}
        disabled={group?.system}
        {...form.getInputProps('code')}
      />
      <TextAreaField
        label={t('groups.description')}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
