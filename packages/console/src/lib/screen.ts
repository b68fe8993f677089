import type { ComponentType } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { Namespace, TextKey } from './texts.ts'

/**
 * A screen is one row in the table of its area; route, menu, palette, title, breadcrumb and access follow from it.
 * `path` stands for itself, or with `params` for up to three more parts (`param1` to `param3`).
 */
export interface ScreenRow {
  path: string
  title: TextKey
  icon: ScreenIcon | ScreenPicture
  /** Who finds it in menus and may open it; the server decides by itself what it answers. */
  may: ScreenAccess
  /** In the side bar, under this heading where the area groups its menu. */
  menu?: boolean
  group?: TextKey
  params?: boolean
  /** Uses the whole width, whatever the layout setting. */
  wide?: boolean
  /** Namespaces beside the area's own. */
  texts?: readonly Namespace[]
  load: () => Promise<ScreenModule>
}

/**
 * By name where the table comes with the first page: pictures come with the frame (app/shell/screen-icon.tsx). A
 * table that comes late brings its own.
 */
export type ScreenIcon =
  | 'admin'
  | 'card'
  | 'command'
  | 'connected'
  | 'crm'
  | 'driver'
  | 'notice'
  | 'ocpp'
  | 'person'
  | 'search'
  | 'station'
  | 'transaction'

export type ScreenPicture = ComponentType<{ size?: number | string }>

export type ScreenAccess = 'anyone' | 'operator' | 'driver' | 'admin'

/** What a screen file exports: its component, and a loader so that data and script arrive together. */
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
  /** Empty while they are not there yet. */
  screens: readonly ScreenRow[]
  /** Where few people come: the rows are fetched by who does, and cost nobody else anything. */
  load?: () => Promise<readonly ScreenRow[]>
}

/**
 * Addresses that exist. Each area adds its own beside its table, so that a wrong address does not compile and
 * features need not import areas:
 *   declare module '../../lib/screen.ts' { interface ScreenPaths extends Record<Paths<typeof crm>, true> {} }
 */
export interface ScreenPaths {
  '/': true
  '/driver': true
  '/profile': true
}
export type ScreenPath = keyof ScreenPaths
export type PathsOf<T extends { screens: readonly { path: string }[] }> = T['screens'][number]['path']

/** `addressOf('/crm/station', [id, 'log'], { hb: '1' })`. Parts that are empty end the path. */
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
