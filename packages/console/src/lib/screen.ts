import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { Namespace, TextKey } from './texts.ts'

/**
 * A screen is one row in the table of its area; route, menu, palette, title, breadcrumb and access are
 * derived from it. `path` is the full path, or with `params` is followed by up to three more parts (`param1`
 * to `param3`).
 */
export interface ScreenRow {
  path: string
  title: TextKey
  icon: ScreenIcon | ScreenPicture
  /** Users who see it in menus and may open it; the server checks each call independently. */
  may: ScreenAccess
  /** True if listed in the side bar (`admin`: of administrators), under this heading if the area groups its menu. */
  menu?: boolean | 'admin'
  group?: TextKey
  params?: boolean
  /** True if it uses the full width, whatever the layout setting. */
  wide?: boolean
  /** Namespaces in addition to the area's own. */
  texts?: readonly Namespace[]
  load: () => Promise<ScreenModule>
}

/**
 * By name if the table is part of the first page: the icons load with the shell (app/shell/screen-icon.tsx).
 * A table that loads later brings its own.
 */
export type ScreenIcon =
  | 'account'
  | 'activity'
  | 'admin'
  | 'availability'
  | 'card'
  | 'client'
  | 'command'
  | 'connected'
  | 'crm'
  | 'driver'
  | 'incident'
  | 'invoice'
  | 'network'
  | 'notice'
  | 'ocpp'
  | 'person'
  | 'report'
  | 'search'
  | 'site'
  | 'station'
  | 'tariff'
  | 'transaction'

export type ScreenPicture = ComponentType<{ size?: number | string }>

export type ScreenAccess = 'anyone' | 'operator' | 'driver' | 'admin'

/** Exports of a screen file: its component, and a loader so that data and script load in parallel. */
export interface ScreenModule {
  default: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
}

export const areaCodes = ['crm', 'ocpp', 'driver', 'admin'] as const
export type AreaCode = (typeof areaCodes)[number]

export interface AreaTable {
  area: AreaCode
  title: TextKey
  icon: ScreenIcon
  texts: readonly Namespace[]
  wide?: boolean
  /** Empty until loaded. */
  screens: readonly ScreenRow[]
  /** Loads the rows of areas that few users open, so that they cost the others nothing. */
  load?: () => Promise<readonly ScreenRow[]>
}

/**
 * Addresses that exist. Each area adds its own next to its table, so that a wrong address does not compile
 * and features need not import areas:
 *   declare module '../../lib/screen.ts' { interface ScreenPaths extends Record<Paths<typeof crm>, true> {} }
 */
export interface ScreenPaths {
  '/': true
  '/driver': true
  '/profile': true
}
export type ScreenPath = keyof ScreenPaths
export type PathsOf<T extends { screens: readonly { path: string }[] }> = T['screens'][number]['path']

/** `addressOf('/crm/station', [id, 'log'], { hb: '1' })`. An empty part ends the path. */
export function addressOf(
  path: ScreenPath,
  params: readonly (string | number | null | undefined)[] = [],
  query: Record<string, string | null | undefined> = {},
): string {
  const parts = params.map((part) => (part === null || part === undefined ? '' : String(part)))
  const end = parts.indexOf('')
  const tail = (end < 0 ? parts : parts.slice(0, end)).map((part) => `/${encodeURIComponent(part)}`).join('')
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  const asked = search.toString()
  return path + tail + (asked === '' ? '' : `?${asked}`)
}
