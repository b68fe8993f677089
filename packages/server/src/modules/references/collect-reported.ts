import { type ReferenceKind, referenceLimits } from '@stationmaster/contract'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChanges } from '../audit/index.ts'
import type { ReferenceDeps } from './deps.ts'
import { addReportedModels, addReportedVendors, countKind, lockKind, type ReportedValue } from './store.ts'

/**
 * Vendors and models that stations tell become references by themselves. It looks at the stations as they are and
 * stands apart from the storing of their messages, which waits for nothing here.
 */
export const collectReported = ({ db }: Pick<ReferenceDeps, 'db'>): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockKind(tx, 'vendor')
    await writeDown(tx, 'vendor', await addReportedVendors(tx, await roomFor(tx, 'vendor')))
    await writeDown(tx, 'model', await addReportedModels(tx, await roomFor(tx, 'model')))
  })

/** Names may differ from boot to boot: what a station says never fills the table. */
const roomFor = async (tx: Tx, kind: ReferenceKind) =>
  Math.max(0, referenceLimits.rowsOfKind - (await countKind(tx, kind)))

const writeDown = (tx: Tx, kind: ReferenceKind, rows: readonly ReportedValue[]) =>
  recordChanges(
    tx,
    { system: 'told by a station' },
    rows.map(({ id, code, name }) => ({
      accountId: null,
      kind: 'change' as const,
      classCode: kind,
      objectId: id,
      label: name,
      action: 'create',
      after: { code, name },
    })),
  )
