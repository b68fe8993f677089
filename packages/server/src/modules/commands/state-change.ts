import type { StateChange } from '../../shared/state-change.ts'
import type { CommandState } from './command.ts'

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
  { id, accountId }: { id: string; accountId: string },
  from: CommandState,
  to: CommandState,
): StateChange => ({ accountId, classCode: 'command', objectId: id, action: actions[to], from, to })
