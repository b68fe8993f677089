import { IconBell, IconCreditCard, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useOpenIncidents } from '../../features/notices/attention.ts'
import { useFormat } from '../../lib/format.ts'
import { addressOf, type AreaTable, type ScreenRow } from '../../lib/screen.ts'
import { type SessionUser, useUser } from '../../lib/session.ts'
import { type TextKey, useTextKey, useTexts } from '../../lib/texts.ts'
import { Brand } from '../../ui/brand.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { isAreaOpen, menuOf, openAreas, profileOf } from '../area-access.ts'
import { useArea, usePlace } from './place.ts'
import { ScreenIcon } from './screen-icon.tsx'
import css from './side-bar.module.css'

/** Brand, menu of the area, notifications, account balance; in the drawer (`onNavigate`) also the other areas. */
export function SideBar({ mini, onNavigate }: { mini: boolean; onNavigate?: () => void }) {
  const t = useTexts()
  const user = useUser()
  const area = useArea()
  const notices = (area?.area === 'crm' || area?.area === 'driver') && isAreaOpen('crm', user)
  return (
    <div className={css.side} data-mini={mini || undefined}>
      <div className={css.brand}>
        <Brand mini={mini} />
      </div>
      <nav className={css.nav} aria-label={t('header.navigation')}>
        {area && <AreaMenu screens={menuOf(area, user)} mini={mini} onNavigate={onNavigate} />}
        <OwnPages mini={mini} onNavigate={onNavigate} />
        {onNavigate && <OtherAreas present={area} onNavigate={onNavigate} />}
        {notices && (
          <>
            <hr />
            <Entry
              to={addressOf('/crm/notice')}
              label={t('header.notifications')}
              icon={<IconBell size={18} />}
              mini={mini}
              onNavigate={onNavigate}
            />
          </>
        )}
      </nav>
      {user && !mini && <Balance user={user} />}
    </div>
  )
}

function AreaMenu({
  screens,
  mini,
  onNavigate,
}: {
  screens: readonly ScreenRow[]
  mini: boolean
  onNavigate?: () => void
}) {
  const translate = useTextKey()
  const place = usePlace()
  return grouped(screens).map(({ group, rows }) => (
    <div key={group ?? ''} className={css.group}>
      {group && !mini && <h2 className="group-label">{translate(group)}</h2>}
      {rows.map((screen) => (
        <Entry
          key={screen.path}
          to={screen.path}
          label={translate(screen.title)}
          icon={<ScreenIcon name={screen.icon} size={18} />}
          mini={mini}
          current={place ? belongsTo(place.screen, screen) : false}
          onNavigate={onNavigate}
          count={screen.path === addressOf('/crm/incidents') && !mini && <OpenIncidents />}
        />
      ))}
    </div>
  ))
}

/** The number of open incidents beside their screen. */
function OpenIncidents() {
  const format = useFormat()
  const count = useOpenIncidents()
  return (
    count > 0 && (
      <span className={css.count} aria-hidden>
        {format.number(count)}
      </span>
    )
  )
}

/** The cards of a driver whose area is off, and the profile of users without the operator's area. */
function OwnPages({ mini, onNavigate }: { mini: boolean; onNavigate?: () => void }) {
  const t = useTexts()
  const user = useUser()
  if (!user || profileOf(user) !== '/profile') return null
  const more = { mini, onNavigate }
  return (
    <div className={css.group}>
      {user.interface.code === 'driver' && !isAreaOpen('driver', user) && (
        <Entry
          to={addressOf('/')}
          label={t('screens.driver')}
          icon={<IconCreditCard size={18} />}
          {...more}
        />
      )}
      <Entry
        to={addressOf('/profile')}
        label={t('screens.profile')}
        icon={<IconUser size={18} />}
        {...more}
      />
    </div>
  )
}

function Entry({
  to,
  label,
  icon,
  mini,
  current,
  onNavigate,
  count,
}: {
  to: string
  label: string
  icon: React.ReactNode
  mini: boolean
  current?: boolean
  onNavigate?: () => void
  /** Number of its objects. */
  count?: React.ReactNode
}) {
  const { pathname } = useLocation()
  const marked = current ?? pathname === to
  const link = (
    <Link to={to} className={css.entry} onClick={onNavigate} aria-current={marked ? 'page' : undefined}>
      {icon}
      <span className={mini ? 'hidden-text' : undefined}>{label}</span>
      {count}
    </Link>
  )
  return mini ? (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}

function OtherAreas({ present, onNavigate }: { present: AreaTable | null; onNavigate: () => void }) {
  const t = useTexts()
  const translate = useTextKey()
  const others = openAreas(useUser()).filter((table) => table.area !== present?.area)
  if (others.length === 0) return null
  return (
    <div className={css.group}>
      <h2 className="group-label">{t('header.areas')}</h2>
      {others.map((table) => (
        <Entry
          key={table.area}
          to={`/${table.area}`}
          label={translate(table.title)}
          icon={<ScreenIcon name={table.icon} size={18} />}
          mini={false}
          onNavigate={onNavigate}
        />
      ))}
    </div>
  )
}

/** The balance of the account, zero if it has none. */
function Balance({ user }: { user: SessionUser }) {
  const t = useTexts()
  const format = useFormat()
  const { balance, currency_code } = user.account
  return (
    <div className={css.balance}>
      {t('header.balance')}
      <b>
        <bdi>{format.money(balance || '0', currency_code)}</bdi>
      </b>
    </div>
  )
}

/**
 * Returns true if the entry is marked for a screen: an entry stays marked on the screens below it (the
 * stations' entry on one station and on the root of the area).
 */
export function belongsTo(place: ScreenRow, entry: ScreenRow): boolean {
  const isBelow = place.path.startsWith(`${entry.path}/`) && entry.path.lastIndexOf('/') > 0
  return (
    place.path === entry.path || place.title === entry.title || entry.path === `${place.path}s` || isBelow
  )
}

function grouped(screens: readonly ScreenRow[]): { group: TextKey | null; rows: ScreenRow[] }[] {
  const groups = new Map<TextKey | null, ScreenRow[]>()
  for (const screen of screens) {
    const group = screen.group ?? null
    groups.set(group, [...(groups.get(group) ?? []), screen])
  }
  return [...groups].map(([group, rows]) => ({ group, rows }))
}
