import { type AnswerOf, type groupGet, groupSet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { atField, submit, useForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/page/page.tsx'
import { useChange } from '../use-change.ts'

const formId = 'group-form'

/** Adds a group, or changes one; the code of a system group stays. */
export function GroupDialog({
  group,
  onClose,
}: {
  group: AnswerOf<typeof groupGet> | null
  onClose: () => void
}) {
  const t = useTexts('admin')
  const say = useTexts()
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
  const save = useChange(groupSet, onClose)
  const send = ({ code, name, description }: typeof form.values): void =>
    save.mutate(
      {
        id: group?.id ?? null,
        ...(group ? { version_no: group.version_no } : {}),
        ...(group?.system ? {} : { code: code.trim() }),
        name: name.trim(),
        description: description.trim() || null,
      },
      { onError: atField(form) },
    )
  return (
    <Dialog
      title={group ? t('groups.edit') : t('groups.add')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} loading={save.isPending}>
            {group ? say('ui.save') : say('ui.add')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit(form, send)}>
        <Stack gap={4}>
          {save.error && <Failure small error={save.error} title={say('ui.saveFailed')} />}
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
            autosize
            minRows={2}
            maxLength={2000}
            {...form.getInputProps('description')}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
