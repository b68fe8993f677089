import { commandCancel, commandStates } from '@stationmaster/contract'
import { IconChevronDown, IconChevronRight, IconHistory, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTermWord } from '../../lib/term-words.ts'
import { StoredError } from '../../lib/stored-error.tsx'
import { useCustomLabels, useTexts } from '../../lib/texts.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button } from '../../ui/buttons.tsx'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Identity } from '../../ui/data/copy.tsx'
import { Term, TermCode } from '../../ui/data/term.tsx'
import { MethodButtons } from '../../ui/methods/method-items.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { Ago } from '../../ui/time/moment.tsx'
import { CommandAnswer } from './command-answer.tsx'
import css from './commands.module.css'
import type { Command } from './queries.ts'

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
  const word = useTermWord()
  const given = useCustomLabels()
  const state = commandStates.find((known) => known === command.statecode) ?? 'unknown'
  // The station's own message is more specific than ours.
  return (
    <ToneChip tone={command.late ? 'warn' : tones[state]}>
      {(command.status && word('status', command.status)) ?? given('command', state) ?? t(`states.${state}`)}
    </ToneChip>
  )
}

/** A run over many stations has thousands of rows: they are rendered in steps. */
const step = 100

/**
 * Lists commands with the responses of the stations; `openAll` expands all responses, `mixed` shows the name
 * of the command in each row.
 */
export function CommandRows({
  label,
  commands,
  openAll = false,
  mixed = false,
  onReuse,
}: {
  label: string
  commands: readonly Command[]
  openAll?: boolean
  mixed?: boolean
  onReuse?: (command: Command) => void
}) {
  const t = useTexts()
  const [most, setMost] = useState(step)
  return (
    <>
      <ul className={css.results} aria-label={label}>
        {commands.slice(0, most).map((command) => (
          <li key={command.id}>
            <CommandRow command={command} startsOpen={openAll} mixed={mixed} onReuse={onReuse} />
          </li>
        ))}
      </ul>
      {commands.length > most && (
        <div className={css.hint}>
          <Button small onClick={() => setMost(most + step)}>
            {t('ui.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function CommandRow({
  command,
  startsOpen,
  mixed,
  onReuse,
}: {
  command: Command
  startsOpen: boolean
  mixed: boolean
  onReuse?: (command: Command) => void
}) {
  const t = useTexts('ocpp')
  const format = useFormat()
  const [open, setOpen] = useState(startsOpen)
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <>
      <button type="button" className={css.resultHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={14} aria-hidden="true" />
        {mixed && <span className="mono">{command.action}</span>}
        <Identity value={command.identity} />
        <CommandState command={command} />
        {command.status && <TermCode member="status" value={command.status} />}
        <span className={css.note}>
          {command.late && `${t('command.late')} · `}
          {command.roundtripms === null ? (
            <Ago at={command.created} />
          ) : (
            format.responseTime(command.roundtripms)
          )}
        </span>
      </button>
      <CommandMessage command={command} />
      <Restarted command={command} />
      {open && <Answer command={command} onReuse={onReuse} />}
    </>
  )
}

/**
 * Shows why a command failed: code and description of the station's error, or our own text in the user's
 * language.
 */
function CommandMessage({ command }: { command: Command }) {
  const { errorcode, message, note } = command
  // An accepted command with a message got no response: the note says how its result is known.
  const isNote = Boolean(note) && (command.statecode === 'accepted' || !message)
  const text = isNote ? note : message
  if (!errorcode && !text) return null
  return (
    <p className={css.message}>
      {errorcode && <Term member="callError" value={errorcode} />}
      {errorcode && text && ': '}
      <Suspense>
        <StoredError
          code={isNote ? command.notecode : command.messagecode}
          params={isNote ? null : command.messageparams}
          message={text}
        />
      </Suspense>
    </p>
  )
}

/** Shows how long a station took to be online again after a Reset. */
function Restarted({ command: { sent, restarted } }: { command: Command }) {
  const t = useTexts('ocpp')
  const format = useFormat()
  if (!sent || !restarted) return null
  const seconds = Math.max(1, Math.round((Date.parse(restarted) - Date.parse(sent)) / 1_000))
  return <p className={css.message}>{t('command.restarted', { time: format.duration(seconds) })}</p>
}

/** Default time for a station's response; can be configured on the server. */
const timeoutS = 30

function Answer({ command, onReuse }: { command: Command; onReuse?: (command: Command) => void }) {
  const t = useTexts('ocpp')
  const format = useFormat()
  const cancel = useChange(commandCancel, { done: null })
  return (
    <div className={css.answer}>
      {command.statecode === 'sent' && (
        <p className={css.message}>{t('command.waiting', { time: format.duration(timeoutS) })}</p>
      )}
      {command.response !== null && command.response !== undefined && <CommandAnswer command={command} />}
      {onReuse && <CodeBlock value={command.request} label={t('command.request')} maxHeight={180} />}
      {(onReuse || Object.keys(command.methods).length > 0) && (
        <div className={css.tools}>
          {onReuse && (
            <Button small icon={<IconHistory size={14} />} onClick={() => onReuse(command)}>
              {t('command.reuse')}
            </Button>
          )}
          <MethodButtons
            small
            classCode="command"
            object={command}
            subject="Commands"
            items={{
              cancel: {
                label: t('command.cancel'),
                icon: <IconX size={14} />,
                run: () => cancel.mutate({ id: command.id }),
              },
            }}
          />
        </div>
      )}
    </div>
  )
}
