import { createContext } from 'react'

/** Whether the shell is around: it brings the `main` landmark, pages outside of it bring their own. */
export const InsideShell = createContext(false)
