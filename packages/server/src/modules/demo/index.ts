// Demo: sample stations, cards and history to explore the system with, all marked, and removable in one
// action. The simulator runs the stations, which connect as real ones do. Without `--demo` only the removal
// does anything.
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import { type DemoDeps, fleetPath } from './fleet-file.ts'
import { removeDemo } from './remove-demo.ts'
import { seedDemo } from './seed-demo.ts'
import { demoStatements } from './statements.ts'
import { countDemo } from './store.ts'

export function registerDemo(ctx: ModuleContext, { account }: { account: { id: string; code: string } }) {
  const deps = { ...ctx, fleetPath: fleetPath(ctx.config.dataDir) }
  const statements = demoStatements(deps, account.id)
  return {
    handlers: demoHttp(deps),
    jobs: [statements.job],
    /** Adds the demo data unless it exists; its stations connect to this origin. */
    seed: async (origin: string) => {
      const added = await seedDemo(deps, account, origin)
      if (added.isNew) statements.expect()
      return added
    },
  }
}

/** Endpoints of the demo data. */
const demoHttp = (deps: DemoDeps) =>
  ({
    demoState: async (viewer) => {
      const stations = await countDemo(deps.db, viewer)
      return { present: stations > 0, stations }
    },
    demoRemove: (viewer) => removeDemo(deps, viewer),
  }) satisfies Handlers
