import { type PageConfig, pageConfig } from './page-config.ts'
import type { AreaCode } from './screen.ts'
import type { SessionUser } from './session.ts'

/** Returns true if the flag of an area is on and the user may enter the area, regardless of its screens. */
export function isAreaGranted(
  area: AreaCode,
  user: SessionUser | null,
  config: PageConfig = pageConfig(),
): boolean {
  if (!config[area]) return false
  if (area === 'admin' && user?.admin !== true) return false
  const isDriver = user?.interface.code === 'driver'
  if ((area === 'crm' && isDriver) || (area === 'driver' && !isDriver)) return false
  return !user?.areas || user.areas.some((open) => open === area)
}
