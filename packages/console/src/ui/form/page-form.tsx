import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { Failure } from '../feedback/feedback.tsx'
import { Row, Stack } from '../page/page.tsx'
import { FormAccess } from './form-access.tsx'

/**
 * A form in a page: the result of saving above its fields, the buttons below them. The button that saves is
 * enabled while something is changed (`isDirty`).
 */
export function PageForm({
  save,
  isDirty,
  isAllowed = true,
  isSendable = true,
  submitLabel,
  outcome,
  className,
  onSubmit,
  onDiscard,
  children,
}: {
  save: { error: unknown; isPending: boolean }
  isDirty: boolean
  /** False for users who may only read it. */
  isAllowed?: boolean
  isSendable?: boolean
  /** "Save" by default. */
  submitLabel?: string
  /** Shown instead of the failure of `save`, if there are other results. */
  outcome?: ReactNode
  className?: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Adds a button that restores what is stored. */
  onDiscard?: () => void
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
    >
      <FormAccess isAllowed={isAllowed}>
        <Stack gap={4}>
          {outcome === undefined
            ? Boolean(save.error) && <Failure small error={save.error} title={t('ui.saveFailed')} />
            : outcome}
          {children}
          <Row end>
            {onDiscard && isDirty && (
              <Button onClick={onDiscard} disabled={save.isPending}>
                {t('ui.discard')}
              </Button>
            )}
            <Button kind="primary" type="submit" loading={save.isPending} disabled={!isDirty || !isSendable}>
              {submitLabel ?? t('ui.save')}
            </Button>
          </Row>
        </Stack>
      </FormAccess>
    </form>
  )
}
