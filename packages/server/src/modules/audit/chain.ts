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
