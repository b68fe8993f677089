import { type ReferenceKind, referenceLimits } from '@stationmaster/contract'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChanges } from '../audit/index.ts'
import type { ReferenceDeps } from './set-reference.ts'
import { addReportedModels, addReportedVendors, countKind, lockKind, type ReportedValue } from './store.ts'

/**
 * Creates references from the vendors and models that stations reported. Runs as a job apart from the storage
 * of messages, so that it never delays them.
 */
export const collectReported = ({ db }: Pick<ReferenceDeps, 'db'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockKind(tx, 'vendor')
    await recordReported(tx, 'vendor', await addReportedVendors(tx, await freeRows(tx, 'vendor')))
    await recordReported(tx, 'model', await addReportedModels(tx, await freeRows(tx, 'model')))
  })

/**
 * Returns how many rows may be added: reported names may differ from boot to boot and must not fill the
 * table.
 */
const freeRows = async (tx: Tx, kind: ReferenceKind) =>
  Math.max(0, referenceLimits.rowsOfKind - (await countKind(tx, kind)))

const recordReported = (tx: Tx, kind: ReferenceKind, rows: readonly ReportedValue[]) =>
  recordChanges(
    tx,
    { system: 'reported by a station' },
    rows.map(({ id, code, name }) => ({
      accountId: null,
      classCode: kind,
      objectId: id,
      label: name,
      action: 'create',
      after: { code, name },
    })),
  )
