import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { sign } from '../areas/sign/screens.ts'
import { pageConfig } from '../lib/page-config.ts'
import { useSession } from '../lib/session.ts'
import { isInside } from './area-access.ts'
import { Placeholder } from './pages/placeholder.tsx'
import { CheckFailed } from './pages/status-pages.tsx'

export const loadShell = () => import('./shell/shell.tsx')
const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))
/** Whether somebody signed in on this page: the form is gone then, and with it the focus. */
let wasAsked = false
const SignIn = lazy(() => {
  wasAsked = true
  return sign[0].load()
})

/**
 * Stands before everything inside: a blank page while the session is checked, the sign-in while nobody is signed in
 * (whatever the address), the shell otherwise.
 */
export function Gate() {
  const session = useSession()
  const inside = isInside(session)
  useReloadOnEntry(inside)
  if (session.phase === 'initial' || session.phase === 'pending') return <Placeholder />
  if (inside) {
    return (
      <Suspense fallback={<Placeholder />}>
        <Shell isArrival={wasAsked}>
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

/** The loaders of this address ran before anybody was signed in: they run again when somebody is. */
function useReloadOnEntry(inside: boolean): void {
  const { revalidate } = useRevalidator()
  const before = useRef(inside)
  useEffect(() => {
    if (inside && !before.current) void revalidate()
    before.current = inside
  }, [inside, revalidate])
}
