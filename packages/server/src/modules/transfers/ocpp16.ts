import { toWireText } from '@stationmaster/ocpp'
import type { CallContext, StationModule16, StationConnection } from '../../shared/station-connection.ts'
import type { ModuleContext } from '../module.ts'
import { noteProgress } from './note-progress.ts'
import type { TransferKind } from './transfer.ts'

/** Handlers of the OCPP 1.6 messages about firmware updates and uploads of diagnostics and logs. */
export const transfers16 = (deps: Pick<ModuleContext, 'db' | 'bus'>) => {
  const note = async (
    kind: TransferKind,
    connection: StationConnection,
    { notification, call }: { notification: { status: string; requestId?: number }; call: CallContext },
  ) => {
    const { id: stationId, accountId } = connection.station
    const requestNumber = Number.isSafeInteger(notification.requestId) ? notification.requestId! : null
    const { status } = notification
    await noteProgress(deps, {
      stationId,
      accountId,
      epoch: connection.epoch,
      kind,
      status,
      requestNumber,
      at: call.receivedAt,
      messageId: toWireText(call.id),
    })
    return {}
  }
  return {
    DiagnosticsStatusNotification: (connection, request, call) =>
      note('diagnostics', connection, { notification: request, call }),
    FirmwareStatusNotification: (connection, request, call) =>
      note('firmware', connection, { notification: request, call }),
    LogStatusNotification: (connection, request, call) =>
      note('log', connection, { notification: request, call }),
    SignedFirmwareStatusNotification: (connection, request, call) =>
      note('firmware', connection, { notification: request, call }),
  } satisfies StationModule16
}
