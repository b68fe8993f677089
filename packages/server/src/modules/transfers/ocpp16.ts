import type { CallContext, StationModule16, StationConnection } from '../../shared/station-connection.ts'
import type { ModuleContext } from '../module.ts'
import { noteProgress } from './note-progress.ts'
import type { TransferKind } from './transfer.ts'

/** Handlers of the OCPP 1.6 messages about firmware updates and uploads of diagnostics and logs. */
export const transfers16 = (deps: Pick<ModuleContext, 'db' | 'bus'>) => {
  const note = async (
    kind: TransferKind,
    session: StationConnection,
    { notification, call }: { notification: { status: string; requestId?: number }; call: CallContext },
  ) => {
    const { id: stationId, accountId } = session.station
    const requestNumber = Number.isSafeInteger(notification.requestId) ? notification.requestId! : null
    const { status } = notification
    await noteProgress(deps, { stationId, accountId, kind, status, requestNumber, at: call.receivedAt })
    return {}
  }
  return {
    DiagnosticsStatusNotification: (session, request, call) =>
      note('diagnostics', session, { notification: request, call }),
    FirmwareStatusNotification: (session, request, call) =>
      note('firmware', session, { notification: request, call }),
    LogStatusNotification: (session, request, call) => note('log', session, { notification: request, call }),
    SignedFirmwareStatusNotification: (session, request, call) =>
      note('firmware', session, { notification: request, call }),
  } satisfies StationModule16
}
