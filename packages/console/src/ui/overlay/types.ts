import type { ReactNode, RefObject } from 'react'

/** Place and size of a dropdown. */
export interface OverlayOptions {
  position?: 'bottom-start' | 'bottom-end'
  /** In px, or the width of the button. */
  width?: number | 'target'
}

export interface DropdownProps {
  'aria-label'?: string
  className?: string
  w?: number
  maw?: string
  miw?: number
}

/** A menu or popover: its button is rendered before the code of its dropdown is loaded. */
export interface Overlay {
  /** Id of the button; that of the dropdown ends with `-dropdown`. */
  id: string
  popup: 'menu' | 'dialog'
  options: OverlayOptions
  opened: boolean
  setOpened: (opened: boolean) => void
  /** True if a key opened it. */
  byKeyboard: boolean
  setByKeyboard: (byKeyboard: boolean) => void
  element: RefObject<HTMLElement | null>
  /** Returns the keys pressed since it was opened, and holds no more keys. */
  takeKeys: () => string[]
}

/** Properties of the dropdown at its button. */
export interface AnchoredProps {
  overlay: Overlay
  dropdown: DropdownProps
  children: ReactNode
}
