import { admin } from '../areas/admin/area.ts'
import { crm } from '../areas/crm/screens.ts'
import { driver } from '../areas/driver/screens.ts'
import { ocpp } from '../areas/ocpp/screens.ts'
import { isAreaGranted } from '../lib/area-flags.ts'
import { type PageConfig, pageConfig } from '../lib/page-config.ts'
import { type AreaCode, areaCodes, type AreaTable, type ScreenRow } from '../lib/screen.ts'
import { type Session, session, type SessionUser, userOf } from '../lib/session.ts'
import { loadTexts } from '../lib/texts.ts'
import { writeStored, readStored } from '../lib/stored.ts'

/**
 * Decides which areas and screens are shown, from the flags of the page configuration and the signed-in user.
 * The server makes its own decision about every request.
 */
export const areaTables: Record<AreaCode, AreaTable> = { crm, ocpp, driver, admin }

/** Returns the table of an area with its rows and menu texts, which may be loaded on demand. */
export async function loadTable(area: AreaCode): Promise<AreaTable> {
  const { load, ...table } = areaTables[area]
  if (load) {
    const [screens] = await Promise.all([load(), loadTexts(...table.texts)])
    areaTables[area] = { ...table, screens }
  }
  return areaTables[area]
}

/** True if areas are shown at all: a user is signed in, or authorization is off. */
export const isInside = (present: Session, config: PageConfig = pageConfig()): boolean =>
  present.phase === 'authorized' ||
  (!config.authorize && present.phase === 'error' && !present.unreachable && present.message === null)

/** Returns the user for whom access is checked. */
export const presentUser = (present: Session = session()): SessionUser | null => userOf(present)

const isDriver = (user: SessionUser | null): boolean => user?.interface.code === 'driver'

export function mayOpen(screen: ScreenRow, user: SessionUser | null): boolean {
  if (screen.may === 'admin') return user?.admin === true
  if (screen.may === 'operator') return !isDriver(user)
  if (screen.may === 'driver') return isDriver(user)
  return true
}

/** Returns true if the flag of the area is on and the area has a screen for this user. */
export function isAreaOpen(
  area: AreaCode,
  user: SessionUser | null,
  config: PageConfig = pageConfig(),
): boolean {
  if (!isAreaGranted(area, user, config)) return false
  const table = areaTables[area]
  return table.load !== undefined || table.screens.some((screen) => mayOpen(screen, user))
}

export const openAreas = (user: SessionUser | null, config: PageConfig = pageConfig()): AreaTable[] =>
  areaCodes.filter((area) => isAreaOpen(area, user, config)).map((area) => areaTables[area])

/** Returns the path of the user's profile; null if the configuration excludes the area that has it. */
export function profileOf(user: SessionUser | null): '/crm/profile' | '/profile' | null {
  if (isAreaOpen('crm', user)) return '/crm/profile'
  return isDriver(user) || openAreas(user).length === 0 ? '/profile' : null
}

/** Returns the menu of an area for this user. */
export const menuOf = (table: AreaTable, user: SessionUser | null): ScreenRow[] =>
  table.screens.filter(
    (screen) => (screen.menu === 'admin' ? user?.admin : screen.menu) && mayOpen(screen, user),
  )

/**
 * Returns the path that the root redirects to: the area used last if it is still open; otherwise driver for
 * drivers, crm, ocpp, admin. Null if no area is open.
 */
export function homeOf(
  user: SessionUser | null,
  config: PageConfig = pageConfig(),
  last: string | null = readStored('mode_path'),
): string | null {
  const open = openAreas(user, config).map((table) => table.area)
  const order: readonly AreaCode[] = isDriver(user)
    ? ['driver', 'ocpp', 'admin']
    : ['crm', 'ocpp', 'admin', 'driver']
  const remembered = open.find((area) => `/${area}` === last)
  const area = remembered ?? order.find((code) => open.includes(code))
  return area ? `/${area}` : null
}

export const rememberArea = (area: AreaCode): void => writeStored('mode_path', `/${area}`)
