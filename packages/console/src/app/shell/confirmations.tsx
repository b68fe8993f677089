import { lazy, Suspense } from 'react'
import { FreshLogin } from '../../features/people/fresh-login.tsx'
import { useStore } from '../../lib/store.ts'
import { pendingQuestion } from '../../ui/feedback/confirm.tsx'
import { failed } from '../../ui/feedback/failed.ts'

const Ask = lazy(async () => ({ default: (await import('../../ui/feedback/confirm-host.tsx')).Ask }))
const FailedDialog = lazy(async () => ({
  default: (await import('../../ui/feedback/failed-host.tsx')).FailedDialog,
}))

/**
 * Dialogs that wait for an answer: a question, a request that needs the password again, a failed action. They
 * are loaded on demand.
 */
export function Confirmations() {
  const question = useStore(pendingQuestion)
  const failure = useStore(failed)
  return (
    <Suspense>
      {question && <Ask key={question.title} {...question} />}
      {failure && <FailedDialog {...failure} />}
      <FreshLogin />
    </Suspense>
  )
}
