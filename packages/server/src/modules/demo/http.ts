import type { Handlers } from '../../shared/handlers.ts'
import { removeDemo } from './remove-demo.ts'
import type { DemoDeps } from './deps.ts'
import { countDemo } from './store.ts'

/** Endpoints of the demo data. */
export const demoHttp = (deps: DemoDeps) =>
  ({
    demoState: async (viewer) => {
      const stations = await countDemo(deps.db, viewer)
      return { present: stations > 0, stations }
    },
    demoRemove: (viewer) => removeDemo(deps, viewer),
  }) satisfies Handlers
