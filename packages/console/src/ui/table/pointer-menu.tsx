import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Menu } from '../overlay/overlays.tsx'
import css from './table.module.css'

/** A position in the window, in px. */
export interface Point {
  x: number
  y: number
}

/** The menu of a row at the pointer, opened by a right click. */
export function PointerMenu({
  at,
  name,
  onClose,
  children,
}: {
  at: Point
  name: string
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <Menu opened position="bottom-start" offset={0} onClose={onClose}>
      <Menu.Target>
        <button
          // Another position is another target.
          key={`${at.x} ${at.y}`}
          type="button"
          tabIndex={-1}
          className={css.pointer}
          style={{ left: at.x, top: at.y }}
          aria-label={t('ui.table.rowMenu', { name })}
        />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
