import { IconDoorOff } from '@tabler/icons-react'
import DriverCards from '../../areas/driver/screens/me.tsx'
import { useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { StatusPage } from './status-pages.tsx'

/** The root of a console in which no area is open for this user; drivers see their own data. */
export function NoArea() {
  const t = useTexts()
  const user = useUser()
  if (user?.interface.code === 'driver') return <DriverCards />
  return (
    <StatusPage
      icon={<IconDoorOff size={40} stroke={1.4} />}
      title={t('pages.noArea')}
      lead={t('pages.noAreaLead')}
    />
  )
}
