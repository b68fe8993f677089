import { type FormEvent, type ReactNode, useId } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Stack } from '../page/page.tsx'
import { Dialog, LeaveButton } from './dialog.tsx'
import { Failure } from './feedback.tsx'

/**
 * Dialog with one form: cancel and submit below it, the result of submitting above its fields.
 *
 *   <FormDialog title={…} isNew={!card} save={save} onSubmit={submit(form, send)} onClose={close}>fields</FormDialog>
 */
export function FormDialog({
  title,
  wide = false,
  isNew = false,
  save,
  onSubmit,
  onClose,
  outcome,
  start,
  isSendable = true,
  action,
  danger = false,
  confirmsDiscard,
  isReadOnly = false,
  leave,
  children,
}: {
  title: string
  wide?: boolean
  /** True if it adds an object: the button says "Add". */
  isNew?: boolean
  save: { error: unknown; isPending: boolean }
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  /** Shown instead of the failure of `save`, if there are other results. */
  outcome?: ReactNode
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
  children: ReactNode
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
          loading={save.isPending}
          disabled={!isSendable}
        >
          {action ?? t(isNew ? 'ui.add' : 'ui.save')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog wide={wide} title={title} onClose={onClose} footer={buttons} confirmsDiscard={confirmsDiscard}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
      >
        <Stack gap={4}>
          {outcome === undefined
            ? Boolean(save.error) && <Failure small error={save.error} title={t('ui.saveFailed')} />
            : outcome}
          {children}
        </Stack>
      </form>
    </Dialog>
  )
}
