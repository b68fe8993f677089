import { queryable } from '../../storage/queryable.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type StateChange, queueScripts } from '../workflow/index.ts'
import type { CommandState } from './command.ts'
import type { CommandDeps } from './deps.ts'

/** Hidden methods of commands, by the state to which they lead. */
const actions: Readonly<Record<CommandState, string>> = {
  queued: 'create',
  sent: 'send',
  accepted: 'accept',
  rejected: 'reject',
  failed: 'fail',
  timeout: 'give_up',
  cancelled: 'cancel',
  expired: 'expire',
  unknown: 'lose',
}

export const stateChangeOf = (
  command: { id: string; accountId: string },
  from: CommandState,
  to: CommandState,
): StateChange => ({
  accountId: command.accountId,
  classCode: 'command',
  objectId: command.id,
  action: actions[to],
  from,
  to,
})

/** Queues the script triggers for changed commands. */
export const queueCommandScripts = (
  deps: CommandDeps,
  tx: Tx,
  changes: readonly StateChange[],
): Promise<void> => queueScripts(deps, queryable(tx), deps.clock.now(), changes)
