import type { ModuleContext } from './modules/module.ts'
import { ReadReplica } from './storage/read-replica.ts'

/** Opens the choice between primary and read replica; undefined without a replica. */
export const openReplica = ({ pools, log, clock }: ModuleContext): ReadReplica | undefined =>
  pools.replica &&
  new ReadReplica({
    primary: pools.queries,
    replica: pools.replica,
    log,
    nowMs: () => clock.monotonicMs(),
  })
