import { randomBytes } from 'node:crypto'
import type { BodyOf, resourceDataDelete, resourceDataSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuseInWords, refuseMissing } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { editedByOther, noResource, type ResourceDeps } from './deps.ts'
import { mediaTypeOf } from './media-type.ts'
import { recordResource } from './record-resource.ts'
import {
  type ContentRow,
  contentsOf,
  deleteContent,
  lockTree,
  resourceAt,
  setContent,
  updateResource,
} from './store.ts'

type Body = BodyOf<typeof resourceDataSet>

/** Writes the text or the file of one language. */
export async function setData(deps: ResourceDeps, viewer: Viewer, body: Body): Promise<null | Refusal> {
  const content = await readContent(deps, body)
  if (isRefusal(content)) return content
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    await lockTree(tx)
    const resource = await resourceAt(tx, body.id)
    if (!resource) return noResource
    const fits = body.text === undefined ? 'file' : 'text'
    if (resource.type !== fits)
      return refuseInWords('not-possible', `This resource is a ${resource.type} and holds no ${fits}`, fits)
    const problem = body.text === undefined ? null : deps.productTexts.problem(resource.path, body.text)
    if (problem !== null) return refuseInWords('invalid', problem, 'text')
    const before = (await contentsOf(tx, body.id)).find(({ locale }) => locale === body.locale)
    if (body.version_no !== undefined && (before?.version_no ?? null) !== body.version_no)
      return editedByOther
    await setContent(tx, { resource_id: body.id, locale: body.locale, ...content, updated_at: now })
    await updateResource(tx, body.id, {}, now)
    await recordResource(tx, viewer, {
      row: resource,
      action: 'update',
      before: before ? fields(before) : null,
      after: fields({ ...content, locale: body.locale }),
    })
    return null
  })
}

/** Deletes the text or the file of one language. */
export function removeData(
  deps: ResourceDeps,
  viewer: Viewer,
  body: BodyOf<typeof resourceDataDelete>,
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    await lockTree(tx)
    const resource = await resourceAt(tx, body.id)
    const before = (await contentsOf(tx, body.id)).find(({ locale }) => locale === body.locale)
    if (!resource) return noResource
    if (!before) return refuseInWords('not-found', 'There is nothing in this language', 'locale')
    if (body.version_no !== undefined && before.version_no !== body.version_no) return editedByOther
    await deleteContent(tx, body.id, body.locale)
    await updateResource(tx, body.id, {}, deps.clock.now())
    await recordResource(tx, viewer, { row: resource, action: 'update', before: fields(before), after: null })
    return null
  })
}

/** Audit fields of a content: of a file only name and type, because its data would burden the audit trail. */
const fields = (content: Pick<ContentRow, 'locale' | 'text' | 'file_name' | 'media_type'>) => ({
  locale: content.locale,
  [content.locale]: content.text ?? { file: content.file_name, type: content.media_type },
})

const base64 = /^[A-Za-z0-9+/]*={0,2}$/
const noFile = { file_name: null, media_type: null, bytes: null, public_name: null }

async function readContent(deps: ResourceDeps, { text, file }: Body) {
  if ((text === undefined) === (file === undefined))
    return refuseInWords('invalid', 'Send either a text or a file', 'text')
  if (file === undefined) return { ...noFile, text: text! }
  // browsers send data URLs
  const encoded = file.data.replace(/^data:[^,]*;base64,/, '').replaceAll(/\s/g, '')
  if (!base64.test(encoded)) return refuseInWords('invalid', 'the data is not base64', 'file.data')
  const bytes = Buffer.from(encoded, 'base64')
  const most = await deps.fileLimit()
  if (bytes.length === 0) return refuseMissing('The file is empty', 'file.data')
  if (bytes.length > most)
    return refuseInWords(
      'too-large',
      `Maximum filesize exceeded: a file has at most ${most} bytes`,
      'file.data',
    )
  const name = file.name.replaceAll(/[/\\\p{Cc}\p{Cf}]/gu, '_').trim()
  if (name === '') return refuseMissing('A file needs a name', 'file.name')
  return {
    text: null,
    file_name: name,
    media_type: mediaTypeOf(bytes),
    bytes,
    public_name: randomBytes(24).toString('base64url'),
  }
}
