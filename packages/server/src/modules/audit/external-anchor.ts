import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Sign } from '../../storage/signing-plugin.ts'
import { anchorText } from './chain.ts'
import { hashAt, lastAnchor } from './chain-store.ts'
import type { Db } from '../../storage/transaction.ts'

/**
 * Targets to which signed ends of the chain are published, so that they outlive the database and the server's
 * own key.
 */
export interface AnchorTargets {
  /** Path of a file to which lines are appended. */
  file: string | undefined
  /** Address that receives each line as the body of a POST. */
  url: string | undefined
}

/** One published end of the chain: a line of the file and the body of the POST. */
interface PublishedAnchor {
  seq: number
  hash: string
  at: string
  signature: string
}

const timeoutMs = 10_000

/**
 * Publishes the signed end of the chain to the configured file and address. Does nothing if no entry is
 * sealed yet. Throws if the file cannot be written or the address does not answer 2xx within 10 s.
 */
export async function publishAnchor(
  { db, sign, now }: { db: Db; sign: Sign; now: Date },
  { file, url }: AnchorTargets,
): Promise<void> {
  const end = await lastAnchor(db)
  if (!end) return
  const signature = (await sign(anchorText({ seq: end.seq, hash: end.hash, at: now }))).toString('hex')
  const anchor: PublishedAnchor = {
    seq: end.seq,
    hash: end.hash.toString('hex'),
    at: now.toISOString(),
    signature,
  }
  const text = JSON.stringify(anchor)
  const targets = [file && appendLine(file, text), url && post(url, text)]
  // a target that fails does not prevent the other from being written
  const outcomes = await Promise.allSettled(targets)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function appendLine(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await appendFile(file, `${text}\n`, { mode: 0o600, flush: true })
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the receiver of audit anchors answered HTTP ${response.status}`)
}

/** The reason why a published end does not agree with the chain, and its line, from 1. */
export interface AnchorProblem {
  line: number
  reason: 'unreadable' | 'signature' | 'missing' | 'differs'
  seq: number | null
}

/** Compares published ends with the chain. Returns how many agree and the first one that does not. */
export async function compareAnchors(
  { db, sign }: { db: Db; sign: Sign },
  path: string,
): Promise<{ agreeing: number; problem: AnchorProblem | null }> {
  const lines = (await readFile(path, 'utf8')).split('\n')
  let agreeing = 0
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    const anchor = readAnchor(text)
    const reason = anchor ? await problemOf(db, sign, anchor) : 'unreadable'
    if (reason) return { agreeing, problem: { line: index + 1, reason, seq: anchor?.seq ?? null } }
    agreeing += 1
  }
  return { agreeing, problem: null }
}

function readAnchor(text: string): PublishedAnchor | null {
  try {
    const { seq, hash, at, signature } = JSON.parse(text) as Partial<PublishedAnchor>
    const isWhole = Number.isSafeInteger(seq) && typeof hash === 'string' && typeof signature === 'string'
    return isWhole && typeof at === 'string' && !Number.isNaN(Date.parse(at))
      ? { seq: seq!, hash, at, signature }
      : null
  } catch {
    return null // the caller reports the line
  }
}

async function problemOf(
  db: Db,
  sign: Sign,
  anchor: PublishedAnchor,
): Promise<AnchorProblem['reason'] | null> {
  const { seq, hash, at, signature } = anchor
  const expected = await sign(anchorText({ seq, hash: Buffer.from(hash, 'hex'), at: new Date(at) }))
  if (expected.toString('hex') !== signature) return 'signature'
  const present = await hashAt(db, seq)
  if (!present) return 'missing'
  return present.toString('hex') === hash ? null : 'differs'
}
