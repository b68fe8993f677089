import { lazy, Suspense } from 'react'
import { FreshLogin } from '../../features/people/fresh-login.tsx'
import { useStore } from '../../lib/store.ts'
import { asked } from '../../ui/feedback/confirm.tsx'

const Ask = lazy(async () => ({ default: (await import('../../ui/feedback/confirm-host.tsx')).Ask }))

/** What waits for an answer: a question, or a call that needs the password again. Dialogs are loaded when needed. */
export function Confirmations() {
  const question = useStore(asked)
  return (
    <Suspense>
      {question && <Ask key={question.title} {...question} />}
      <FreshLogin />
    </Suspense>
  )
}
