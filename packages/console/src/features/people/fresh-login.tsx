import { lazy } from 'react'
import { proofAsked } from '../../lib/fresh-login.ts'
import { useStore } from '../../lib/store.ts'
import { loadTexts } from '../../lib/texts.ts'

const ProveAgain = lazy(async () => {
  const [{ ProveAgain: Dialog }] = await Promise.all([import('./prove-again.tsx'), loadTexts('profile')])
  return { default: Dialog }
})

/** Draws "Sign in again" while a call waits for it. Stands once, within a Suspense. */
export function FreshLogin() {
  const answer = useStore(proofAsked)
  return answer && <ProveAgain onAnswer={answer} />
}
