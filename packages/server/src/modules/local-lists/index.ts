// Local lists: the tags that a station authorizes locally, as far as we sent them or the station reported
// their version. Not the cards of an account: those are checked while the station is online.
import type { ModuleContext } from '../module.ts'
import { localListEffects } from './effects.ts'
import { localListsHttp } from './http.ts'

export const registerLocalLists = (ctx: ModuleContext) => ({
  handlers: localListsHttp(ctx),
  commandEffects: localListEffects(ctx),
})
