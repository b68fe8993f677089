import { IconArrowRight, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '../../lib/texts.ts'
import { Menu } from '../menu.tsx'

/** Entries that open a row, before its actions. */
export function RowMenuItems({
  address,
  onOpen,
  children,
}: {
  address: string
  /** Opens the row in this tab; absent if that is the address, too. */
  onOpen: (() => void) | undefined
  children: ReactNode
}) {
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
      {children && <Menu.Divider />}
      {children}
    </>
  )
}
