// Configuration: the keys of a station as it last reported them, and the change of its own key by OCPP.
// Values of secret keys are never stored.
import type { Db } from '../../storage/transaction.ts'
import { type Commands, systemAsker } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { type AcceptedBoot, hashStationKey } from '../stations/index.ts'
import { configurationEffects } from './effects.ts'
import { wantsConfiguration } from './store.ts'

export function registerConfiguration(ctx: ModuleContext, { commands }: { commands: Commands }) {
  return {
    commandEffects: configurationEffects({ ...ctx, hashKey: hashStationKey }),
    booted: (boot: AcceptedBoot) => {
      askOnBoot({ ...ctx, commands }, boot).catch((error: unknown) =>
        ctx.log.warn({ err: error, station: boot.id }, 'commands: the configuration could not be requested'),
      )
    },
  }
}

/**
 * Sends GetConfiguration after an accepted boot if the account's rules ask for it. Other commands that are sent
 * automatically: those for generated local lists (local-lists).
 */
export async function askOnBoot(
  deps: { db: Db; commands: Commands },
  station: { id: string; accountId: string },
): Promise<void> {
  const identity = await wantsConfiguration(deps.db, station.id)
  if (identity === null) return
  await deps.commands.send(systemAsker(station.accountId), {
    stations: [identity],
    action: 'GetConfiguration',
    payload: {},
    isKnownConnected: true,
  })
}
