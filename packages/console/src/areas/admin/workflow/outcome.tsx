import type { UseMutationResult } from '@tanstack/react-query'
import { CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { isStale, useReload } from './use-change.ts'

/** What is shown of a call that changes something. */
export type Sent = Pick<UseMutationResult<unknown, Error, never>, 'error' | 'isPending' | 'reset'>

/** What came of saving or removing, where no field says it. */
export function Outcome({
  save,
  remove,
  fields,
  onReload,
}: {
  save: Sent
  remove?: Sent
  fields: readonly string[]
  /** Where it is not the object model that is to be asked for anew. */
  onReload?: () => Promise<void>
}) {
  const t = useTexts('workflow')
  const say = useTexts()
  const reload = useReload()
  const failure = save.error ?? remove?.error ?? null
  if (!failure) return null
  if (isStale(failure)) {
    const again = async (): Promise<void> => {
      await (onReload ?? reload)()
      save.reset()
      remove?.reset()
    }
    return (
      <Notice
        tone="warn"
        alert
        action={
          <Button small onClick={() => void again()}>
            {t('conflict.reload')}
          </Button>
        }
      >
        {t('conflict.lead')}
      </Notice>
    )
  }
  const isAtField = failure instanceof CallError && failure.field !== null && fields.includes(failure.field)
  if (isAtField) return null
  return <Failure small error={failure} title={save.error ? say('ui.saveFailed') : say('ui.deleteFailed')} />
}
