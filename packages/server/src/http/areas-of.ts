import type { areaCodes, Endpoint } from '@stationmaster/contract'
import type { ClassUse } from './class-of.ts'

export type Area = (typeof areaCodes)[number]

const anywhere: readonly Area[] = ['crm', 'driver', 'ocpp']
const byPeople: readonly Area[] = ['crm', 'driver']
const toStations: readonly Area[] = ['crm', 'ocpp']

// the first that fits wins
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

/**
 * The areas whose screens make this call: somebody limited to areas needs one of them. Looking at what is charged
 * serves all three; changing it is the work of people, not of the tools. Null: it belongs to no area.
 */
export function areasOf({ path }: Pick<Endpoint, 'path'>, use: ClassUse | null): readonly Area[] | null {
  const listed = areasOfPath.find(([start]) => path.startsWith(start))?.[1]
  if (listed) return listed
  if (!use) return null
  return use.verb === 's' ? anywhere : byPeople
}
