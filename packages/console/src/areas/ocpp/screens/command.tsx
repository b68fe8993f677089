import { commandSend } from '@stationmaster/contract'
import { commands16, securityCommands16 } from '@stationmaster/ocpp/v16'
import { IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { CommandList, type CommandName, commandNamed } from '../../../features/commands/command-list.tsx'
import css from '../../../features/commands/commands.module.css'
import { type Command, useRunningAt, useStationChoices } from '../../../features/commands/queries.ts'
import { History, RunResult } from '../../../features/commands/run-result.tsx'
import { StationPicker } from '../../../features/commands/station-picker.tsx'
import { text, useAddress } from '../../../lib/address.ts'
import { longList, writeList } from '../../../lib/long-list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty, Loading } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Card, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import type { JsonObject } from '../../../ui/schema-form/schema.ts'

// The form and its fields are loaded once a command is chosen.
const CommandForm = lazy(async () => ({
  default: (await import('../../../features/commands/command-form.tsx')).CommandForm,
}))

/** Stands for the station in the address if there are several, or none yet. */
const several = '-'
/** Number of stations above which sending needs a confirmation. */
const confirmAbove = 20
const where = { stations: longList(), run: text() }
const allCommands = [...commands16, ...securityCommands16].map(({ action }) => action)

/** `/ocpp/command/{identity or id}/{command}`; several stations are listed in `?stations=`. */
export default function CommandScreen() {
  const t = useTexts('ocpp')
  const { param1, param2 } = useParams()
  const navigate = useNavigate()
  const [at, go] = useAddress(where)
  const command = commandNamed(param2)
  const isChosen = useHasChanged(command)
  const named = param1 && param1 !== several ? [param1] : []
  const names = [...new Set([...named, ...(at.stations ?? [])])]
  const address = (stations: readonly string[], action: CommandName | null): string =>
    stations.length === 1
      ? addressOf('/ocpp/command', [stations[0], action])
      : addressOf('/ocpp/command', [several, action], { stations: writeList(stations) })
  const choices = useStationChoices('', names)
  const who =
    names.length > 1
      ? t('command.stationCount', { count: names.length })
      : names.map((name) => choices.chosen.get(name)?.identity ?? name)[0]
  const windowTitle = [command ?? t('command.title'), who].filter(Boolean).join(' · ')
  return (
    <Page>
      <PageHead title={windowTitle} heading={t('command.title')} />
      <div className={css.layout}>
        <div className={css.list}>
          <Card pad={false}>
            <CommandList active={command} href={(action) => address(names, action)} />
          </Card>
        </div>
        <Workplace
          // Another command is another form.
          key={command ?? ''}
          command={command}
          unknown={command === null && param2 ? { name: param2, to: address(names, null) } : null}
          isChosen={isChosen}
          names={names}
          choices={choices}
          run={at.run}
          onRun={(run) => go({ run })}
          onStations={(stations) => void navigate(address(stations, command), { replace: true })}
          onCommand={(action) => void navigate(address(names, action))}
        />
      </div>
    </Page>
  )
}

/** Returns true if a value has changed since the page was opened. */
function useHasChanged(value: unknown): boolean {
  const [present, setPresent] = useState(value)
  const [hasChanged, setHasChanged] = useState(false)
  if (present !== value) {
    setPresent(value)
    setHasChanged(true)
  }
  return hasChanged
}

interface WorkplaceProps {
  command: CommandName | null
  /** The invalid command of the address, and the address without it. */
  unknown: { name: string; to: string } | null
  /** True if the user chose it on this page and continues in its form. */
  isChosen: boolean
  /** Names of the chosen stations in the address: identities and ids. */
  names: readonly string[]
  choices: ReturnType<typeof useStationChoices>
  run: string
  onRun: (run: string) => void
  onStations: (names: string[]) => void
  onCommand: (command: CommandName) => void
}

function Workplace({
  command,
  unknown,
  isChosen,
  names,
  choices,
  run,
  onRun,
  onStations,
  onCommand,
}: WorkplaceProps) {
  const t = useTexts('ocpp')
  const send = useChange(commandSend, { done: null })
  const [missing, setMissing] = useState(false)
  const [reused, setReused] = useState<{ id: string; value: JsonObject } | null>(null)
  const known = choices.chosen
  const chosen = names.map((name) => ({ name, id: known.get(name)?.id ?? null }))
  const only = names.length === 1 ? (known.get(names[0]!) ?? null) : null
  const running = useRunningAt(chosen, command === 'Reset') ?? 0
  const offline = [...known.values()].filter(({ connected }) => !connected)

  const sendTo = async (payload: JsonObject, stations: readonly string[]): Promise<void> => {
    setMissing(stations.length === 0)
    if (stations.length === 0 || !command) return
    const isConfirmed =
      stations.length <= confirmAbove ||
      (await confirm({
        title: t('command.confirmMany', { action: command }),
        lead: [running > 0 && t('command.resetStops', { count: running }), t('command.confirmManyLead')]
          .filter(Boolean)
          .join(' '),
        action: t('command.submit'),
        danger: false,
        count: stations.length,
      }))
    if (!isConfirmed) return
    send.mutate(
      { identities: [...stations], action: command, payload },
      { onSuccess: (answer) => onRun(answer.runid) },
    )
  }
  const reuse = ({ id, request }: Command): void => setReused({ id, value: request as JsonObject }) // A request is an object.
  const side = (request: React.ReactNode) => (
    <div className={css.side}>
      {request}
      <RunResult
        runId={run || null}
        error={send.error}
        onRetry={(stations) => send.variables && void sendTo(send.variables.payload, stations)}
      />
      <History action={command} stations={chosen} onReuse={reuse} />
    </div>
  )
  const head = (
    <Stack>
      <StationPicker
        chosen={names}
        error={missing && names.length === 0 ? t('command.noStation') : null}
        onChange={onStations}
      />
      {choices.unknown.length > 0 && (
        <Notice
          tone="warn"
          alert
          action={
            <Button small onClick={() => onStations(names.filter((name) => !choices.unknown.includes(name)))}>
              {t('command.deselect')}
            </Button>
          }
        >
          {t('command.notFound', { count: choices.unknown.length, names: choices.unknown.join(', ') })}
        </Notice>
      )}
      {running > 0 && <Notice tone="warn">{t('command.resetStops', { count: running })}</Notice>}
      {offline.length > 0 && (
        <Notice tone="warn">
          {only
            ? t('command.isOffline', { identity: only.identity })
            : t('command.someOffline', { count: offline.length })}
        </Notice>
      )}
      <div className={css.pick}>
        <SelectField
          aria-label={t('command.choose')}
          placeholder={t('command.choose')}
          searchable
          data={allCommands}
          value={command}
          onChange={(name) => {
            const chosen = commandNamed(name ?? undefined)
            if (chosen) onCommand(chosen)
          }}
        />
      </div>
    </Stack>
  )
  if (!command) {
    return (
      <>
        <Card>
          {head}
          {unknown ? (
            <Empty
              title={t('command.noSuchCommand', { name: unknown.name })}
              lead={t('command.noSuchCommandLead')}
              action={<LinkButton to={unknown.to}>{t('command.allCommands')}</LinkButton>}
            />
          ) : (
            <Empty
              icon={<IconSend size={28} stroke={1.5} />}
              title={t('command.choose')}
              lead={t('command.chooseLead')}
            />
          )}
        </Card>
        {side(null)}
      </>
    )
  }
  return (
    <Suspense fallback={<Waiting head={head}>{side(null)}</Waiting>}>
      <CommandForm
        key={reused?.id ?? ''}
        action={command}
        station={only}
        stations={names.length}
        initial={reused?.value}
        pending={send.isPending}
        onSend={(payload) =>
          void sendTo(
            payload,
            chosen.map(({ name, id }) => id ?? name),
          )
        }
      >
        {({ form, request }) => (
          <>
            <Card>
              {head}
              <FormHead command={command} takesFocus={isChosen} />
              {form}
            </Card>
            {side(request)}
          </>
        )}
      </CommandForm>
    </Suspense>
  )
}

function FormHead({ command, takesFocus }: { command: CommandName; takesFocus: boolean }) {
  const t = useTexts('ocpp')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <header className={css.formHead}>
      <h2 ref={heading} tabIndex={-1}>
        {command}
      </h2>
      <p>{t(`about.${command}` as 'about.Reset')}</p>
    </header>
  )
}

/** Holds head and result in place while the form is loading. */
const Waiting = ({ head, children }: { head: React.ReactNode; children: React.ReactNode }) => (
  <>
    <Card>
      {head}
      <Loading rows={4} />
    </Card>
    {children}
  </>
)
