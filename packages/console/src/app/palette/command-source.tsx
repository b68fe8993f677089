import { commandSend } from '@stationmaster/contract'
import { IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { findCommands } from '../../features/commands/find-commands.ts'
import { useCommandWords } from '../../features/commands/use-command-words.ts'
import { useMay } from '../../lib/access.ts'
import type { PaletteEntry, PaletteSource } from '../../lib/palette.ts'
import { addressOf } from '../../lib/screen.ts'
import { useUser } from '../../lib/session.ts'
import { isAreaOpen } from '../area-access.ts'
import { useNamespace } from './use-namespace.ts'

const maxResults = 6

/**
 * Finds OCPP commands by name and purpose for users who may send them; on the page of a command they apply to
 * the stations selected there. `named` finds the one whose name is the text, `others` the other ones.
 */
export function useCommandSources(): { named: PaletteSource; others: PaletteSource } {
  const may = useMay()
  const open = isAreaOpen('ocpp', useUser()) && may(commandSend)
  const { pathname, search } = useLocation()
  const commandText = useCommandWords()
  const hasTexts = useNamespace('ocpp', open)
  return useMemo(() => {
    const station = /^\/ocpp\/command\/([^/]+)/.exec(pathname)?.[1]
    const stations = new URLSearchParams(pathname.startsWith('/ocpp/command') ? search : '').get('stations')
    const entryOf = ({ action, about }: { action: string; about: string }): PaletteEntry => ({
      id: `command ${action}`,
      label: action,
      ...(hasTexts ? { hint: about } : {}),
      icon: <IconSend size={16} />,
      mono: true,
      to: addressOf(
        '/ocpp/command',
        [station ? decodeURIComponent(station) : '-', action],
        stations ? { stations } : {},
      ),
    })
    const sourceOf = (wanted: 'named' | 'others'): PaletteSource => ({
      id: `commands ${wanted} ${open} ${hasTexts} ${station ?? ''} ${stations ?? ''}`,
      heading: 'shell:screens.commands',
      find: (text): PaletteEntry[] =>
        open
          ? findCommands(text, hasTexts ? commandText : () => '')
              .filter(({ isNamed }) => isNamed === (wanted === 'named'))
              .slice(0, maxResults)
              .map(entryOf)
          : [],
    })
    return { named: sourceOf('named'), others: sourceOf('others') }
  }, [open, pathname, search, commandText, hasTexts])
}
