import type { UseMutationResult } from '@tanstack/react-query'
import { CallError } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Failure } from '../../ui/feedback/feedback.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'
import { Stack } from '../../ui/page/page.tsx'

const formId = 'name-form'

/** Asks for one name, and shows a refusal that means it at its field. */
export function NameDialog<Body>({
  title,
  label,
  hint,
  name = '',
  save,
  field,
  bodyOf,
  onClose,
}: {
  title: string
  label: string
  hint?: string
  name?: string
  save: UseMutationResult<unknown, Error, Body>
  /** The field of the body that holds the name. */
  field: string
  bodyOf: (name: string) => Body
  onClose: () => void
}) {
  const say = useTexts()
  const t = useTexts('admin')
  const form = useForm({
    initialValues: { name },
    validate: { name: (text) => (text.trim() === '' ? t('groups.missingName') : null) },
  })
  const send = (values: { name: string }): void =>
    save.mutate(bodyOf(values.name.trim()), {
      onError: (failure) => {
        if (failure instanceof CallError && failure.field === field)
          form.setFieldError('name', failure.message)
      },
    })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('ui.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} loading={save.isPending}>
            {name === '' ? say('ui.add') : say('ui.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit(form, send)}>
        <Stack gap={4}>
          {save.error && <Failure small error={save.error} title={say('ui.saveFailed')} />}
          <TextField
            label={label}
            description={hint}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
