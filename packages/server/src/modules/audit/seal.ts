import { systemClock } from '../../shared/clock.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import type { Log } from '../../shared/log.ts'
import type { Sign } from '../../storage/signing-plugin.ts'
import type { ModuleContext } from '../module.ts'
import { anchorText, type AuditEntry, type ChainRow, chainStart, hashRow, sealingWindow } from './chain.ts'
import {
  insertAnchor,
  isSigningNew,
  lastAnchor,
  lastSeq,
  maySeal,
  placeRows,
  rejectRows,
  unsealedRows,
} from './chain-store.ts'
import type { Head } from './head-file.ts'
import { isGenuine } from './sign-entries.ts'

export interface SealDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  sign: Sign
  log: Pick<Log, 'error'>
  /** Called after the commit with the entries that got their place; for each entry in one process only. */
  sealed?: (entries: readonly AuditEntry[]) => void
}

const batchSize = 500

/** Result of one round of sealing; `head` is null if no row got a place. */
interface Sealed {
  head: Head | null
}

interface SealResult extends Sealed {
  genuine: readonly ChainRow[]
  rejected: readonly ChainRow[]
}

/**
 * Chains up to a few hundred unsealed rows and signs the new end. Returns null if there are none or another
 * process seals. Rows, their places and the anchor become visible together. A row that no server of this
 * installation signed gets no place: it is marked as rejected and logged.
 */
export async function sealBatch(deps: SealDeps): Promise<Sealed | null> {
  const sealed = await inTransaction(deps.db, (tx) => sealIn(tx, deps), { isRepeatable: true })
  for (const { id, at, label } of sealed?.rejected ?? [])
    deps.log.error(
      { id, at, label },
      'audit: an entry was not written by a server of this installation and is not sealed',
    )
  if (sealed && sealed.genuine.length > 0) deps.sealed?.(sealed.genuine)
  return sealed
}

async function sealIn(tx: Tx, { clock, sign }: SealDeps): Promise<SealResult | null> {
  if (!(await maySeal(tx))) return null
  const anchor = await lastAnchor(tx)
  const rows = await unsealedRows(tx, sealingWindow(systemClock.now(), anchor?.at ?? null), batchSize)
  if (rows.length === 0) return null
  const [genuine, rejected] = await separateRejected(tx, rows, sign)
  if (rejected.length > 0)
    await rejectRows(
      tx,
      rejected.map(({ id }) => id),
    )
  if (genuine.length === 0) return { head: null, genuine, rejected }
  // continue from the signed end, not from the hashes in the rows: an attacker who rewrites rows cannot sign
  // them again
  let hash = anchor?.hash ?? chainStart
  let seq = Math.max(anchor?.seq ?? 0, await lastSeq(tx))
  const places = genuine.map((row) => {
    seq += 1
    hash = hashRow(hash, seq, row)
    return { id: row.id, seq, hash }
  })
  if ((await placeRows(tx, places)) !== places.length)
    throw new Error('rows of the audit trail disappeared while they were sealed')
  const at = clock.now()
  await insertAnchor(tx, { seq, hash, at, signature: await sign(anchorText({ seq, hash, at })) })
  return { head: { seq, hash: hash.toString('hex') }, genuine, rejected }
}

async function separateRejected(
  tx: Tx,
  rows: readonly ChainRow[],
  sign: Sign,
): Promise<[ChainRow[], ChainRow[]]> {
  // rows that the version before signatures left unsealed are accepted until the first signed entry is sealed
  const isUnsignedAccepted = rows.some(({ signature }) => !signature) && (await isSigningNew(tx))
  const genuine: ChainRow[] = []
  const rejected: ChainRow[] = []
  for (const row of rows) {
    const isGood = row.signature ? await isGenuine(row, sign) : isUnsignedAccepted
    ;(isGood ? genuine : rejected).push(row)
  }
  return [genuine, rejected]
}
