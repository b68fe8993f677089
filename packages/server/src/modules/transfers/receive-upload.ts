import { Readable } from 'node:stream'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { boundaryOf, firstFile, UnreadableMultipart } from './multipart.ts'
import { fileNameOf, readUploadPath, type UploadPath } from './upload-address.ts'
import {
  type Attempt,
  beginUpload,
  deleteParts,
  endUpload,
  findUpload,
  insertPart,
  partOf,
  removeBeyond,
} from './upload-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

/** Request of a station that uploads a file. */
export interface UploadRequest {
  /** What follows the path of the addresses: secret and name. */
  path: string
  contentType: string
  /** Announced bytes; NaN if unknown. */
  length: number
  body: Readable
}

/** Limits of uploads; tests lower them. */
export interface UploadLimits {
  /** Bytes of one request. */
  maxBytes: number
  /** Bytes of all files of an account. */
  maxAccountBytes: number
  /** Uploads at the same time in one process; each holds at most two parts in memory. */
  maxAtOnce: number
  /** Requests to one address; a station repeats an upload that was interrupted. */
  maxAttempts: number
}

const mib = 1024 * 1024
export const usualLimits: UploadLimits = {
  maxBytes: 64 * mib,
  maxAccountBytes: 1024 * mib,
  maxAtOnce: 32,
  maxAttempts: 20,
}
/** Bytes of a row of content. */
const partBytes = mib / 4

// the same for an address that is unknown, expired, used, or that of another server
const invalid = refuse('upload.address_invalid')

/** Creates the receiver of files from stations. */
export function uploadReceiver(deps: Deps, limits: UploadLimits = usualLimits) {
  let running = 0
  return async (request: UploadRequest): Promise<{ result: true } | Refusal> => {
    const path = readUploadPath(request.path)
    if (!path) return invalid
    if (running >= limits.maxAtOnce) return refuse('upload.too_many', { retryAfterSeconds: 30 })
    running++
    try {
      const { maxAttempts } = limits
      const attempt = await beginUpload(deps.db, path.secretHash, { now: deps.clock.now(), maxAttempts })
      return attempt ? await receive(deps, { limits, attempt, path }, request) : invalid
    } finally {
      running--
    }
  }
}

interface Begun {
  limits: UploadLimits
  attempt: Attempt
  path: UploadPath
}

async function receive(
  deps: Deps,
  { limits, attempt, path }: Begun,
  request: UploadRequest,
): Promise<{ result: true } | Refusal> {
  const tooLarge = refuse('upload.too_large', { mib: Math.floor(limits.maxBytes / mib) })
  let isStored = false
  try {
    if (request.length > limits.maxBytes) return tooLarge
    let name = path.name
    const boundary = boundaryOf(request.contentType)
    const bytes = limited(request.body, limits.maxBytes)
    const content =
      boundary === null ? bytes : firstFile(bytes, boundary, (given) => (name = fileNameOf(given) ?? name))
    const size = await storeParts(deps.db, attempt, content)
    const ended = await end(deps, attempt, { name, size, limits })
    isStored = !isRefusal(ended)
    return ended
  } catch (error) {
    if (error instanceof TooLong) return tooLarge
    if (error instanceof UnreadableMultipart || request.body.errored || !request.body.readableEnded)
      return refuse('upload.unreadable')
    throw error
  } finally {
    if (!isStored) await deleteParts(deps.db, attempt)
  }
}

class TooLong extends Error {}

async function* limited(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new TooLong()
    yield chunk
  }
}

/** Stores content as rows of equal size; the sender waits for each. Returns the number of bytes. */
async function storeParts(db: Db, attempt: Attempt, content: AsyncIterable<Buffer>): Promise<number> {
  // copied, because many small chunks would take far more memory than their content
  const part = Buffer.allocUnsafe(partBytes)
  let number = 0
  let filled = 0
  const store = () => insertPart(db, attempt, { number: number++, content: part.subarray(0, filled) })
  for await (const chunk of content)
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(part, filled, at)
      at += copied
      filled += copied
      if (filled < partBytes) continue
      await store()
      filled = 0
    }
  const size = number * partBytes + filled
  if (filled > 0) await store()
  return size
}

const end = (
  { db, bus, clock }: Deps,
  attempt: Attempt,
  { limits, ...file }: { name: string | null; size: number; limits: UploadLimits },
): Promise<{ result: true } | Refusal> =>
  inTransaction(db, async (tx) => {
    if (!(await endUpload(tx, attempt, { ...file, now: clock.now() }))) return invalid
    const { accountId: account, stationId: station, transferId } = attempt
    await removeBeyond(tx, account, limits.maxAccountBytes)
    await bus.publish(tx, [
      { kind: 'hint', account, hint: { kind: 'transfer.changed', station, ids: [transferId] } },
    ])
    return { result: true }
  })

/** Opens a received file for a caller whose signed address was verified; null if there is none. */
export async function openUpload(db: Db, transferId: string) {
  const found = await findUpload(db, transferId)
  if (!found) return null
  const { attempt, kind, size, createdAt } = found
  async function* parts() {
    for (let number = 0; number * partBytes < size!; number++) {
      const part = await partOf(db, { transferId, attempt }, number)
      // an end without an error would look like the end of the file
      if (part === undefined) throw new Error('the file was deleted during its download')
      yield part
    }
  }
  const saveAs =
    found.name ??
    fileNameOf(found.announcedName ?? '') ??
    `${kind}-${createdAt.toISOString().slice(0, 10)}.bin`
  return { type: 'application/octet-stream', content: Readable.from(parts()), saveAs }
}
