import { type Db, inTransaction } from '../../storage/transaction.ts'
import { systemClock } from '../../shared/clock.ts'
import type { Sign } from '../../storage/signing-plugin.ts'
import { type Anchor, anchorText, chainStart, hashRow, sealingWindow } from './chain.ts'
import {
  anchorsBetween,
  countUnsealed,
  firstOutsideWindow,
  firstRejected,
  hashAt,
  lastAnchor,
  lastSeq,
  type SealedRow,
  sealedRows,
  unexpectedObject,
  type Unplaced,
} from './chain-store.ts'
import type { Head } from './head-file.ts'

export interface VerifyDeps {
  db: Db
  sign: Sign
  /** Returns the end that this server sealed last; null if it has sealed none. */
  head: () => Promise<Head | null>
}

/**
 * Kind of damage. `missing`: rows were removed before this one. `changed`: the content of a row differs from
 * what was sealed. `rewritten`: the rows are consistent with each other but not with a signed end.
 * `signature`: a signed end was changed or signed with another key. `cut`: the end of the chain is missing.
 * `replaced`: the row is not the one that this server sealed. `foreign`: rows without a place were not
 * written by a server of this installation. `time`: rows without a place have a time that is not credible.
 * `trigger`: the tables have a trigger or rule that does not belong to them and can suppress or change rows.
 */
export type BreakReason =
  | 'missing'
  | 'changed'
  | 'rewritten'
  | 'signature'
  | 'cut'
  | 'replaced'
  | 'foreign'
  | 'time'
  | 'trigger'

/** The first place where the chain is broken; id, time and label if the row exists. */
export interface Break {
  reason: BreakReason
  seq: number
  /** Last place of the damage if several rows are affected. */
  until: number
  id: string | null
  at: string | null
  label: string | null
}

export interface Verified {
  /** Place up to which the chain was checked, including earlier slices. */
  until: number
  /** The last place that should exist. */
  total: number
  isDone: boolean
  broken: Break | null
  /** Number of rows that wait for the sealer. */
  unsealed: number
}

const batchSize = 500

/** Checks up to `most` rows of the chain after a place. The next slice begins at `until`. */
export async function verifySlice(deps: VerifyDeps, slice: Slice): Promise<Verified> {
  // read before the database: the sealer may advance in between
  const head = await deps.head()
  // all queries use the same snapshot
  const verify = (db: Db) => verifyIn({ db, sign: deps.sign }, slice, head)
  return inTransaction(deps.db, verify, { isolation: 'repeatable read' })
}

interface Slice {
  after: number
  most: number
}
type Deps = Pick<VerifyDeps, 'db' | 'sign'>

async function verifyIn(deps: Deps, { after, most }: Slice, head: Head | null): Promise<Verified> {
  const { db } = deps
  const [anchor, lastRow] = [await lastAnchor(db), await lastSeq(db)]
  const ends = { anchor, lastRow, head }
  const total = Math.max(anchor?.seq ?? 0, lastRow, head?.seq ?? 0)
  const limit = after + most
  let until = after
  let broken: Break | null = null
  let hash = after === 0 ? chainStart : await hashAt(db, after)
  if (!hash) broken = breakOfRange('missing', after, after)
  while (hash && !broken && until < Math.min(limit, lastRow)) {
    const rows = await sealedRows(db, until, Math.min(batchSize, limit - until))
    const checked = checkRows(rows, until, hash)
    broken = firstBreak(checked.broken, await checkAnchors(deps, until, checked))
    if (rows.length === 0) break
    until = broken ? broken.seq - 1 : checked.until
    hash = checked.hash
  }
  const isAtEnd = until >= lastRow
  if (!broken && isAtEnd) broken = (await checkEnds(deps, ends)) ?? (await checkUnplaced(db, ends))
  return { until, total, isDone: broken !== null || isAtEnd, broken, unsealed: await countUnsealed(db) }
}

interface Checked {
  until: number
  hash: Buffer
  rows: readonly SealedRow[]
  broken: Break | null
}

function checkRows(rows: readonly SealedRow[], after: number, before: Buffer): Checked {
  let [until, hash] = [after, before]
  for (const row of rows) {
    if (row.seq !== until + 1)
      return {
        until,
        hash,
        rows,
        broken: { ...breakOfRow('missing', row), seq: until + 1, until: row.seq - 1 },
      }
    if (!hashRow(hash, row.seq, row).equals(row.hash))
      return { until, hash, rows, broken: breakOfRow('changed', row) }
    until = row.seq
    hash = row.hash
  }
  return { until, hash, rows, broken: null }
}

/** Compares consistent rows with the signed ends among them: a rewritten chain does not match. */
async function checkAnchors({ db, sign }: Deps, after: number, checked: Checked): Promise<Break | null> {
  let from = after
  for (const anchor of await anchorsBetween(db, after, checked.until)) {
    const row = checked.rows.find(({ seq }) => seq === anchor.seq)
    if (!row) break
    const first = checked.rows.find(({ seq }) => seq === from + 1) ?? row
    const reason = await anchorProblem(anchor, row.hash, sign)
    if (reason) return { ...breakOfRow(reason, first), until: anchor.seq }
    from = anchor.seq
  }
  return null
}

async function anchorProblem(anchor: Anchor, hash: Buffer, sign: Sign): Promise<BreakReason | null> {
  if (!(await sign(anchorText(anchor))).equals(anchor.signature)) return 'signature'
  return anchor.hash.equals(hash) ? null : 'rewritten'
}

async function checkEnds(
  { db, sign }: Deps,
  { anchor, lastRow, head }: { anchor: Anchor | null; lastRow: number; head: Head | null },
): Promise<Break | null> {
  const end = Math.max(anchor?.seq ?? 0, head?.seq ?? 0)
  if (end > lastRow) return breakOfRange('cut', lastRow + 1, end)
  // the sealer writes rows and the signed end together
  if (lastRow > (anchor?.seq ?? 0)) return breakOfRange('signature', (anchor?.seq ?? 0) + 1, lastRow)
  if (anchor && !(await sign(anchorText(anchor))).equals(anchor.signature))
    return breakOfRange('signature', anchor.seq, anchor.seq)
  if (head && (await hashAt(db, head.seq))?.toString('hex') !== head.hash)
    return breakOfRange('replaced', head.seq, head.seq)
  return null
}

/** Checks rows outside of the chain, and triggers and rules that could keep rows out of it. */
async function checkUnplaced(
  db: Db,
  { anchor, lastRow }: { anchor: Anchor | null; lastRow: number },
): Promise<Break | null> {
  const rejected = await firstRejected(db)
  if (rejected) return breakOutsideChain('foreign', lastRow, rejected)
  const untimely = await firstOutsideWindow(db, sealingWindow(systemClock.now(), anchor?.at ?? null))
  if (untimely) return breakOutsideChain('time', lastRow, untimely)
  const object = await unexpectedObject(db)
  return object === null ? null : { ...breakOfRange('trigger', lastRow + 1, lastRow + 1), label: object }
}

/** Describes rows outside of the chain, as if they followed its end. */
const breakOutsideChain = (
  reason: BreakReason,
  lastRow: number,
  { id, at, label, count }: Unplaced,
): Break => ({
  reason,
  seq: lastRow + 1,
  until: lastRow + count,
  id,
  at,
  label,
})

const breakOfRow = (reason: BreakReason, { seq, id, at, label }: SealedRow): Break => ({
  reason,
  seq,
  until: seq,
  id,
  at: new Date(at).toISOString(),
  label,
})

const breakOfRange = (reason: BreakReason, seq: number, until: number): Break => ({
  reason,
  seq,
  until,
  id: null,
  at: null,
  label: null,
})

const firstBreak = (one: Break | null, other: Break | null): Break | null =>
  one && other ? (one.seq <= other.seq ? one : other) : (one ?? other)
