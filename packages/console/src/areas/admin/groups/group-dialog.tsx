import { type AnswerOf, type groupGet, groupSet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { submit, useForm } from '../../../ui/form/form.ts'
import { useChange } from '../../../lib/use-change.ts'

/** Adds or changes a group; the code of a system group cannot be changed. */
export function GroupDialog({
  group,
  onClose,
}: {
  group: AnswerOf<typeof groupGet> | null
  onClose: () => void
}) {
  const t = useTexts('admin')
  const form = useForm({
    initialValues: {
      code: group?.code ?? '',
      name: group?.name ?? '',
      description: group?.description ?? '',
    },
    validate: {
      name: (text) => (text.trim() === '' ? t('groups.missingName') : null),
      code: (text) => (text.trim() === '' ? t('groups.missingCode') : null),
    },
  })
  const save = useChange(groupSet, { form, onReloaded: onClose })
  const send = ({ code, name, description }: typeof form.values): void =>
    save.mutate({
      id: group?.id ?? null,
      ...(group ? { version_no: group.version_no } : {}),
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
