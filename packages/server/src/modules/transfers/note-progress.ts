import { takeEvent } from '../../shared/station-event.ts'
import { refuseReplaced } from '../../storage/refuse-replaced.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { insertTransferEvent, insertTransfers, lockCandidate, noteStatus } from './store.ts'
import { isLast, readStatus, type TransferKind } from './transfer.ts'

/** A status of a transfer reported by a station. */
export interface Progress {
  stationId: string
  accountId: string
  /** Of the connection that the status arrived over. */
  epoch: number
  kind: TransferKind
  status: string
  requestNumber: number | null
  at: Date
  /** Id of the call in the OCPP log. */
  messageId: string
}

/** Stores the status with its transfer, or as a transfer that was not requested here. */
export const noteProgress = (
  deps: Pick<ModuleContext, 'db' | 'bus'>,
  { at, status, messageId, epoch, ...transfer }: Progress,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const candidate = await lockCandidate(tx, transfer, at)
    const meaning = readStatus(status, candidate)
    if (meaning === 'ignore') return
    const step = { status, isLast: isLast(status) }
    let id = candidate?.id
    if (meaning === 'note' && id !== undefined) await noteStatus(tx, id, { step, now: at })
    else [id] = await insertTransfers(tx, [{ ...transfer, commandId: null, location: '' }], { step, now: at })
    const { stationId: station, accountId: account } = transfer
    const left = takeEvent(station)
    if (left !== null) await insertTransferEvent(tx, id!, { messageId, at, left })
    await deps.bus.publish(tx, [
      { kind: 'hint', account, hint: { kind: 'transfer.changed', station, ids: [id!] } },
      { kind: 'hint', account, hint: { kind: 'activity.added' } },
    ])
    await refuseReplaced(tx, { stationId: station, epoch })
  })
