import type { StationModule16 } from '../../shared/station-connection.ts'
import { type StartDeps, startTransaction } from './start-transaction.ts'
import { stopTransaction } from './stop-transaction.ts'

/** Handlers of the OCPP 1.6 messages about charging sessions. */
export const transactions16 = (deps: StartDeps) =>
  ({
    StartTransaction: (session, request, call) => startTransaction({ session, call }, request, deps),
    StopTransaction: (session, request, call) => stopTransaction(session, request, call),
  }) satisfies StationModule16
