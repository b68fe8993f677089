import { Link, useParams } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { SessionRows } from '../parts/session-rows.tsx'
import { StartForm } from '../parts/start-form.tsx'
import { Starting } from '../parts/starting.tsx'

/** Running sessions; with a place and a connector the start, with its key the steps that follow. */
export default function Charge() {
  const { param1: place, param2: connector, param3: key } = useParams()
  if (place !== undefined && connector !== undefined)
    return key === undefined ? (
      <StartForm key={connector} place={place} connector={connector} />
    ) : (
      <Starting id={key} place={place} />
    )
  return <Running />
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
