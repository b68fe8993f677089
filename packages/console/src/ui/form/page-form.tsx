import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import { useUnsaved } from '../feedback/leaving.ts'
import { Row } from '../page/page.tsx'
import { FormAccess } from './form-access.tsx'
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx'

/**
 * A form in a page: the result of saving above its fields, the buttons below them. The button that saves is
 * enabled while something is changed (`isDirty`); the page asks then before it is left.
 */
export function PageForm({
  isDirty,
  isAllowed = true,
  isSendable = true,
  submitLabel,
  onDiscard,
  children,
  ...form
}: SubmitFormProps & {
  isDirty: boolean
  /** False for users who may only read it. */
  isAllowed?: boolean
  isSendable?: boolean
  /** "Save" by default. */
  submitLabel?: string
  className?: string
  /** Adds a button that restores what is stored. */
  onDiscard?: () => void
}) {
  const t = useTexts()
  useUnsaved(isDirty)
  const { isPending } = form.save
  return (
    <FormAccess isAllowed={isAllowed}>
      <SubmitForm {...form}>
        {children}
        <Row end>
          {onDiscard && isDirty && (
            <Button onClick={onDiscard} disabled={isPending}>
              {t('ui.discard')}
            </Button>
          )}
          <Button kind="primary" type="submit" loading={isPending} disabled={!isDirty || !isSendable}>
            {submitLabel ?? t('ui.save')}
          </Button>
        </Row>
      </SubmitForm>
    </FormAccess>
  )
}
