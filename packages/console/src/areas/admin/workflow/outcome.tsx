import type { UseMutationResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { isStale } from '../../../lib/use-change.ts'
import type { Draft, FieldWords } from './use-draft.ts'

const ConflictDialog = lazy(async () => ({
  default: (await import('./conflict-dialog.tsx')).ConflictDialog,
})) as typeof import('./conflict-dialog.tsx').ConflictDialog

/** The part of a mutation that is shown. */
export type Sent = Pick<UseMutationResult<unknown, Error, never>, 'error' | 'isPending' | 'reset'>

/** The result of saving or removing, unless a field shows it: a conflict, a deleted row, or another failure. */
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
  /** Labels of the fields; refusals that name another field are shown above the form. */
  words: FieldWords<V>
  /** Saves or removes the row over another user's change. */
  onAgain: () => void
  onRemoveAgain?: () => void
}) {
  const t = useTexts('workflow')
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
  if (isDeleted(failure))
    return (
      <Notice tone="bad" alert>
        {t('conflict.gone')}
      </Notice>
    )
  const isAtField = failure instanceof CallError && failure.field !== null && failure.field in words
  if (isAtField) return null
  return <Failure small error={failure} title={save.error ? t('ui.saveFailed') : t('ui.deleteFailed')} />
}

/** True if another user has deleted the row since it was read. */
const isDeleted = (failure: Error): boolean =>
  failure instanceof CallError && failure.status === 404 && failure.field === 'id'
