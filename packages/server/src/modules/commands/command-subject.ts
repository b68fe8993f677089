import { refuse } from '../../shared/refusal.ts'
import type { HandlerResult, WorkflowObject, Subject } from '../workflow/index.ts'
import { notCancellable } from './cancel-command.ts'
import type { CommandDeps } from './deps.ts'
import { endCommands } from './end-commands.ts'
import { visibleCommands } from './list-store.ts'
import { type CommandRow, findSeen } from './store.ts'

interface CommandObject extends WorkflowObject {
  row: CommandRow
}

/**
 * Workflow subject of commands: users can cancel a waiting one; all other changes result from the station's
 * messages.
 */
export const commandSubject = (deps: CommandDeps): Subject<CommandObject> => ({
  classCode: 'command',
  missing: refuse('command.not_found', { field: 'id' }),
  handlers: ['command.cancel'],
  async find(db, scope, { id, isLocked }) {
    // commands are for operators
    if (scope.isDriver) return null
    const row = await findSeen(db, visibleCommands(scope), { id, isLocked })
    if (!row) return null
    return {
      classCode: 'command',
      id,
      accountId: row.account_id,
      label: row.action,
      state: row.state,
      type: 'ocpp',
      ownerId: null,
      tags: [],
      fields: { action: row.action, status: row.status, message: row.message },
      row,
    }
  },
  async enter() {
    // the end of a command has effects on other subjects: the handler stores it
  },
  changed: () => [],
  async handle(tx, { row }): Promise<HandlerResult> {
    await endCommands(deps, tx, {
      rows: [row],
      state: 'cancelled',
      reason: refuse('command.cancelled'),
      isByMethod: true,
    })
    return { isStored: true }
  },
  refuse: ({ state }) => notCancellable(state),
})
