import { isRefusal } from '../../shared/refusal.ts'
import type { CommandOutcome } from '../../shared/station-command.ts'
import { askInRun, askStation, type Question } from './ask-station.ts'
import { AnswerWaiters } from './answer-waiters.ts'
import { commandAnswered } from './answer-command.ts'
import { cancelCommand } from './cancel-command.ts'
import { answerMs, queueMs } from './command.ts'
import { commandSubject } from './command-subject.ts'
import { concludeResets } from './conclude-reset.ts'
import type { CommandDeps } from './deps.ts'
import { addEffects, type Asker, type CommandEffect, type Effects } from './effects.ts'
import { nextCommand } from './next-command.ts'
import { sendCommand, type SendRequest } from './send-command.ts'
import { type MessageParams, stillOpen } from './store.ts'
import { endOfProcesses, sweepCommands } from './sweep-commands.ts'

export type Commands = ReturnType<typeof createCommands>

type CreateCommandsDeps = Omit<CommandDeps, 'effects' | 'waiters' | 'answerMs' | 'queueMs'> & {
  answerMs?: number
  queueMs?: number
}

/** Creates the command services of one server process. */
export function createCommands(given: CreateCommandsDeps) {
  const waiters = new AnswerWaiters(given.bus, (ids) => stillOpen(given.db, ids))
  const effects: Effects = new Map()
  const deps: CommandDeps = {
    answerMs,
    queueMs,
    ...given,
    waiters,
    effects,
  }
  return {
    /** Adds effects of commands on other subjects. */
    addEffects: (more: readonly CommandEffect[]) => addEffects(effects, more),
    send: (asker: Asker, request: SendRequest) => sendCommand(deps, asker, request),
    /** Sends to one station and waits for the end of the command. */
    ask: (asker: Asker, question: Question) => askStation(deps, asker, question),
    /** Sends a command of a run to one station and waits for its end. */
    askInRun: (asker: Asker, question: Parameters<typeof askInRun>[2]) => askInRun(deps, asker, question),
    /** Does the same as `ask` and returns a short report. */
    outcome: async (asker: Asker, question: Question) => {
      const row = await askStation(deps, asker, question)
      if (isRefusal(row)) return row
      return {
        command: row.id,
        state: row.state,
        status: row.status,
        message: row.message,
        messagecode: row.message_code,
        messageparams: row.message_params as MessageParams | null, // written by this module
      }
    },
    cancel: (asker: Asker, id: string) => cancelCommand(deps, asker, { id }),
    /** Workflow subject of commands. */
    subject: commandSubject(deps),
    next: (stationId: string, epoch?: number) => nextCommand(deps, stationId, epoch),
    answered: (id: string, outcome: CommandOutcome, ms: number | null = null) =>
      commandAnswered(deps, id, { outcome, ms }),
    /** Concludes Resets after the station has booted; the boot is stored already. */
    booted: (stationId: string) => concludeResets(deps, stationId),
    /** Ends the commands of processes that have ended. */
    processesLost: (processes: readonly string[]) => endOfProcesses(deps, processes),
    sweep: () => sweepCommands(deps),
    close: () => waiters.close(),
  }
}
