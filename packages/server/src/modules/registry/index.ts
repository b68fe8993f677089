// Registry: typed values under key paths, of the installation (CURRENT_CONFIG) and of each user
// (CURRENT_USER). Modules read them with `readSetting`. Not here: settings needed before the database is
// available (configuration), and secrets, because every administrator can read the registry.
import type { ModuleContext } from '../module.ts'
import { registryHttp } from './http.ts'

export { readSetting } from './settings.ts'

export const registerRegistry = (ctx: ModuleContext) => ({ handlers: registryHttp(ctx) })
