// Configuration: the keys of a station as it last reported them, and the change of its own key by OCPP.
// Values of secret keys are never stored.
import { type Commands, systemAsker } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { type AcceptedBoot, hashStationKey } from '../stations/index.ts'
import { configurationEffects } from './effects.ts'

export function registerConfiguration(ctx: ModuleContext, { commands }: { commands: Commands }) {
  return {
    commandEffects: configurationEffects({ ...ctx, hashKey: hashStationKey }),
    booted: (boot: AcceptedBoot) => {
      requestOnBoot({ commands }, boot).catch((error: unknown) =>
        ctx.log.warn({ err: error, station: boot.id }, 'commands: the configuration could not be requested'),
      )
    },
  }
}

/**
 * Sends GetConfiguration after an accepted boot if the account's rules ask for it. Other commands that are sent
 * automatically: those for generated local lists (local-lists).
 */
export async function requestOnBoot(
  { commands }: { commands: Commands },
  { accountId, identity, askOnBoot }: Omit<AcceptedBoot, 'isRequested'>,
): Promise<void> {
  if (!askOnBoot) return
  await commands.send(systemAsker(accountId), {
    stations: [identity],
    action: 'GetConfiguration',
    payload: {},
    isKnownConnected: true,
  })
}
