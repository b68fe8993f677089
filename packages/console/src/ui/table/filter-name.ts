import { createContext, use } from 'react'

/** True for filters in the menu of a list, false for those in its toolbar. */
export const InFiltersMenu = createContext(false)

/** Returns the properties of a select field that filters a list: its name, visible in the menu, and its width. */
export function useFilterName(label: string, width: number) {
  const isInMenu = use(InFiltersMenu)
  // options outside the menu would close it
  return isInMenu ? { label, comboboxProps: { withinPortal: false } } : { 'aria-label': label, w: width }
}
