import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { IconButton } from '../buttons.tsx'
import { Menu } from '../menu.tsx'

/** Menu at the end of a row, if it has entries; `.` on the row opens it. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useTexts()
  if (!children) return null
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
