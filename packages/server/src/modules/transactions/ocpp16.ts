import type { StationModule16 } from '../../shared/station-connection.ts'
import { type StartDeps, startTransaction } from './start-transaction.ts'
import { stopTransaction } from './stop-transaction.ts'

/** Handlers of the OCPP 1.6 messages about charging sessions. */
export const transactions16 = (deps: StartDeps) =>
  ({
    StartTransaction: (connection, request, call) => startTransaction({ connection, call }, request, deps),
    StopTransaction: (connection, request, call) => stopTransaction(connection, request, call),
  }) satisfies StationModule16
