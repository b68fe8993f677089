import type { BodyOf, siteSet } from '@stationmaster/contract'
import type { TObject } from 'typebox'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { ImportClass, ImportReference } from '../imports/index.ts'
import {
  type BusinessClass,
  type BusinessDeps,
  columnsOf,
  newRows,
  type NewRow,
  recordNew,
  refuseMany,
} from './endpoints.ts'
import { insertRows, takenCodes } from './store.ts'

/** Body with the fields that all classes have. */
type CommonBody = Pick<BodyOf<typeof siteSet>, 'id' | 'code' | 'typecode' | 'tags' | 'version_no'>

/** Describes how objects of a class are imported: by the rules of a single one. */
export const businessImport = <Row extends object, SetBody extends CommonBody>(
  deps: Pick<BusinessDeps, 'clock' | 'methods'>,
  of: BusinessClass<Row, SetBody>,
  file: { body: TObject; references: Record<string, ImportReference>; required: readonly string[] },
): ImportClass<SetBody, NewRow> => ({
  ...file,
  classCode: of.classCode,
  key: { field: 'code', of: ({ code }) => code?.trim().toLowerCase() || null },
  refuseBeyond: (tx, viewer, rows) => refuseMany(tx, viewer, { of, rows }),
  prepare: (tx, viewer, bodies) => prepareRows(deps, tx, { of, viewer, bodies }),
  insert: async (tx, viewer, rows) => {
    await insertRows(
      tx,
      of.stored,
      rows.map(({ row }) => row),
    )
    await recordNew(tx, viewer, { of, rows })
  },
  changed: (accountId) => of.changed(accountId),
})

async function prepareRows<Row extends object, SetBody extends CommonBody>(
  deps: Pick<BusinessDeps, 'clock' | 'methods'>,
  tx: Tx,
  { of, viewer, bodies }: { of: BusinessClass<Row, SetBody>; viewer: Viewer; bodies: readonly SetBody[] },
): Promise<(NewRow | Refusal)[]> {
  const columns = bodies.map((body) => columnsOf(deps, of, body))
  const codes = columns.flatMap((change) =>
    isRefusal(change) || typeof change.code !== 'string' ? [] : [change.code.toLowerCase()],
  )
  const taken = await takenCodes(tx, of.stored, { accountId: viewer.accountId, codes })
  const checked = columns.map((change) =>
    !isRefusal(change) && taken.has(String(change.code).toLowerCase()) ? of.codeTaken : change,
  )
  const changes = checked.flatMap((change) => (isRefusal(change) ? [] : [change]))
  const rows = await newRows(tx, viewer, { of, changes, now: deps.clock.now() })
  let next = 0
  return checked.map((change) => (isRefusal(change) ? change : rows[next++]!))
}
