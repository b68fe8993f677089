import { noticeCount } from '@stationmaster/contract'
import {
  IconBell,
  IconCar,
  IconChevronRight,
  IconLock,
  IconMessageReport,
  IconReceipt,
  IconUser,
  IconWallet,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { displayName } from '../../../lib/person.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf, type ScreenPath } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import css from '../parts/driver.module.css'
import { DriverPage } from '../parts/driver-page.tsx'
import { OwnCards } from '../parts/own-cards.tsx'
import { SessionRows } from '../parts/session-rows.tsx'
import { useMoney } from '../parts/use-money.ts'

/** Cards of the driver, recent sessions, and the way to cars, notices, data and profile. */
export default function Me() {
  const t = useTexts('driver')
  const user = useUser()
  // without the area of drivers this page is at the root, and the others do not exist
  const isArea = useLocation().pathname.startsWith('/driver')
  if (!user) return null
  return (
    <DriverPage title={t('me.title')}>
      <div className={css.small}>
        <div>{displayName(user)}</div>
        <div>{t('operator', { name: user.account.name })}</div>
      </div>
      <OwnCards operator={user.account.name} />
      <section>
        <h2 className={css.section}>{t('sessions')}</h2>
        <SessionRows count={3} />
      </section>
      <ul className={css.places}>
        {isArea && <MoneyEntry />}
        {isArea && <Pages />}
        <Entry to="/profile" icon={<IconUser size={24} stroke={1.6} />} title={t('header.profile')} />
        <Entry to="/terms" icon={<IconReceipt size={24} stroke={1.6} />} title={t('terms')} />
      </ul>
    </DriverPage>
  )
}

/** Leads to balance and invoices, for drivers who may see them. */
function MoneyEntry() {
  const t = useTexts('driver-money')
  const words = useTexts('driver')
  const format = useFormat()
  const money = useMoney().data
  if (!money) return null
  const { currency, available, prepaid, low, lowbalance } = money
  return (
    <Entry
      to="/driver/money"
      icon={<IconWallet size={24} stroke={1.6} />}
      title={words('money')}
      lead={
        prepaid && low && lowbalance !== null
          ? t('low', { limit: format.money(lowbalance, currency) })
          : t('start', { amount: format.money(available, currency) })
      }
    />
  )
}

function Pages() {
  const t = useTexts('driver-data')
  const words = useTexts('driver')
  const unread = useEndpoint(noticeCount, { filter: { status: 'new' } }, { hints: ['notice.changed'] })
  const count = unread.data?.count ?? 0
  return (
    <>
      <Entry
        to="/driver/cars"
        icon={<IconCar size={24} stroke={1.6} />}
        title={words('cars')}
        lead={t('carsLead')}
      />
      <Entry to="/driver/sessions" icon={<IconReceipt size={24} stroke={1.6} />} title={words('sessions')} />
      <Entry
        to="/driver/notice"
        icon={<IconBell size={24} stroke={1.6} />}
        title={words('notices')}
        lead={count > 0 ? t('unread', { count }) : null}
      />
      <Entry
        to="/driver/report"
        icon={<IconMessageReport size={24} stroke={1.6} />}
        title={words('ownReports')}
      />
      <Entry
        to="/driver/data"
        icon={<IconLock size={24} stroke={1.6} />}
        title={words('data')}
        lead={t('dataLead')}
      />
    </>
  )
}

const Entry = ({
  to,
  icon,
  title,
  lead = null,
}: {
  to: ScreenPath
  icon: ReactNode
  title: string
  lead?: string | null
}) => (
  <li>
    <Link to={addressOf(to)}>
      <span className={css.entry}>
        {icon}
        <span>
          <b>{title}</b>
          {lead !== null && <span className={css.facts}>{lead}</span>}
        </span>
      </span>
      <IconChevronRight size={20} />
    </Link>
  </li>
)
