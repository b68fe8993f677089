import type { Commands } from '../commands/index.ts'
import { wantsConfiguration } from './store.ts'
import type { Db } from '../../storage/transaction.ts'

/**
 * Sends GetConfiguration after an accepted boot if the account's rules ask for it. No other command is sent
 * automatically.
 */
export async function askOnBoot(
  deps: { db: Db; commands: Commands },
  station: { id: string; accountId: string },
): Promise<void> {
  const identity = await wantsConfiguration(deps.db, station.id)
  if (identity === null) return
  const server = { accountId: station.accountId, userId: null, isAdmin: false }
  await deps.commands.send(server, {
    stations: [identity],
    action: 'GetConfiguration',
    payload: {},
    isKnownConnected: true,
  })
}
