import { IconLogout, IconMoon, IconPlugConnected, IconSun } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import type { PaletteEntry, PaletteSource } from '../../lib/palette.ts'
import { addressOf, type AreaTable } from '../../lib/screen.ts'
import { type SessionUser, signOut, useUser } from '../../lib/session.ts'
import { changeSettings } from '../../lib/settings.ts'
import { useTextKey, useTexts } from '../../lib/texts.ts'
import { useTheme } from '../../lib/theme.ts'
import { isAreaOpen, menuOf, openAreas, loadTable } from '../area-access.ts'
import { ScreenIcon } from '../shell/screen-icon.tsx'

/** Finds screens of all open areas, and actions that are available everywhere. */
export function useScreenSource(): PaletteSource {
  const t = useTexts()
  const translate = useTextKey()
  const user = useUser()
  const theme = useTheme()
  const tables = useOpenTables(user)
  return useMemo(() => {
    const screens: PaletteEntry[] = tables.flatMap((table) =>
      menuOf(table, user).map((screen) => ({
        id: screen.path,
        label: translate(screen.title),
        hint: translate(table.title),
        icon: <ScreenIcon name={screen.icon} size={16} />,
        to: screen.path,
      })),
    )
    if (user && isAreaOpen('crm', user))
      for (const [label, to] of [
        ['screens.attempts', '/crm/stations/attempts'],
        ['palette.stationRules', '/crm/profile'],
      ] as const)
        screens.push({
          id: label,
          label: t(label),
          hint: t('areas.crm'),
          icon: <IconPlugConnected size={16} />,
          to: addressOf(to),
        })
    const dark = theme === 'dark'
    const actions: PaletteEntry[] = [
      {
        id: 'dark',
        label: dark ? t('settings.themeSemiDark') : t('header.dark'),
        hint: t('settings.theme'),
        icon: dark ? <IconSun size={16} /> : <IconMoon size={16} />,
        run: () => changeSettings({ themeType: dark ? 'semi-dark' : 'dark' }),
      },
      ...(user
        ? [{ id: 'sign-out', label: t('header.signOut'), icon: <IconLogout size={16} />, run: signOut }]
        : []),
    ]
    return {
      id: `screens ${theme} ${screens.length}`,
      heading: 'shell:palette.screens',
      find: (text) => [...screens, ...(text === '' ? [] : actions)].filter((entry) => matches(entry, text)),
    }
  }, [t, translate, user, theme, tables])
}

/** Returns the open areas; rows that are loaded on demand are added when they arrive. */
function useOpenTables(user: SessionUser | null): readonly AreaTable[] {
  const [tables, setTables] = useState(() => openAreas(user))
  useEffect(() => {
    let isShown = true
    const late = openAreas(user).filter((table) => table.load)
    // Without a network the palette uses the rows that are loaded.
    void Promise.all(late.map(({ area }) => loadTable(area))).then(
      () => isShown && setTables(openAreas(user)),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [user])
  return tables
}

/** True if each word of the text is the beginning of a word of the entry. */
export function matches(entry: Pick<PaletteEntry, 'label'>, text: string): boolean {
  const words = entry.label.toLowerCase().split(/[\s\-/]+/)
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
