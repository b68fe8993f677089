import { lazy, Suspense } from 'react'
import { useStore } from '../../lib/store.ts'
import { asked } from '../../ui/feedback/confirm.tsx'

const Ask = lazy(async () => ({ default: (await import('../../ui/feedback/confirm-host.tsx')).Ask }))

/** The question that waits for an answer; its dialog is loaded when the first one is asked. */
export function Confirmations() {
  const question = useStore(asked)
  return <Suspense>{question && <Ask key={question.title} {...question} />}</Suspense>
}
