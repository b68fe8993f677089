import { IconDoorOff } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { StatusPage } from './status-pages.tsx'

/** The root of a console that has nothing open for this user. */
export function NoArea() {
  const t = useTexts()
  return (
    <StatusPage
      icon={<IconDoorOff size={40} stroke={1.4} />}
      title={t('pages.noArea')}
      lead={t('pages.noAreaLead')}
    />
  )
}
