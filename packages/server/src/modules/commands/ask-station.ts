import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { cancelCommand } from './cancel-command.ts'
import type { CommandDeps } from './deps.ts'
import type { Asker } from './effects.ts'
import type { Payload } from './payload.ts'
import { sendCommand } from './send-command.ts'
import { type CommandRow, findCommand, findCommandOfRun, stillOpen } from './store.ts'

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
  return cancelUnsent(deps, asker, await findCommand(deps.db, id))
}

/** Returns the command after the wait; one that is still unsent is cancelled. */
async function cancelUnsent(deps: CommandDeps, asker: Asker, row: CommandRow): Promise<CommandRow> {
  const { id, state } = row
  if (state !== 'queued') return row
  await cancelCommand(deps, asker, { id, reason: refuse('command.caller_left') })
  return findCommand(deps.db, id)
}

/**
 * Sends a command of a run to one station and waits for its end. A run sends one command to each station: if this
 * is called again after an interruption, it waits for that one. Returns null if the signal aborts the wait; the
 * command is then left as it is.
 */
export async function askInRun(
  deps: CommandDeps,
  asker: Asker,
  { runId, stationId, ...question }: Omit<Question, 'station'> & { runId: string; stationId: string },
): Promise<CommandRow | Refusal | null> {
  const waitMs = deps.answerMs + queueShareMs
  const { signal } = question
  const sent = await findCommandOfRun(deps.db, { runId, stationId })
  if (sent) await waitForEnd(deps, sent.id, { waitMs, signal })
  const run = sent
    ? null
    : await sendCommand(deps, asker, { ...question, stations: [stationId], waitMs, runId })
  if (isRefusal(run)) return run
  const id = sent?.id ?? run!.commandIds[0]!
  const row = await findCommand(deps.db, id)
  const isOpen = row.state === 'queued' || row.state === 'sent'
  return isOpen && signal?.aborted ? null : cancelUnsent(deps, asker, row)
}

async function waitForEnd(
  { db, waiters }: CommandDeps,
  id: string,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal | undefined },
): Promise<void> {
  const wait = waiters.expect([id])
  try {
    if ((await stillOpen(db, [id])).length > 0) await wait.done(waitMs, signal)
  } finally {
    wait.close()
  }
}
