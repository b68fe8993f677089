import { IconDots } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { IconButton } from '../buttons.tsx'
import { Menu } from '../menu.tsx'
import type { DataTableProps } from './table-props.ts'

/** Returns true if the rows of a table have a menu: they open an address, or have actions. */
export const hasRowMenu = <Row extends object>({ href, renderMenu }: DataTableProps<Row>): boolean =>
  href !== undefined || renderMenu !== undefined

// Loaded with the first menu that is opened.
const RowMenuItems = lazy(async () => ({ default: (await import('./row-menu-items.tsx')).RowMenuItems }))
export const PointerMenu = lazy(async () => ({ default: (await import('./pointer-menu.tsx')).PointerMenu }))

/** Returns the entries of a row's menu: those that open it, and its actions. Null if there are none. */
export function rowMenuOf<Row extends object>(
  row: Row,
  { href, onOpen, renderMenu }: DataTableProps<Row>,
): ReactNode {
  const actions = renderMenu?.(row)
  if (!href) return actions || null
  return (
    <Suspense>
      <RowMenuItems address={href(row)} onOpen={onOpen && (() => onOpen(row))}>
        {actions}
      </RowMenuItems>
    </Suspense>
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
