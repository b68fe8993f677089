import { IconArrowRight, IconDots, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '../../lib/texts.ts'
import { IconButton } from '../buttons.tsx'
import { Menu } from '../menu.tsx'
import type { DataTableProps } from './table-props.ts'
import css from './table.module.css'

/** A position in the window, in px. */
export interface Point {
  x: number
  y: number
}

/** Returns true if the rows of a table have a menu: they open an address, or have actions. */
export const hasRowMenu = <Row extends object>({ href, renderMenu }: DataTableProps<Row>): boolean =>
  href !== undefined || renderMenu !== undefined

/** Returns the entries of a row's menu: those that open it, and its actions. Null if there are none. */
export function rowMenuOf<Row extends object>(
  row: Row,
  { href, onOpen, renderMenu }: DataTableProps<Row>,
): ReactNode {
  const actions = renderMenu?.(row)
  if (!href) return actions || null
  return (
    <>
      <OpenItems address={href(row)} onOpen={onOpen && (() => onOpen(row))} />
      {actions && <Menu.Divider />}
      {actions}
    </>
  )
}

function OpenItems({ address, onOpen }: { address: string; onOpen: (() => void) | undefined }) {
  const t = useTexts()
  const navigate = useNavigate()
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowRight size={16} />}
        onClick={() => (onOpen ? onOpen() : void navigate(address))}
      >
        {t('ui.table.open')}
      </Menu.Item>
      <Menu.Item component={Link} to={address} target="_blank" leftSection={<IconExternalLink size={16} />}>
        {t('ui.table.openNewTab')}
      </Menu.Item>
    </>
  )
}

/** Menu at the end of a row; `.` on the row opens it. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton small tip={false} label={t('ui.table.rowMenu', { name })} data-row-menu tabIndex={-1}>
          <IconDots size={16} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
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
