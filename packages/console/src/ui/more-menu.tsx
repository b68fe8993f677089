import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './buttons.tsx'
import { Menu } from './menu.tsx'

/** Button with three dots in the head of a page, and its menu. */
export function MoreMenu({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={label} className={className}>
          <IconDots size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
