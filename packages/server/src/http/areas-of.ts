import type { areaCodes, ClassUse, Endpoint } from '@stationmaster/contract'
import type { Viewer } from '../shared/scope.ts'

export type Area = (typeof areaCodes)[number]

const anywhere: readonly Area[] = ['crm', 'driver', 'ocpp']
const byPeople: readonly Area[] = ['crm', 'driver']
const toStations: readonly Area[] = ['crm', 'ocpp']

// the first match applies
const areasOfPath: readonly (readonly [string, readonly Area[]])[] = [
  ['/ChargePoint', ['ocpp']],
  ['/CentralSystem/', ['ocpp']],
  ['/command/', toStations],
  ['/connection_attempt/', toStations],
  ['/charging_profile/', toStations],
  ['/transfer/', toStations],
  ['/local_list/', toStations],
  ['/ocpp/log/', toStations],
  ['/connector/remote/', anywhere],
  ['/connector/reserve/', anywhere],
  ['/method/run', byPeople],
  ['/object/', byPeople],
]

/** Requests about the caller's own data, or needed before anything else. */
const ofNoArea =
  /^\/(oauth2|sign|setup|session|user|verification|registry|notice|live)\/|^\/(whoami|terms|class)$/

/**
 * Returns the areas whose screens make this request: a user limited to areas needs one of them. Reading
 * charging data serves all three; changing it belongs to the areas crm and driver, not to the OCPP tools.
 * Null: it belongs to no area, which only applies to the requests listed here and to those of administrators.
 */
export function areasOf(
  { path, may }: Pick<Endpoint, 'path' | 'may'>,
  use: ClassUse | null,
): readonly Area[] | null {
  if (may === 'admin' || ofNoArea.test(path)) return null
  const listed = areasOfPath.find(([start]) => path.startsWith(start))?.[1]
  return listed ?? (use && use.verb !== 's' ? byPeople : anywhere)
}

/** Returns true if a user may work in one of the areas; administrators are not limited to areas. */
export const isOpenArea = (
  { isAdmin, areas }: Pick<Viewer, 'isAdmin' | 'areas'>,
  needed: readonly Area[] | null,
): boolean => isAdmin || areas == null || needed === null || needed.some((area) => areas.includes(area))
