import { clientAccountAdjust, clientAccountLimit } from '@stationmaster/contract'
import { IconAdjustmentsHorizontal, IconScale } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { Menu } from '../../ui/menu.tsx'
import type { ClientAccount } from './account-columns.tsx'

const dialogs = {
  limit: lazy(async () => ({ default: (await import('./account-dialogs.tsx')).LimitDialog })),
  adjust: lazy(async () => ({ default: (await import('./account-dialogs.tsx')).AdjustDialog })),
}
type DialogName = keyof typeof dialogs

/** Returns the menu of an account of a list, and the dialog that it opened. */
export function useAccountMenu() {
  const t = useTexts('accounts')
  const may = useMay()
  const [opened, open] = useState<{ account: ClientAccount; name: DialogName } | null>(null)
  const Dialog = opened && dialogs[opened.name]
  return {
    renderMenu: (account: ClientAccount) => {
      const { id, iseditable } = account
      const item = (name: DialogName, Icon: typeof IconScale) => (
        <Menu.Item leftSection={<Icon size={16} />} onClick={() => open({ account, name })}>
          {t(`acts.${name}`)}
        </Menu.Item>
      )
      return (
        <>
          {iseditable && may(clientAccountLimit, { id }) && item('limit', IconAdjustmentsHorizontal)}
          {iseditable && may(clientAccountAdjust, { id }) && item('adjust', IconScale)}
        </>
      )
    },
    dialog: Dialog && (
      <Suspense>
        <Dialog account={opened.account} onClose={() => open(null)} />
      </Suspense>
    ),
  }
}
