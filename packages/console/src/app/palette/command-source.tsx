import { commands16, securityCommands16 } from '@stationmaster/ocpp/v16'
import { IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import type { PaletteEntry, PaletteSource } from '../../lib/palette.ts'
import { addressOf } from '../../lib/screen.ts'
import { useUser } from '../../lib/session.ts'
import { isAreaOpen } from '../area-access.ts'
import { matches } from './screen-source.tsx'

const most = 6
const all = [...commands16, ...securityCommands16].map(({ action }) => ({
  action,
  /** "Set Charging Profile": each of its words can be looked for. */
  words: action.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
}))

/** OCPP commands by their names; on a command's page they are meant for the stations that are chosen there. */
export function useCommandSource(): PaletteSource {
  const open = isAreaOpen('ocpp', useUser())
  const { pathname, search } = useLocation()
  return useMemo(() => {
    const station = /^\/ocpp\/command\/([^/]+)/.exec(pathname)?.[1]
    const stations = new URLSearchParams(pathname.startsWith('/ocpp/command') ? search : '').get('stations')
    const entries = all.map(({ action, words }) => ({
      id: `command ${action}`,
      label: action,
      words,
      icon: <IconSend size={16} />,
      mono: true,
      to: addressOf(
        '/ocpp/command',
        [station ? decodeURIComponent(station) : '-', action],
        stations ? { stations } : {},
      ),
    }))
    return {
      id: `commands ${open} ${station ?? ''} ${stations ?? ''}`,
      heading: 'shell:screens.commands',
      find: (text): PaletteEntry[] =>
        text.trim() === '' || !open
          ? []
          : entries
              .filter(
                ({ label, words }) =>
                  matches({ label: words }, text) ||
                  label.toLowerCase().startsWith(text.trim().toLowerCase()),
              )
              .slice(0, most),
    }
  }, [open, pathname, search])
}
