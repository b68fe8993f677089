import type { UseMutationResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { isStale } from './use-change.ts'
import type { Draft, FieldWords } from './use-draft.ts'

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
})) as typeof import('./conflict-dialog.tsx').ConflictDialog

/** What is shown of a call that changes something. */
export type Sent = Pick<UseMutationResult<unknown, Error, never>, 'error' | 'isPending' | 'reset'>

/** What came of saving or removing, where no field says it: a conflict, a row that is gone, or another failure. */
export function Outcome<V extends object>({
  save,
  remove,
  draft,
  words,
  onAgain,
  onRemoveAgain,
}: {
  save: Sent
  remove?: Sent
  draft: Draft<V>
  /** Of the fields: what is said about others stands above them. */
  words: FieldWords<V>
  /** Saves, or removes, over what somebody else has saved meanwhile. */
  onAgain: () => void
  onRemoveAgain?: () => void
}) {
  const t = useTexts('workflow')
  const say = useTexts()
  const failure = save.error ?? remove?.error ?? null
  if (!failure) return null
  if (isStale(failure))
    return (
      <Suspense>
        <ConflictDialog
          draft={draft}
          words={words}
          isRemoval={!save.error}
          onAgain={save.error ? onAgain : (onRemoveAgain ?? onAgain)}
          onClose={() => {
            save.reset()
            remove?.reset()
          }}
        />
      </Suspense>
    )
  if (isGone(failure))
    return (
      <Notice tone="bad" alert>
        {t('conflict.gone')}
      </Notice>
    )
  const isAtField = failure instanceof CallError && failure.field !== null && failure.field in words
  if (isAtField) return null
  return <Failure small error={failure} title={save.error ? say('ui.saveFailed') : say('ui.deleteFailed')} />
}

/** Somebody else has deleted the row since it was read. */
const isGone = (failure: Error): boolean =>
  failure instanceof CallError && failure.status === 404 && failure.field === 'id'
