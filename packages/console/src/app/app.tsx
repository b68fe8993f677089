import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { ThemeRoot } from '../ui/theme-root.tsx'
import { Crash } from './pages/crash.tsx'
import { createRouter } from './router.tsx'

/** Theme around the router; the cache of the server's answers begins at the shell. */
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
