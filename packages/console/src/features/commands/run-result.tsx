import { commandSend } from '@stationmaster/contract'
import { useEffect, useRef } from 'react'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Failure, Unloaded } from '../../ui/feedback/feedback.tsx'
import { Card } from '../../ui/page/page.tsx'
import { CommandRows } from './command-rows.tsx'
import css from './commands.module.css'
import { isOpen, useHistory, useRun } from './queries.ts'
import type { ChosenStation, Command } from './queries.ts'
import type { CommandName } from './command-list.tsx'

const failedStates = new Set(['failed', 'timeout', 'expired', 'unknown', 'rejected'])

/** Shows the responses to the last run, one row per station, as they arrive. */
export function RunResult({
  runId,
  error,
  onRetry,
}: {
  runId: string | null
  error: Error | null
  onRetry: (stations: string[]) => void
}) {
  const t = useTexts('ocpp')
  const maySend = useMay()(commandSend)
  const run = useRun(runId)
  const commands = run.data ?? []
  const done = commands.filter((command) => !isOpen(command))
  const failed = done.filter((command) => failedStates.has(command.statecode))
  const answered = commands.filter((command) => command.roundtripms !== null)
  const rejected = answered.filter(({ statecode }) => statecode === 'rejected').length
  const many = commands.length > 1
  const place = useInView(runId)
  return (
    <Card title={many ? t('command.results') : t('command.result')} pad={false}>
      <div aria-live="polite" ref={place}>
        {error && <Failure small error={error} />}
        {!error && commands.length === 0 && (
          <p className={`${css.message} ${css.hint}`}>{t('command.noResult')}</p>
        )}
        {many && (
          <p className={`${css.message} ${css.hint}`}>
            {t('command.summary', { done: answered.length, all: commands.length })}
            {rejected > 0 && ` · ${t('command.rejected', { count: rejected })}`}
          </p>
        )}
        {!error && commands.length > 0 && (
          <CommandRows
            label={t('command.results')}
            commands={many ? failedFirst(commands) : commands}
            openAll={!many}
          />
        )}
        {maySend && many && failed.length > 0 && done.length === commands.length && (
          <div className={css.hint}>
            <Button small onClick={() => onRetry(failed.map((command) => command.stationid))}>
              {t('command.retry')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Results that need attention come first. */
const failedFirst = (commands: readonly Command[]): Command[] => [
  ...commands.filter(({ statecode }) => failedStates.has(statecode)),
  ...commands.filter(({ statecode }) => !failedStates.has(statecode)),
]

/** Scrolls the result into view after sending if it is below the form, as on phones. */
function useInView(runId: string | null) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(runId)
  useEffect(() => {
    if (runId !== before.current) place.current?.scrollIntoView({ block: 'center' })
    before.current = runId
  }, [runId])
  return place
}

/** Lists earlier commands, newest first; a request can be loaded into the form again. */
export function History({
  action,
  stations,
  onReuse,
}: {
  action: CommandName | null
  stations: readonly ChosenStation[]
  onReuse: (command: Command) => void
}) {
  const t = useTexts('ocpp')
  const history = useHistory(action, stations)
  return (
    <Card title={t('command.history')} pad={false}>
      {!history.data && <Unloaded small query={history} rows={2} />}
      {history.data?.length === 0 && (
        <p className={`${css.message} ${css.hint}`}>{t('command.historyEmpty')}</p>
      )}
      {history.data && (
        <CommandRows
          label={t('command.history')}
          commands={history.data}
          mixed={action === null}
          onReuse={onReuse}
        />
      )}
    </Card>
  )
}
