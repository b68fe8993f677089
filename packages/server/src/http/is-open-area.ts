import type { EndpointUse } from '@stationmaster/contract'
import type { Viewer } from '../shared/scope.ts'

/** Returns true if a user may work in one of the areas; administrators are not limited to areas. */
export const isOpenArea = (
  { isAdmin, areas }: Pick<Viewer, 'isAdmin' | 'areas'>,
  needed: EndpointUse['areas'],
): boolean => isAdmin || areas == null || needed === null || needed.some((area) => areas.includes(area))
