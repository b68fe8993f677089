import { logParameters } from '../../../features/ocpp-log/log-filter.ts'
import { LogView } from '../../../features/ocpp-log/log-view.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useAddress } from '../../../lib/address.ts'
import css from './station.module.css'

/** The messages between the station and the server. */
export function Log({ station }: { station: Station }) {
  const [at, go] = useAddress(logParameters)
  return (
    <div className={css.flush}>
      <LogView station={station} at={at} go={go} />
    </div>
  )
}
