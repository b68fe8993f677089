import { type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { CommandDeps } from './deps.ts'
import type { Asker } from './effects.ts'
import { endCommands } from './end-commands.ts'
import { lockCommand } from './store.ts'

/** Returns the refusal to cancel a command that does not wait. */
export const notCancellable = (state: string): Refusal =>
  refuse(state === 'sent' ? 'command.sent' : 'command.ended', { field: 'id' })

/** Cancels a waiting command; a sent one cannot be cancelled. */
export const cancelCommand = (
  deps: CommandDeps,
  asker: Asker,
  { id, reason = refuse('command.cancelled') }: { id: string; reason?: Refusal },
): Promise<Refusal | null> =>
  inTransaction(deps.db, async (tx) => {
    const row = await lockCommand(tx, id)
    if (!row || (row.account_id !== asker.accountId && !asker.isAdmin))
      return refuse('command.not_found', { field: 'id' })
    if (row.state !== 'queued') return notCancellable(row.state)
    await endCommands(deps, tx, { rows: [row], state: 'cancelled', reason })
    const { userId, session, correlation } = asker
    if (userId !== null)
      await recordChange(
        tx,
        { userId, session, correlation },
        {
          accountId: row.account_id,
          kind: 'command',
          classCode: 'command',
          objectId: id,
          label: row.action,
          action: 'cancel',
          before: { state: row.state },
          after: { state: 'cancelled' },
        },
      )
    return null
  })
