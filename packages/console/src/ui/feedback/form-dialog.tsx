import { type ReactNode, useId } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { SubmitForm, type SubmitFormProps } from '../form/submit-form.tsx'
import { Dialog, LeaveButton } from './dialog.tsx'

/**
 * Dialog with one form: cancel and submit below it, the result of submitting above its fields.
 *
 *   <FormDialog title={…} isNew={!card} save={save} onSubmit={submit(form, send)} onClose={close}>fields</FormDialog>
 */
export function FormDialog({
  title,
  wide,
  isNew = false,
  onClose,
  start,
  isSendable = true,
  action,
  danger = false,
  confirmsDiscard,
  isReadOnly = false,
  leave,
  ...form
}: SubmitFormProps & {
  title: string
  wide?: boolean
  /** True if it adds an object: the button says "Add". */
  isNew?: boolean
  onClose: () => void
  /** Buttons at the other end of the line, such as Delete. */
  start?: ReactNode
  isSendable?: boolean
  /** Label of the button; by default "Add" or "Save". */
  action?: string
  danger?: boolean
  /** False if input can be discarded without confirmation, such as a password. */
  confirmsDiscard?: boolean
  /** True if nothing can be submitted: the dialog can only be closed. */
  isReadOnly?: boolean
  /** Label of the cancel button; by default "Cancel". */
  leave?: string
}) {
  const t = useTexts()
  const id = useId()
  const buttons = (
    <>
      {start}
      <LeaveButton>{leave ?? (isReadOnly ? t('ui.close') : t('ui.cancel'))}</LeaveButton>
      {!isReadOnly && (
        <Button
          kind={danger ? 'danger' : 'primary'}
          type="submit"
          form={id}
          loading={form.save.isPending}
          disabled={!isSendable}
        >
          {action ?? t(isNew ? 'ui.add' : 'ui.save')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog wide={wide} title={title} onClose={onClose} footer={buttons} confirmsDiscard={confirmsDiscard}>
      <SubmitForm {...form} id={id} />
    </Dialog>
  )
}
