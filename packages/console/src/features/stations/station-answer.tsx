import {
  type AnswerOf,
  type BodyOf,
  commandSend,
  commandStates,
  type connectorStart,
} from '@stationmaster/contract'
import { IconAlertTriangle, IconCircleCheck, IconClock, IconHourglass } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../lib/format.ts'
import { StoredError } from '../../lib/stored-error.tsx'
import { useTexts } from '../../lib/texts.ts'
import { Term } from '../../ui/data/term.tsx'
import { useElapsed } from '../../ui/feedback/feedback.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Response of a station to a command, or why there is none. */
export type StationAnswer = AnswerOf<typeof connectorStart>

/** A station has 30 s to respond (reliability, P2), and a queued command before it may use some of them. */
const timeoutMs = 45_000

/**
 * Sends one command to one station and waits for its response.
 * @param station id of the station: an identity may match several stations
 */
export async function sendToStation(
  station: string,
  action: string,
  payload: BodyOf<typeof commandSend>['payload'],
): Promise<StationAnswer> {
  const run = await call(commandSend, { identities: [station], action, payload, waitms: timeoutMs })
  const command = run.commands[0]
  if (!command) throw new Error('the server stored no command')
  const { id, statecode, status, note, notecode, errorcode, message, messagecode, messageparams } = command
  const answer = { command: id, state: statecode, status: status ?? errorcode }
  // A Reset may be accepted without a response: the note says how that is known.
  return statecode === 'accepted'
    ? { ...answer, message: note, messagecode: notecode, messageparams: null }
    : { ...answer, message, messagecode, messageparams }
}

/** Shows the response of the station. `refused` explains common refusals. */
export function AnswerNotice({ answer, refused }: { answer: StationAnswer; refused?: string }) {
  const t = useTexts('station')
  const state = commandStates.find((known) => known === answer.state) ?? 'unknown'
  const isConcluded = state === 'accepted' && answer.status === null && answer.message !== null
  const tone = state === 'accepted' ? 'good' : state === 'queued' || state === 'sent' ? 'busy' : 'bad'
  const Icon = tone === 'good' ? IconCircleCheck : tone === 'busy' ? IconClock : IconAlertTriangle
  return (
    <Notice tone={tone} icon={<Icon size={18} />} alert>
      {!isConcluded && t(`answers.${state}`)}{' '}
      {answer.status && <Term member={state === 'failed' ? 'callError' : 'status'} value={answer.status} />}
      {(state === 'failed' || state === 'unknown' || isConcluded) && answer.message && (
        <p>
          <Suspense>
            <StoredError code={answer.messagecode} params={answer.messageparams} message={answer.message} />
          </Suspense>
        </p>
      )}
      {state === 'rejected' && refused && <p>{refused}</p>}
    </Notice>
  )
}

/** Shows that the response is pending, with the seconds; after a while, that none came. */
export function WaitingNotice({
  what,
  hint,
  failure,
  nextStep,
}: {
  what?: string
  hint?: string
  failure?: string | null
  nextStep?: ReactNode
}) {
  const t = useTexts('station')
  const format = useFormat()
  const seconds = useElapsed()
  if (failure) {
    return (
      <Notice tone="warn" icon={<IconAlertTriangle size={18} />} alert action={nextStep}>
        {failure}
      </Notice>
    )
  }
  return (
    <Notice tone="busy" icon={<IconHourglass size={18} />}>
      <output>{what ?? t('answers.waiting')}</output>{' '}
      <span className="figure" aria-hidden="true">
        {format.exactDuration(seconds)}
      </span>
      {hint && <p>{hint}</p>}
    </Notice>
  )
}
