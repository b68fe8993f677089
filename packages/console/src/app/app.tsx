import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { onRefusal } from '../lib/refusal.ts'
import { ThemeRoot } from '../ui/theme-root.tsx'
import { Crash } from './pages/crash.tsx'
import { createRouter } from './router.tsx'

onRefusal(async (refused) =>
  import('../lib/translate-refusal.ts').then(
    ({ translateRefusal }) => translateRefusal(refused),
    // The server that refused may be offline by now.
    () => refused.message,
  ),
)

/** Wraps the router in the theme; the cache of server responses starts in the shell. */
export function App() {
  const [router] = useState(createRouter)
  return (
    <ThemeRoot>
      <Crash>
        <RouterProvider router={router} />
      </Crash>
    </ThemeRoot>
  )
}
