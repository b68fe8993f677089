import { stationSecurity } from '@stationmaster/contract'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { SecurityProfile } from './security-profile.tsx'
import { StationCertificates } from './station-certificates.tsx'
import { StationRoots } from './station-roots.tsx'
import { StationSecurityEvents } from './station-security-events.tsx'
import css from './station.module.css'

/** Security profile, certificates, trusted roots and security events of a station. */
export function Security({ station }: { station: Station }) {
  const security = useEndpoint(
    stationSecurity,
    { id: station.id },
    { hints: ['station.changed'], station: station.id },
  )
  return (
    <div className={css.parts}>
      <SecurityProfile station={station} security={security} />
      <StationCertificates station={station} security={security} />
      <StationRoots station={station} security={security} />
      <StationSecurityEvents station={station} />
    </div>
  )
}
