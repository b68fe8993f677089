import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { createQueryClient } from '../../../lib/query.ts'
import { Toasts } from '../../../ui/feedback/toast.tsx'

/** Frame of the pages of guests, with a cache of their own: nothing of it is left for users who sign in afterwards. */
export function GuestFrame() {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Outlet />
      <Toasts />
    </QueryClientProvider>
  )
}
