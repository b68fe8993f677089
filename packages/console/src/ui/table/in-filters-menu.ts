import { createContext } from 'react'

/** True for filters in the menu of a list, false for those in its toolbar. */
export const InFiltersMenu = createContext(false)
