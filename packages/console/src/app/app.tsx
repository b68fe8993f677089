import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { ThemeRoot } from '../ui/theme-root.tsx'
import { Crash } from './pages/crash.tsx'
import { createRouter } from './router.tsx'

/** Providers around the router. What breaks outside of any route ends in `Crash`. */
export function App({ queries }: { queries: QueryClient }) {
  const [router] = useState(() => createRouter())
  return (
    <ThemeRoot>
      <Crash>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Crash>
    </ThemeRoot>
  )
}
