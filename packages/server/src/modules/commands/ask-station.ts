import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import { cancelCommand } from './cancel-command.ts'
import type { CommandDeps } from './deps.ts'
import type { Asker } from './effects.ts'
import type { Payload } from './payload.ts'
import { sendCommand } from './send-command.ts'
import { type CommandRow, findCommand } from './store.ts'

export interface Question {
  /** Identity, `<account code>/<identity>` or id. */
  station: string
  action: string
  payload: Payload
  /** For the effects of the command; it is not sent. */
  extra?: Payload
  signal?: AbortSignal
}

/** Time for the commands before it in the queue, beside its own; callers' patience rarely exceeds a minute. */
const queueShareMs = 25_000

/**
 * Sends one command to one station and waits for its end. A caller that is told "no answer" must not see it
 * obeyed later: what has not gone out when the wait is over is cancelled.
 */
export async function askStation(
  deps: CommandDeps,
  asker: Asker,
  question: Question,
): Promise<CommandRow | Refusal> {
  const { station, ...rest } = question
  const waitMs = deps.answerMs + queueShareMs
  const run = await sendCommand(deps, asker, { ...rest, stations: [station], waitMs })
  if (isRefusal(run)) return run
  const id = run.commandIds[0]!
  const row = await findCommand(deps.db, id)
  if (row.state !== 'queued') return row
  await cancelCommand(deps, asker, id, 'The caller stopped waiting before its turn came.')
  return findCommand(deps.db, id)
}
