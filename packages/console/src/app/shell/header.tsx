import {
  IconBell,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconSettings,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useUnacknowledged } from '../../features/notices/attention.ts'
import { useFormat } from '../../lib/format.ts'
import { addressOf } from '../../lib/screen.ts'
import { useUser } from '../../lib/session.ts'
import { useTextKey, useTexts } from '../../lib/texts.ts'
import { IconButton } from '../../ui/buttons.tsx'
import { LiveStatus } from '../../ui/live-status.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { isAreaOpen, openAreas, profileOf } from '../area-access.ts'
import { LanguageMenu } from './language-menu.tsx'
import { useArea } from './place.ts'
import { ScreenIcon } from './screen-icon.tsx'
import { SearchBox } from './search-box.tsx'
import { UserMenu } from './user-menu.tsx'
import { Waiting } from './waiting.tsx'
import css from './shell.module.css'

/** Menu, search, areas, language, settings, notifications, user. */
export function Header({
  beside,
  mini,
  onMenu,
  onSettings,
}: {
  /** True if the side bar is shown next to the content; otherwise the menu is a drawer. */
  beside: boolean
  mini: boolean
  onMenu: () => void
  onSettings: () => void
}) {
  const t = useTexts()
  const user = useUser()
  const crm = isAreaOpen('crm', user)
  const MenuIcon = beside ? (mini ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse) : IconMenu2
  const menuLabel = beside ? t(mini ? 'header.expand' : 'header.collapse') : t('header.menu')
  return (
    <header className={css.header} data-screen-only>
      <IconButton label={menuLabel} onClick={onMenu}>
        <MenuIcon size={20} className={css.mirror} />
      </IconButton>
      {crm && <SearchBox />}
      <div className={css.tools}>
        <LiveStatus />
        <AreaSwitch />
        <span className={css.wideOnly}>
          <LanguageMenu />
          <IconButton label={t('header.settings')} onClick={onSettings}>
            <IconSettings size={20} />
          </IconButton>
        </span>
        {crm && <Bell />}
        <UserMenu profile={profileOf(user)} onSettings={onSettings} />
      </div>
      <Waiting />
    </header>
  )
}

/** Highest count that is shown as a number; above it a "+" follows. */
const maxCount = 99

/** Links to the notifications and shows the number of open incidents that are not acknowledged. */
function Bell() {
  const t = useTexts()
  const format = useFormat()
  const count = useUnacknowledged()
  const shown = count > maxCount ? `${format.number(maxCount)}+` : format.number(count)
  const label = count > 0 ? `${t('header.notifications')}: ${shown}` : t('header.notifications')
  return (
    <IconLink to={addressOf('/crm/notice')} label={label}>
      <IconBell size={20} />
      {count > 0 && (
        <span className={css.badge} aria-hidden="true">
          {shown}
        </span>
      )}
    </IconLink>
  )
}

/** Icons that link to the other open areas. */
function AreaSwitch() {
  const t = useTexts()
  const translate = useTextKey()
  const present = useArea()
  const others = openAreas(useUser()).filter((table) => table.area !== present?.area)
  if (others.length === 0) return null
  return (
    <nav className={css.areas} aria-label={t('header.areas')}>
      {others.map((table) => (
        <IconLink
          key={table.area}
          to={`/${table.area}`}
          label={t('header.goTo', { area: translate(table.title) })}
        >
          <ScreenIcon name={table.icon} size={20} />
        </IconLink>
      ))}
    </nav>
  )
}

function IconLink({ to, label, children }: { to: string; label: string; children: React.ReactNode }) {
  return (
    <Tooltip label={label}>
      <Link to={to} className={css.iconLink} aria-label={label}>
        {children}
      </Link>
    </Tooltip>
  )
}
