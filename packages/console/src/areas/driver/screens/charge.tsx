import { lazy, Suspense } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { SessionRows } from '../parts/session-rows.tsx'

const loadStart = () => import('../parts/start-form.tsx')
const loadSteps = () => import('../parts/starting.tsx')
const StartForm = lazy(async () => ({ default: (await loadStart()).StartForm }))
const Starting = lazy(async () => ({ default: (await loadSteps()).Starting }))

/** Loads the page of a connector or of a start before it is shown; the list does not need them. */
export async function loader({ params: { param2, param3 } }: LoaderFunctionArgs): Promise<null> {
  if (param2 !== undefined) await (param3 === undefined ? loadStart() : loadSteps())
  return null
}

/** Running sessions; with a place and a connector the start, with its key the steps that follow. */
export default function Charge() {
  const { param1: place, param2: connector, param3: key } = useParams()
  if (place === undefined || connector === undefined) return <Running />
  return (
    <Suspense>
      {key === undefined ? (
        <StartForm key={connector} place={place} connector={connector} />
      ) : (
        <Starting id={key} place={place} />
      )}
    </Suspense>
  )
}

function Running() {
  const t = useTexts('driver')
  return (
    <DriverPage
      title={t('charge.title')}
      action={
        <Link className={css.big} data-kind="primary" to={addressOf('/driver')}>
          {t('find.title')}
        </Link>
      }
    >
      <SessionRows count={10} isRunning />
    </DriverPage>
  )
}
