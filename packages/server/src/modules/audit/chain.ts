import { createHash } from 'node:crypto'

/** A row of the audit trail as it is hashed: every column as the text that the database holds. */
export interface ChainRow {
  id: string
  /** UTC with microseconds. */
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

/** The form below; another one gets another number, so that old rows stay provable. */
const form = 1

/** What the first row follows. */
export const chainStart: Buffer = Buffer.alloc(32)

/** The hash of a row at its place, over all that it says and the hash of the row before. */
export function hashRow(before: Buffer, seq: number, row: ChainRow): Buffer {
  const { id, at, account_id, actor, user_id, username, session_id, via } = row
  const { kind, class_code, object_id, label, action, correlation } = row
  const who = [account_id, actor, user_id, username, session_id, via]
  const what = [kind, class_code, object_id, label, action, row.before, row.after, correlation]
  const content = [form, before.toString('hex'), seq, id, at, ...who, ...what]
  return createHash('sha256').update(JSON.stringify(content)).digest()
}

/** The end of the chain after a sealing. */
export interface Anchor {
  seq: number
  hash: Buffer
  at: Date
  signature: Buffer
}

/** What is signed of it. */
export const anchorText = ({ seq, hash, at }: Omit<Anchor, 'signature'>): string =>
  JSON.stringify(['audit', form, seq, hash.toString('hex'), at.toISOString()])

export type Sign = (text: string) => Promise<Buffer>
