import { commands16, type CommandPurpose16, securityCommands16 } from '@stationmaster/ocpp/v16'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../lib/texts.ts'
import { TextField } from '../../ui/form/fields.tsx'
import css from './commands.module.css'
import { findCommands } from './find-commands.ts'
import { useCommandWords } from './use-command-words.ts'

const purposes: readonly CommandPurpose16[] = [
  'session',
  'smart-charging',
  'station',
  'configuration',
  'maintenance',
]

export type CommandName = (typeof commands16)[number]['action']
const all = [...commands16, ...securityCommands16]

/** Returns the command that a path segment names, or null. */
export const commandNamed = (name: string | undefined): CommandName | null =>
  all.find((command) => command.action === name)?.action ?? null

/** Lists all commands by purpose, with a filter. Each one is a link, so that the Back button works. */
export function CommandList({
  active,
  href,
}: {
  active: CommandName | null
  href: (command: CommandName) => string
}) {
  const t = useTexts('ocpp')
  const [wanted, setWanted] = useState('')
  const found = new Set(findCommands(wanted, useCommandWords()).map(({ action }) => action))
  const matches = (action: CommandName): boolean => wanted.trim() === '' || found.has(action)
  const groups = [
    ...purposes.map((purpose) => ({
      title: t(`purposes.${purpose}`),
      commands: commands16.filter((command) => command.purpose === purpose && matches(command.action)),
    })),
    { title: t('command.security'), commands: securityCommands16.filter(({ action }) => matches(action)) },
  ]
  return (
    <nav className={css.commands} aria-label={t('command.list')}>
      <TextField
        type="search"
        size="xs"
        aria-label={t('command.find')}
        placeholder={t('command.find')}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      {groups.map(
        ({ title, commands }) =>
          commands.length > 0 && (
            <section key={title}>
              <h2 className="group-label">{title}</h2>
              <ul>
                {commands.map(({ action }) => (
                  <li key={action}>
                    <Link
                      className="nav-link"
                      to={href(action)}
                      aria-current={action === active ? 'page' : undefined}
                      preventScrollReset
                    >
                      {action}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </nav>
  )
}
