import type { Station } from '../../../features/stations/station-columns.tsx'
import { AboutStation } from './about-station.tsx'
import { ConfigurationKeys } from './configuration-keys.tsx'
import { Deviations } from './deviations.tsx'
import { Quarantine } from './quarantine.tsx'
import css from './station.module.css'
import { ToldFacts } from './told-facts.tsx'

/** What people say of the station, what it says of itself, its settings, and where it leaves the standard. */
export function Details({ station }: { station: Station }) {
  return (
    <div className={css.parts}>
      <Quarantine station={station} />
      <div className={css.two}>
        <ToldFacts station={station} />
        <AboutStation station={station} />
      </div>
      <ConfigurationKeys station={station} />
      <Deviations station={station} />
    </div>
  )
}
