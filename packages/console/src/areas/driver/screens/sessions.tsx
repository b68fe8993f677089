import { useParams } from 'react-router'
import { useTexts } from '../../../lib/texts.ts'
import { DriverPage } from '../parts/driver-page.tsx'
import { OneSession } from '../parts/one-session.tsx'
import { SessionRows } from '../parts/session-rows.tsx'

const maxSessions = 50

/** Past sessions; with a number one of them: live while it is running, then its receipt. */
export default function Sessions() {
  const t = useTexts('driver')
  const { param1 } = useParams()
  const number = Number(param1)
  if (param1 !== undefined && Number.isInteger(number)) return <OneSession number={number} />
  return (
    <DriverPage title={t('sessions')}>
      <SessionRows count={maxSessions} />
    </DriverPage>
  )
}
