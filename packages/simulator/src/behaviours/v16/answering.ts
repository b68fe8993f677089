import type { CallFrame } from '@stationmaster/ocpp'
import {
  checkPayload16,
  readAction16,
  systemActions16,
  type Action16,
  type SystemAction16,
  type V16,
} from '@stationmaster/ocpp/v16'
import type { CommandAnswer } from '../../station/behaviour.ts'
import { configurationCommands } from './commands/configuration.ts'
import type { CommandDeps, CommandHandlers, Reply } from './commands/command.ts'
import { maintenanceCommands } from './commands/maintenance.ts'
import { sessionCommands } from './commands/session.ts'
import { smartChargingCommands } from './commands/smart-charging.ts'
import { stationCommands } from './commands/station.ts'

/** Handlers of every command of the standard and of the whitepaper; a missing one does not compile. */
const handlers: CommandHandlers = {
  ...sessionCommands,
  ...smartChargingCommands,
  ...configurationCommands,
  ...stationCommands,
  ...maintenanceCommands,
}

const isSystemAction = (action: Action16): action is SystemAction16 =>
  (systemActions16 as readonly Action16[]).includes(action)

function handle<Action extends SystemAction16>(
  action: Action,
  request: V16[Action]['request'],
  deps: CommandDeps,
): Reply<Action> {
  return handlers[action](request, deps)
}

/** A Pending station answers everything except commands that start or stop a transaction (E2 4.2). */
const notWhilePending = new Set<SystemAction16>(['RemoteStartTransaction', 'RemoteStopTransaction'])

/** Answers a command as a station would: rejects unknown or invalid ones and runs the others. */
export function answerCommand(call: CallFrame, deps: CommandDeps): CommandAnswer {
  const { state } = deps.registration
  if (state === 'none' || state === 'rejected')
    return { kind: 'error', code: 'SecurityError', description: 'The boot has not been accepted' }
  const action = readAction16(call.action)
  if (!action || !isSystemAction(action))
    return { kind: 'error', code: 'NotImplemented', description: 'There is no such command' }
  const problem = checkPayload16(action, 'request', call.payload)[0]
  if (problem)
    return {
      kind: 'error',
      code: problem.code,
      description: `${problem.path || '/'}: ${problem.message}`,
    }
  if (state === 'pending' && notWhilePending.has(action))
    return { kind: 'result', payload: { status: 'Rejected' } }
  // The payload was validated above.
  const { answer, afterwards } = handle(action, call.payload as V16[typeof action]['request'], deps)
  return { kind: 'result', payload: { ...answer }, ...(afterwards ? { afterwards } : {}) }
}
