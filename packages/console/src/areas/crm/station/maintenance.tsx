import type { Station } from '../../../features/stations/station-columns.tsx'
import { LocalList } from './local-list.tsx'
import { Transfers } from './transfers.tsx'

/** Firmware and diagnostics transfers, and the local authorization list of a station. */
export function Maintenance({ station }: { station: Station }) {
  return (
    <>
      <Transfers station={station} />
      <LocalList station={station} />
    </>
  )
}
