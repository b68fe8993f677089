import { useSyncExternalStore } from 'react'
import { pageConfig } from './page-config.ts'
import { usePrinting } from './printing.ts'
import { useSession } from './session.ts'
import { type Settings, useSettings } from './settings.ts'

export type Theme = 'light' | 'dark' | 'semi-dark'

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

const onSystemChange = (listener: () => void): (() => void) => {
  systemDark.addEventListener('change', listener)
  return () => systemDark.removeEventListener('change', listener)
}

/**
 * Returns the theme to draw. If none was chosen, the console is semi-dark, and the screens before sign-in are
 * dark if the system is. boot.js decides the same before the first paint.
 */
export const themeFor = (
  chosen: Settings['themeType'],
  isSystemDark: boolean,
  isSignedOut: boolean,
): Theme =>
  chosen === 'system'
    ? isSystemDark
      ? 'dark'
      : 'light'
    : (chosen ?? (isSignedOut && isSystemDark ? 'dark' : 'semi-dark'))

/** Returns the theme to draw, and follows settings, system and session. Paper is light. */
export function useTheme(): Theme {
  const { themeType } = useSettings()
  const isSystemDark = useSyncExternalStore(onSystemChange, () => systemDark.matches)
  const isSignedOut = useSession().phase === 'error' && pageConfig().authorize
  const isPrinting = usePrinting()
  return isPrinting ? 'light' : themeFor(themeType, isSystemDark, isSignedOut)
}
