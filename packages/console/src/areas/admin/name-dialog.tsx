import type { UseMutationResult } from '@tanstack/react-query'
import { CallError } from '../../lib/call.ts'
import { useTexts } from '../../lib/texts.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { submit, useForm } from '../../ui/form/form.ts'

/** Asks for one name, and shows a refusal of that name at its field. */
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
  /** Field of the body that contains the name. */
  field: string
  bodyOf: (name: string) => Body
  onClose: () => void
}) {
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
    <FormDialog title={title} isNew={name === ''} save={save} onSubmit={submit(form, send)} onClose={onClose}>
      <TextField label={label} description={hint} required data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
