import type { CallContext, StationModule16, StationConnection } from '../../shared/station-connection.ts'
import type { ModuleContext } from '../module.ts'
import { noteProgress } from './note-progress.ts'
import type { TransferKind } from './transfer.ts'

/** Handlers of the OCPP 1.6 messages about firmware updates and uploads of diagnostics and logs. */
export const transfers16 = (deps: Pick<ModuleContext, 'db' | 'bus'>) => {
  const note = async (
    kind: TransferKind,
    session: StationConnection,
    notification: { status: string; requestId?: number },
    call: CallContext,
  ) => {
    const { id: stationId, accountId } = session.station
    const requestNumber = Number.isSafeInteger(notification.requestId) ? notification.requestId! : null
    const { status } = notification
    await noteProgress(deps, { stationId, accountId, kind, status, requestNumber, at: call.receivedAt })
    return {}
  }
  return {
    DiagnosticsStatusNotification: (session, request, call) => note('diagnostics', session, request, call),
    FirmwareStatusNotification: (session, request, call) => note('firmware', session, request, call),
    LogStatusNotification: (session, request, call) => note('log', session, request, call),
    SignedFirmwareStatusNotification: (session, request, call) => note('firmware', session, request, call),
  } satisfies StationModule16
}
