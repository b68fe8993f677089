import { lazy, Suspense } from 'react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { loadTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { AboutStation } from './about-station.tsx'
import { ConfigurationKeys } from './configuration-keys.tsx'
import { Deviations } from './deviations.tsx'
import { UnmatchedMessages } from './unmatched-messages.tsx'
import css from './station.module.css'
import { ReportedFacts } from './reported-facts.tsx'

// Rarely used: script and texts are loaded after the rest of the section.
const Maintenance = lazy(async () => {
  await loadTexts('maintenance')
  return { default: (await import('./maintenance.tsx')).Maintenance }
})

const StationHistory = lazy(async () => {
  await loadTexts('availability')
  return { default: (await import('./station-history.tsx')).StationHistory }
})

/** Data edited by users and reported by the station, its configuration, and its deviations from the standard. */
export function Details({ station }: { station: Station }) {
  return (
    <div className={css.parts}>
      <UnmatchedMessages station={station} />
      <div className={css.two}>
        <ReportedFacts station={station} />
        <AboutStation station={station} />
      </div>
      <Suspense fallback={<Loading rows={3} />}>
        <StationHistory station={station} />
      </Suspense>
      <ConfigurationKeys station={station} />
      <Suspense fallback={<Loading rows={6} />}>
        <Maintenance station={station} />
      </Suspense>
      <Deviations station={station} />
    </div>
  )
}
