// Configuration: the keys of a station as it last reported them, and the change of its own key by OCPP.
// Values of secret keys are never stored.
import type { Commands } from '../commands/index.ts'
import { type AcceptedBoot, hashStationKey } from '../stations/index.ts'
import type { ModuleContext } from '../module.ts'
import { askOnBoot } from './ask-on-boot.ts'
import { configurationEffects } from './effects.ts'

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
