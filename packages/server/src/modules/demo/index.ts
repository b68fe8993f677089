// Demo: sample stations, cards and history to explore the system with, all marked, and removable in one
// action. The simulator runs the stations, which connect as real ones do. Without `--demo` nothing here runs
// except the removal.
import type { ModuleContext } from '../module.ts'
import { fleetPath } from './fleet-file.ts'
import { demoHttp } from './http.ts'
import { seedDemo } from './seed-demo.ts'

export function registerDemo(ctx: ModuleContext, { account }: { account: { id: string; code: string } }) {
  const deps = { ...ctx, fleetPath: fleetPath(ctx.config.dataDir) }
  return {
    handlers: demoHttp(deps),
    /** Adds the demo data unless it exists; its stations connect to this origin. */
    seed: (origin: string) => seedDemo(deps, account, origin),
  }
}
