import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { anchorText, chainStart, hashRow, type Sign } from './chain.ts'
import { insertAnchor, lastAnchor, lastSeq, maySeal, placeRows, unsealedRows } from './chain-store.ts'
import type { Head } from './head-file.ts'

export interface SealDeps {
  db: Kysely<Database>
  clock: Clock
  sign: Sign
}

const mostAtOnce = 500

/**
 * Chains what waits, up to a few hundred rows, and signs the new end. Null: nothing waits, or another process seals.
 * Rows, their places and the anchor become visible together.
 */
export const sealSome = (deps: SealDeps): Promise<Head | null> =>
  inTransaction(deps.db, (tx) => sealIn(tx, deps), { isRepeatable: true })

async function sealIn(tx: Tx, { clock, sign }: SealDeps): Promise<Head | null> {
  if (!(await maySeal(tx))) return null
  const rows = await unsealedRows(tx, mostAtOnce)
  if (rows.length === 0) return null
  const anchor = await lastAnchor(tx)
  // the signed end counts, not what stands in the rows: whoever rewrites them does not have them signed again
  let hash = anchor?.hash ?? chainStart
  let seq = Math.max(anchor?.seq ?? 0, await lastSeq(tx))
  const places = rows.map((row) => {
    seq += 1
    hash = hashRow(hash, seq, row)
    return { id: row.id, seq, hash }
  })
  if ((await placeRows(tx, places)) !== places.length) throw new Error('rows of the audit trail went away')
  const at = clock.now()
  await insertAnchor(tx, { seq, hash, at, signature: await sign(anchorText({ seq, hash, at })) })
  return { seq, hash: hash.toString('hex') }
}
