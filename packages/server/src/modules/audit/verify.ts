import type { Kysely } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { systemClock } from '../../shared/clock.ts'
import type { Sign } from '../../storage/signing-plugin.ts'
import { type Anchor, anchorText, chainStart, hashRow } from './chain.ts'
import {
  anchorsBetween,
  countUnsealed,
  firstOutsideOf,
  firstRejected,
  hashAt,
  lastAnchor,
  lastSeq,
  type SealedRow,
  sealedRows,
  type Unplaced,
} from './chain-store.ts'
import type { Head } from './head-file.ts'
import { sealingWindow } from './sealing-window.ts'
import { unexpectedObject } from './table-objects-store.ts'

export interface VerifyDeps {
  db: Kysely<Database>
  sign: Sign
  /** The end that this server has sealed last; null when it has sealed none. */
  head: () => Promise<Head | null>
}

/**
 * What is wrong: `missing`: rows were removed before this one. `changed`: a row does not say what was sealed.
 * `rewritten`: the rows fit each other but not what was signed. `signature`: what was signed was changed, or signed
 * with another key. `cut`: the end of the chain is missing. `replaced`: the row is not the one this server sealed.
 * `foreign`: rows without a place were not written by a server of this installation. `time`: rows without a place have a
 * time that is not credible. `trigger`: the tables have a trigger or rule that does not belong to them; it can suppress
 * or change rows.
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

/** The first place where the chain does not hold; id, time and label where a row is there. */
export interface Break {
  reason: BreakReason
  seq: number
  /** Up to where, when it is about several rows. */
  until: number
  id: string | null
  at: string | null
  label: string | null
}

export interface Verified {
  /** Up to which place the chain was checked, those of earlier slices included. */
  until: number
  /** The last place there should be. */
  total: number
  isDone: boolean
  broken: Break | null
  /** Rows that wait for the sealer. */
  unsealed: number
}

const mostAtOnce = 500

/** Checks a slice of the chain behind a place; `most` rows. The next slice begins at `until`. */
export async function verifySlice(deps: VerifyDeps, slice: Slice): Promise<Verified> {
  // before the database is looked at: afterwards the sealer may have gone on
  const head = await deps.head()
  // all questions see the same moment
  const look = (db: Kysely<Database>) => verifyIn({ db, sign: deps.sign }, slice, head)
  return inTransaction(deps.db, look, { isolation: 'repeatable read' })
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
  if (!hash) broken = gone('missing', after, after)
  while (hash && !broken && until < Math.min(limit, lastRow)) {
    const rows = await sealedRows(db, until, Math.min(mostAtOnce, limit - until))
    const checked = checkRows(rows, until, hash)
    broken = earlier(checked.broken, await checkAnchors(deps, until, checked))
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
      return { until, hash, rows, broken: { ...about('missing', row), seq: until + 1, until: row.seq - 1 } }
    if (!hashRow(hash, row.seq, row).equals(row.hash))
      return { until, hash, rows, broken: about('changed', row) }
    until = row.seq
    hash = row.hash
  }
  return { until, hash, rows, broken: null }
}

/** The signed ends among the rows that fit each other: a chain that was written anew does not meet them. */
async function checkAnchors({ db, sign }: Deps, after: number, checked: Checked): Promise<Break | null> {
  let from = after
  for (const anchor of await anchorsBetween(db, after, checked.until)) {
    const row = checked.rows.find(({ seq }) => seq === anchor.seq)
    if (!row) break
    const first = checked.rows.find(({ seq }) => seq === from + 1) ?? row
    const reason = await anchorProblem(anchor, row.hash, sign)
    if (reason) return { ...about(reason, first), until: anchor.seq }
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
  if (end > lastRow) return gone('cut', lastRow + 1, end)
  // rows behind the last signed end: the sealer writes both together
  if (lastRow > (anchor?.seq ?? 0)) return gone('signature', (anchor?.seq ?? 0) + 1, lastRow)
  if (anchor && !(await sign(anchorText(anchor))).equals(anchor.signature))
    return gone('signature', anchor.seq, anchor.seq)
  if (head && (await hashAt(db, head.seq))?.toString('hex') !== head.hash)
    return gone('replaced', head.seq, head.seq)
  return null
}

/** Rows beside the chain, and what in the tables could keep rows out of it. */
async function checkUnplaced(
  db: Kysely<Database>,
  { anchor, lastRow }: { anchor: Anchor | null; lastRow: number },
): Promise<Break | null> {
  const rejected = await firstRejected(db)
  if (rejected) return beside('foreign', lastRow, rejected)
  const late = await firstOutsideOf(db, sealingWindow(systemClock.now(), anchor?.at ?? null))
  if (late) return beside('time', lastRow, late)
  const object = await unexpectedObject(db)
  return object === null ? null : { ...gone('trigger', lastRow + 1, lastRow + 1), label: object }
}

/** Rows that would come behind the end of the chain. */
const beside = (reason: BreakReason, lastRow: number, { id, at, label, count }: Unplaced): Break => ({
  reason,
  seq: lastRow + 1,
  until: lastRow + count,
  id,
  at,
  label,
})

const about = (reason: BreakReason, { seq, id, at, label }: SealedRow): Break => ({
  reason,
  seq,
  until: seq,
  id,
  at: new Date(at).toISOString(),
  label,
})

const gone = (reason: BreakReason, seq: number, until: number): Break => ({
  reason,
  seq,
  until,
  id: null,
  at: null,
  label: null,
})

const earlier = (one: Break | null, other: Break | null): Break | null =>
  one && other ? (one.seq <= other.seq ? one : other) : (one ?? other)
