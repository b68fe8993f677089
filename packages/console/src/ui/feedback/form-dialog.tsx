import { type FormEventHandler, type ReactNode, useId } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Stack } from '../page/page.tsx'
import { Dialog, LeaveButton } from './dialog.tsx'
import { Failure } from './feedback.tsx'

/**
 * A dialog around one form: cancel and send below it, what came of sending above its fields.
 *
 *   <FormDialog title={…} isNew={!card} save={save} onSubmit={submit(form, send)} onClose={close}>fields</FormDialog>
 */
export function FormDialog({
  title,
  wide = false,
  isNew,
  save,
  onSubmit,
  onClose,
  outcome,
  start,
  isSendable = true,
  isReadOnly = false,
  leave,
  children,
}: {
  title: string
  wide?: boolean
  /** Adds something: the button says so. */
  isNew: boolean
  save: { error: unknown; isPending: boolean }
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  /** Instead of the failure of `save`, where more can come of it. */
  outcome?: ReactNode
  /** Buttons at the other end of the line, as one that deletes. */
  start?: ReactNode
  isSendable?: boolean
  /** Nothing can be sent: the dialog is only closed. */
  isReadOnly?: boolean
  /** The word for leaving it; otherwise "Cancel". */
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
        <Button kind="primary" type="submit" form={id} loading={save.isPending} disabled={!isSendable}>
          {isNew ? t('ui.add') : t('ui.save')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog wide={wide} title={title} onClose={onClose} footer={buttons}>
      <form id={id} noValidate onSubmit={onSubmit}>
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
