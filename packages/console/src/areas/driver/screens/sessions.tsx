import { lazy, Suspense } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useTexts } from '../../../lib/texts.ts'
import { DriverPage } from '../parts/driver-page.tsx'
import { SessionRows } from '../parts/session-rows.tsx'

const loadSession = () => import('../parts/one-session.tsx')
const OneSession = lazy(async () => ({ default: (await loadSession()).OneSession }))

const maxSessions = 50

/** Returns the number of a session; null for the list. */
const numberOf = (param: string | undefined): number | null => {
  const number = Number(param)
  return param !== undefined && Number.isInteger(number) ? number : null
}

/** Loads the page of a session before it is shown; the list does not need its chart. */
export async function loader({ params: { param1 } }: LoaderFunctionArgs): Promise<null> {
  if (numberOf(param1) !== null) await loadSession()
  return null
}

/** Past sessions; with a number one of them: live while it is running, then its receipt. */
export default function Sessions() {
  const t = useTexts('driver')
  const number = numberOf(useParams().param1)
  if (number !== null)
    return (
      <Suspense>
        <OneSession number={number} />
      </Suspense>
    )
  return (
    <DriverPage title={t('sessions')}>
      <SessionRows count={maxSessions} />
    </DriverPage>
  )
}
