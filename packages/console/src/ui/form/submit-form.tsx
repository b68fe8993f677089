import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Failure } from '../feedback/feedback.tsx'
import { Stack } from '../page/page.tsx'

export interface SubmitFormProps {
  save: { error: unknown; isPending: boolean }
  /** Shown instead of the failure of `save`, if there are other results. */
  outcome?: ReactNode
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** The form of a dialog or page, with the result of submitting above its fields. */
export function SubmitForm({
  save,
  outcome,
  onSubmit,
  children,
  ...attributes
}: SubmitFormProps & { id?: string; className?: string }) {
  const t = useTexts()
  return (
    <form
      {...attributes}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React passes events of a dialog to the form that opened it.
        event.stopPropagation()
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
  )
}
