import { commandWords } from '@stationmaster/contract'
import { type Refusal, refuseInWords } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { CommandDeps } from './deps.ts'
import type { Asker } from './effects.ts'
import { endCommands } from './end-commands.ts'
import { lockCommand } from './store.ts'

/** Cancels a waiting command; a sent one cannot be cancelled. */
export const cancelCommand = (
  deps: CommandDeps,
  asker: Asker,
  id: string,
  message: string = commandWords.cancelled,
): Promise<Refusal | null> =>
  inTransaction(deps.db, async (tx) => {
    const row = await lockCommand(tx, id)
    if (!row || (row.account_id !== asker.accountId && !asker.isAdmin))
      return refuseInWords('not-found', 'There is no such command.', 'id')
    if (row.state === 'sent')
      return refuseInWords('not-possible', 'The command was already sent to the station.', 'id')
    if (row.state !== 'queued')
      return refuseInWords('not-possible', `The command has ended: ${row.state}.`, 'id')
    await endCommands(deps, tx, [row], { state: 'cancelled', message })
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
