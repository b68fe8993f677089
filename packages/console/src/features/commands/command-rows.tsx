import { commandStates } from '@stationmaster/contract'
import { IconChevronDown, IconChevronRight, IconHistory, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Identity } from '../../ui/data/copy.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { Ago } from '../../ui/time/moment.tsx'
import css from './commands.module.css'
import { type Command, isOpen, useCancel } from './queries.ts'

const tones: Record<Command['statecode'], Tone> = {
  queued: 'calm',
  sent: 'busy',
  accepted: 'good',
  rejected: 'warn',
  failed: 'bad',
  timeout: 'bad',
  cancelled: 'calm',
  expired: 'calm',
  unknown: 'warn',
}

export function CommandState({ command }: { command: Command }) {
  const t = useTexts('ocpp')
  const state = commandStates.find((known) => known === command.statecode) ?? 'unknown'
  // The station's own word says more than ours.
  return <ToneChip tone={tones[state]}>{command.status ?? t(`states.${state}`)}</ToneChip>
}

/** Commands with their answers as the stations sent them; `openAll` shows the answers at once. */
export function CommandRows({
  label,
  commands,
  openAll = false,
  onReuse,
}: {
  label: string
  commands: readonly Command[]
  openAll?: boolean
  onReuse?: (command: Command) => void
}) {
  return (
    <ul className={css.results} aria-label={label}>
      {commands.map((command) => (
        <li key={command.id}>
          <CommandRow command={command} startsOpen={openAll} onReuse={onReuse} />
        </li>
      ))}
    </ul>
  )
}

function CommandRow({
  command,
  startsOpen,
  onReuse,
}: {
  command: Command
  startsOpen: boolean
  onReuse?: (command: Command) => void
}) {
  const t = useTexts('ocpp')
  const [open, setOpen] = useState(startsOpen)
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <>
      <button type="button" className={css.resultHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={14} aria-hidden="true" />
        <Identity value={command.identity} />
        <CommandState command={command} />
        <span className={css.note}>
          {command.late && `${t('command.late')} · `}
          {command.roundtripms === null ? (
            <Ago at={command.created} />
          ) : (
            t('command.roundtrip', { ms: command.roundtripms })
          )}
        </span>
      </button>
      {(command.message ?? command.note) && <p className={css.message}>{command.message ?? command.note}</p>}
      {open && <Answer command={command} onReuse={onReuse} />}
    </>
  )
}

function Answer({ command, onReuse }: { command: Command; onReuse?: (command: Command) => void }) {
  const t = useTexts('ocpp')
  const cancel = useCancel()
  return (
    <div className={css.answer}>
      {command.response !== null && command.response !== undefined && (
        <CodeBlock value={command.response} label={t('command.result')} maxHeight={280} />
      )}
      {onReuse && <CodeBlock value={command.request} label={t('command.request')} maxHeight={180} />}
      {(onReuse || (isOpen(command) && command.statecode === 'queued')) && (
        <div className={css.tools}>
          {onReuse && (
            <Button small icon={<IconHistory size={14} />} onClick={() => onReuse(command)}>
              {t('command.reuse')}
            </Button>
          )}
          {command.statecode === 'queued' && (
            <Button
              small
              icon={<IconX size={14} />}
              loading={cancel.isPending}
              onClick={() => cancel.mutate(command.id)}
            >
              {t('command.cancel')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
