import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { ThemeRoot } from '../ui/theme-root.tsx'
import { Crash } from './pages/crash.tsx'
import { createRouter } from './router.tsx'

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
