import { writeStored, onStored, readStored } from './stored.ts'
import { createStore, useStore } from './store.ts'

/** Options of the settings panel; stored on this device. */
export const navStyles = ['fixed', 'mini', 'drawer'] as const
export const layoutTypes = ['full', 'boxed', 'framed'] as const
export const themeTypes = ['light', 'semi-dark', 'dark', 'system'] as const
export const themeColors = {
  indigo: '#4F56D9',
  blue: '#0B6BCB',
  teal: '#0A7B6C',
  violet: '#8A3FC7',
  raspberry: '#B4326A',
  slate: '#3B4252',
} as const

export type ThemeColor = keyof typeof themeColors

export interface Settings {
  navStyle: (typeof navStyles)[number]
  layoutType: (typeof layoutTypes)[number]
  /** `system` follows the operating system; null if none was chosen. */
  themeType: (typeof themeTypes)[number] | null
  themeColor: ThemeColor
  isDirectionRTL: boolean
  /** Rows of 36 instead of 48 px in every table. */
  dense: boolean
}

export const defaultSettings: Settings = {
  navStyle: 'fixed',
  layoutType: 'full',
  themeType: null,
  themeColor: 'indigo',
  isDirectionRTL: false,
  dense: false,
}

const oneOf = <T extends string, O>(words: readonly T[], value: unknown, otherwise: O): T | O =>
  words.find((word) => word === value) ?? otherwise

const store = createStore<Settings>(readSettings())

/** Reads the stored settings; unknown or broken values become the default. */
export function readSettings(): Settings {
  const stored = parse(readStored('settings'))
  return {
    navStyle: oneOf(navStyles, stored.navStyle, defaultSettings.navStyle),
    layoutType: oneOf(layoutTypes, stored.layoutType, defaultSettings.layoutType),
    themeType: oneOf(themeTypes, readStored('theme_type'), null),
    themeColor: oneOf(
      Object.keys(themeColors) as ThemeColor[], // the keys of a constant object
      stored.themeColor,
      defaultSettings.themeColor,
    ),
    isDirectionRTL: stored.isDirectionRTL === true,
    dense: stored.dense === true,
  }
}

export function changeSettings(change: Partial<Settings>): void {
  const next = { ...store.get(), ...change }
  const { themeType, ...others } = next
  writeStored('theme_type', themeType)
  writeStored('settings', JSON.stringify(others))
  store.set(next)
}

export const useSettings = (): Settings => useStore(store)

/** Applies changes made in another tab. Returns the function that stops it. */
export function followOtherTabs(): () => void {
  const stops = [onStored('settings', reread), onStored('theme_type', reread)]
  return () => stops.forEach((stop) => stop())
}

const reread = (): void => store.set(readSettings())

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
