import { IconBan, IconCircleCheck, IconKey, IconLogout, IconShieldOff, IconTrash } from '@tabler/icons-react'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Menu } from '../../../ui/menu.tsx'
import { actionsFor, type UserAction } from './user-actions.ts'
import type { User } from './user-columns.tsx'

const icons = {
  lock: IconBan,
  unlock: IconCircleCheck,
  signOut: IconLogout,
  password: IconKey,
  factor: IconShieldOff,
  delete: IconTrash,
} as const

/** Actions on a user, as entries of a menu. */
export function UserMenuItems({ user, onAct }: { user: User; onAct: (action: UserAction) => void }) {
  const t = useTexts('admin')
  const self = useUser()?.userid
  return actionsFor(user, self).map((action) => {
    const Icon = icons[action]
    return (
      <Menu.Item
        key={action}
        color={action === 'delete' ? 'red' : undefined}
        leftSection={<Icon size={16} />}
        onClick={() => onAct(action)}
      >
        {t(`users.acts.${action}`)}
      </Menu.Item>
    )
  })
}
