import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { sign } from '../areas/sign/screens.ts'
import { pageConfig } from '../lib/page-config.ts'
import { useSession } from '../lib/session.ts'
import { isInside } from './area-access.ts'
import { Placeholder } from './pages/placeholder.tsx'
import { CheckFailed } from './pages/status-pages.tsx'

export const loadShell = () => import('./shell/shell.tsx')
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))
/** True if the sign-in form was shown on this page; it had the focus, which has to move after the sign-in. */
let wasSignInShown = false
const SignIn = lazy(() => {
  wasSignInShown = true
  return sign[0].load()
})

/**
 * Guards all screens: renders a blank page while the session is checked, the sign-in for visitors who are not
 * signed in (at any address), otherwise the shell.
 */
export function Gate() {
  const present = useSession()
  // The frame is rendered in parts, between which the page responds; it is removed at once.
  const late = useDeferredValue(present)
  const session = isInside(present) ? late : present
  const inside = isInside(session)
  useReloadOnEntry(inside)
  if (session.phase === 'initial' || session.phase === 'pending') return <Placeholder />
  if (inside) {
    return (
      <Suspense fallback={<Placeholder />}>
        <Shell isArrival={wasSignInShown}>
          <Outlet />
        </Shell>
      </Suspense>
    )
  }
  if (session.phase === 'error' && (session.unreachable || !pageConfig().authorize)) return <CheckFailed />
  return (
    <Suspense fallback={<Placeholder />}>
      <SignIn />
    </Suspense>
  )
}

/** Runs the loaders of the current address again after a sign-in: the first time they ran without a user. */
function useReloadOnEntry(inside: boolean): void {
  const { revalidate } = useRevalidator()
  const before = useRef(inside)
  useEffect(() => {
    if (inside && !before.current) void revalidate()
    before.current = inside
  }, [inside, revalidate])
}
