import { IconBolt, IconMapPin, IconUser, IconWifiOff } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { useOffline } from '../../../lib/use-offline.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { pageTitle } from '../../../lib/page-title.ts'
import { addressOf } from '../../../lib/screen.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'
import { QueueBanner } from './queue-banner.tsx'

/** A page of the area of drivers: heading, content, its one action, and on phones the bar at the bottom. */
export function DriverPage({
  title,
  heading,
  badge,
  action,
  isWide = false,
  lost,
  children,
}: {
  title: string
  heading?: ReactNode
  badge?: ReactNode
  action?: ReactNode
  isWide?: boolean
  /** Text shown without a network; by default that data may be outdated. */
  lost?: ReactNode
  children: ReactNode
}) {
  const t = useTexts('driver')
  const isOffline = useOffline()
  useEffect(
    () =>
      whenIdle(() => {
        // absent without a secure context
        void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
      }),
    [],
  )
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
  return (
    <div className={css.page} data-wide={isWide || undefined}>
      <header className={css.head}>
        <h1 tabIndex={-1}>{heading ?? title}</h1>
        {badge}
      </header>
      <QueueBanner />
      {(isOffline || lost !== undefined) && (
        <Notice tone="calm" icon={<IconWifiOff size={20} />}>
          {lost ?? (
            <>
              <b>{t('lost.title')}</b> {t('lost.lead')}
            </>
          )}
        </Notice>
      )}
      <div className={css.body}>{children}</div>
      <div className={css.foot}>
        {action && <div className={css.action}>{action}</div>}
        <Bar />
      </div>
    </div>
  )
}

const entries = [
  {
    to: '/driver',
    key: 'find.bar',
    Icon: IconMapPin,
    of: ['/driver', '/driver/stations', '/driver/queue', '/driver/reservation'],
  },
  { to: '/driver/charge', key: 'charge.bar', Icon: IconBolt, of: ['/driver/charge', '/driver/sessions'] },
  {
    to: '/driver/cards',
    key: 'me.bar',
    Icon: IconUser,
    of: [
      '/driver/cards',
      '/driver/money',
      '/driver/cars',
      '/driver/notice',
      '/driver/data',
      '/driver/report',
    ],
  },
] as const

function Bar() {
  const t = useTexts('driver')
  const { pathname } = useLocation()
  // without its area, the page of the cards is at the root, and the others do not exist
  if (!pathname.startsWith('/driver')) return null
  return (
    <nav className={css.bar} aria-label={t('bar')} data-screen-only>
      {entries.map(({ to, key, Icon, of }) => {
        const isCurrent = of.some(
          (path) => pathname === path || (path !== '/driver' && pathname.startsWith(path)),
        )
        return (
          <Link key={to} to={addressOf(to)} aria-current={isCurrent ? 'page' : undefined}>
            <Icon size={24} stroke={1.6} />
            {t(key)}
          </Link>
        )
      })}
    </nav>
  )
}
