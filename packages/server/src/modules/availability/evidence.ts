import {
  type BodyOf,
  type exclusionFileDelete,
  type exclusionFileSet,
  evidenceMaxBytes,
} from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { pictureType, readFileData, reencode } from '../files/index.ts'
import type { ModuleContext } from '../module.ts'
import { deleteEvidence, insertEvidence } from './evidence-store.ts'
import { findForChange, recordExclusion } from './exclusions.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

const maxPerExclusion = 5
const maxPerAccount = 2_000
const notFound = refuse('exclusion.not_found', { field: 'id' })

/** Adds a file to an exclusion: a picture, which is re-encoded, or a PDF document, which is stored as it is. */
export async function addEvidence(
  deps: Deps,
  viewer: Viewer,
  { id: exclusionId, name, data }: BodyOf<typeof exclusionFileSet>,
): Promise<{ result: true } | Refusal> {
  const content = await readEvidence(data)
  if (isRefusal(content)) return content
  return inTransaction(deps.db, async (tx) => {
    const exclusion = await findForChange(tx, viewer, exclusionId)
    if (isRefusal(exclusion)) return exclusion
    const { account_id } = exclusion
    const table = 'exclusion_files'
    const full =
      (await refuseBeyond(tx, {
        table,
        owner: { column: 'exclusion_id', value: exclusionId },
        most: maxPerExclusion,
      })) ??
      (await refuseBeyond(tx, {
        table,
        owner: { column: 'account_id', value: account_id },
        most: maxPerAccount,
      }))
    if (full) return full
    const now = deps.clock.now()
    const id = newId(now.getTime())
    const row = { ...content, id, account_id, exclusion_id: exclusionId, name }
    await insertEvidence(tx, { ...row, created_by: viewer.userId, created_at: now })
    const after = { file: id, name }
    await recordExclusion(deps, tx, { viewer, of: exclusion, action: 'exclusion file add', after })
    return { result: true }
  })
}

/** Removes a file of an exclusion. */
export const removeEvidence = (
  deps: Deps,
  viewer: Viewer,
  body: BodyOf<typeof exclusionFileDelete>,
): Promise<{ result: true } | Refusal> =>
  inTransaction(deps.db, async (tx) => {
    const exclusion = await findForChange(tx, viewer, body.id)
    if (isRefusal(exclusion)) return exclusion
    const name = await deleteEvidence(tx, body)
    if (name === undefined) return notFound
    const before = { file: body.file, name }
    await recordExclusion(deps, tx, { viewer, of: exclusion, action: 'exclusion file delete', before })
    return { result: true }
  })

const isPdf = (data: Buffer): boolean => data.subarray(0, 5).toString('latin1') === '%PDF-'

async function readEvidence(text: string): Promise<{ type: string; content: Buffer } | Refusal> {
  const data = readFileData(text, { maxBytes: evidenceMaxBytes, field: 'data', isDocument: isPdf })
  if (isRefusal(data)) return data
  if (isPdf(data)) return { type: 'application/pdf', content: data }
  const picture = await reencode(data)
  return isRefusal(picture)
    ? refuse('exclusion.file_unreadable', { field: 'data' })
    : { type: pictureType, content: picture.content }
}
