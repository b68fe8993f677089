import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
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
  /** Passed to the effects of the command; not sent. */
  extra?: Payload
  signal?: AbortSignal
}

/**
 * Milliseconds for the commands ahead in the queue, in addition to its own; callers rarely wait longer than a
 * minute.
 */
const queueShareMs = 25_000

/**
 * Sends one command to one station and waits for its end. If the caller gets "no answer", the command must
 * not be carried out later: a command that is still unsent when the wait ends is cancelled.
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
  await cancelCommand(deps, asker, { id, reason: refuse('command.caller_left') })
  return findCommand(deps.db, id)
}
