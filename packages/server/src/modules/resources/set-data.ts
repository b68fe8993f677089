import { randomBytes } from 'node:crypto'
import {
  type BodyOf,
  type resourceDataDelete,
  type resourceDataSet,
  resourceLimits,
} from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { editedByOther, isStale, updateVersioned } from '../../storage/row-version.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { readSetting } from '../registry/index.ts'
import { noResource, resourceAuditRef, type ResourceDeps } from './deps.ts'
import { mediaTypeOf } from './media-type.ts'
import { type ContentRow, contentsOf, deleteContent, lockTree, resourceAt, setContent } from './store.ts'

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
    if (resource.type !== fits) return refuse(contentErrors[resource.type], { field: fits })
    const textRefusal = body.text === undefined ? null : deps.productTexts.check(resource.path, body.text)
    if (textRefusal) return textRefusal
    const before = (await contentsOf(tx, body.id)).find(({ locale }) => locale === body.locale)
    if (body.version_no !== undefined && (before?.version_no ?? null) !== body.version_no)
      return editedByOther
    await setContent(tx, { resource_id: body.id, locale: body.locale, ...content, updated_at: now })
    await updateVersioned(tx, { table: 'resources', id: body.id }, { change: {}, now })
    await recordChange(tx, viewer, {
      ...resourceAuditRef(resource),
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
    if (!before) return refuse('resource.language_empty', { field: 'locale' })
    if (isStale(before, body.version_no)) return editedByOther
    await deleteContent(tx, body.id, body.locale)
    await updateVersioned(tx, { table: 'resources', id: body.id }, { change: {}, now: deps.clock.now() })
    await recordChange(tx, viewer, {
      ...resourceAuditRef(resource),
      action: 'update',
      before: fields(before),
    })
    return null
  })
}

/** Audit fields of a content: of a file only name and type, because its data would burden the audit trail. */
const fields = (content: Pick<ContentRow, 'locale' | 'text' | 'file_name' | 'media_type'>) => ({
  locale: content.locale,
  [content.locale]: content.text ?? { file: content.file_name, type: content.media_type },
})

/** Errors for content that a resource of this type cannot have. */
const contentErrors = {
  folder: 'resource.folder_without_content',
  text: 'resource.text_expected',
  file: 'resource.file_expected',
} as const

const base64 = /^[A-Za-z0-9+/]*={0,2}$/
const noFile = { file_name: null, media_type: null, bytes: null, public_name: null }

async function readContent(deps: ResourceDeps, { text, file }: Body) {
  if ((text === undefined) === (file === undefined)) return refuse('resource.text_or_file', { field: 'text' })
  if (file === undefined) return { ...noFile, text: text! }
  // browsers send data URLs
  const encoded = file.data.replace(/^data:[^,]*;base64,/, '').replaceAll(/\s/g, '')
  if (!base64.test(encoded)) return refuse('value.base64', { field: 'file.data' })
  const bytes = Buffer.from(encoded, 'base64')
  const most = await fileLimit(deps.db)
  if (bytes.length === 0) return refuse('value.required', { field: 'file.data' })
  if (bytes.length > most) return refuse('resource_file.too_large', { limit: most, field: 'file.data' })
  const name = file.name.replaceAll(/[/\\\p{Cc}\p{Cf}]/gu, '_').trim()
  if (name === '') return refuse('value.required', { field: 'file.name' })
  return {
    text: null,
    file_name: name,
    media_type: mediaTypeOf(bytes),
    bytes,
    public_name: randomBytes(24).toString('base64url'),
  }
}

/** Returns the configured maximum size of a file in bytes, up to what a request can carry. */
export async function fileLimit(db: Db): Promise<number> {
  const configured = await readSetting(db, 'CURRENT_CONFIG', { path: 'Resources', name: 'MaxFileBytes' })
  return typeof configured === 'number'
    ? Math.min(configured, resourceLimits.fileBytes)
    : resourceLimits.fileBytes
}
