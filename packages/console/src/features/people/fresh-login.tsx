import { lazy, useEffect, useState } from 'react'
import { setFreshLoginDialog } from '../../lib/fresh-login.ts'
import { loadTexts } from '../../lib/texts.ts'

const ProveAgain = lazy(async () => {
  const [{ Reauthenticate: Dialog }] = await Promise.all([
    import('./reauthenticate.tsx'),
    loadTexts('profile'),
  ])
  return { default: Dialog }
})

/** Renders "Sign in again" while a call waits for it. Mounted once, within a Suspense. */
export function FreshLogin() {
  const [answer, setAnswer] = useState<((proven: boolean) => void) | null>(null)
  useEffect(() => {
    setFreshLoginDialog(() =>
      new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => setAnswer(null)),
    )
    return () => setFreshLoginDialog(null)
  }, [])
  return answer && <ProveAgain onAnswer={answer} />
}
