import { createContext } from 'react'

/** True inside the shell, which provides the `main` landmark; pages outside of it provide their own. */
export const InsideShell = createContext(false)
