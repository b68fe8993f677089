import { createHash } from 'node:crypto'

/**
 * An entry of the audit trail in the form that is hashed and signed: every column as the text that the
 * database returns.
 */
export interface AuditEntry {
  id: string
  /** UTC, in microseconds. */
  at: string
  account_id: string | null
  actor: string
  user_id: string | null
  username: string | null
  session_id: string | null
  via: string | null
  kind: string
  class_code: string
  object_id: string | null
  label: string
  action: string
  before: string | null
  after: string | null
  correlation: string | null
}

/** An entry with the signature of the server that wrote it; null in entries older than signatures. */
export interface ChainRow extends AuditEntry {
  signature: Buffer | null
}

/** Versions of the hashed form. Entries without a signature have the first one and stay verifiable. */
const unsignedForm = 1
const signedForm = 2

/** The hash that precedes the first row. */
export const chainStart: Buffer = Buffer.alloc(32)

const contentOf = (entry: AuditEntry): (string | null)[] => {
  const { id, at, account_id, actor, user_id, username, session_id, via } = entry
  const { kind, class_code, object_id, label, action, before, after, correlation } = entry
  const author = [account_id, actor, user_id, username, session_id, via]
  return [id, at, ...author, kind, class_code, object_id, label, action, before, after, correlation]
}

/** Returns the hash of a row at its place, over all its columns and the hash of the row before it. */
export function hashRow(before: Buffer, seq: number, row: ChainRow): Buffer {
  const signed = row.signature ? [row.signature.toString('hex')] : []
  const form = row.signature ? signedForm : unsignedForm
  const content = [form, before.toString('hex'), seq, ...contentOf(row), ...signed]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** Returns the text that the writing process signs: all columns but the place in the chain. */
export const entryText = (entry: AuditEntry): string =>
  JSON.stringify(['audit-entry', signedForm, ...contentOf(entry)])

/** The signed end of the chain after a sealing. */
export interface Anchor {
  seq: number
  hash: Buffer
  at: Date
  signature: Buffer
}

/** Returns the text of an anchor that is signed. */
export const anchorText = ({ seq, hash, at }: Omit<Anchor, 'signature'>): string =>
  JSON.stringify(['audit', unsignedForm, seq, hash.toString('hex'), at.toISOString()])

/** Maximum deviation of an entry's time from the present: clocks differ, and a large change commits late. */
const maxAheadMs = 5 * 60_000
const maxBehindMs = 24 * 3_600_000
/** Maximum age of an entry relative to the last sealing; a crash leaves entries that are slightly older. */
const maxBeforeAnchorMs = 3_600_000

/** The period in which the time of an entry must lie to get a place in the chain. */
export interface TimeWindow {
  from: Date
  to: Date
}

/**
 * Returns the period whose entries are sealed. An entry outside of it stays unsealed and is reported by the
 * check of the trail: either a clock was wrong or the entry was inserted later.
 */
export function sealingWindow(now: Date, lastSealedAt: Date | null): TimeWindow {
  const day = now.getTime() - maxBehindMs
  // entries left by a crash may be older than a day if the server was down for longer
  const before = lastSealedAt ? lastSealedAt.getTime() - maxBeforeAnchorMs : 0
  return { from: new Date(Math.min(day, before)), to: new Date(now.getTime() + maxAheadMs) }
}
