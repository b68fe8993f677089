import { randomBytes } from 'node:crypto'
import {
  type AnswerOf,
  type BodyOf,
  type ClassCode,
  type Hint,
  type objectFiles,
  type objectFileSet,
  fileMaxBytes,
  photoMaxBytes,
} from '@stationmaster/contract'
import { isUuid, newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { pictureAddress, readAddress, type Size } from './address.ts'
import { documentType, hasDocumentName } from './document.ts'
import { reencode, pictureType, readFileData } from './picture.ts'
import {
  addressSecret,
  bytesOfFiles,
  countFiles,
  deleteFile,
  type FileFacts,
  fileContent,
  filesOf,
  insertFile,
  type StoredContent,
} from './store.ts'

export interface FilesDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  /** Class of the objects that have the files. */
  classCode: ClassCode
  /** True if the objects have documents, too. */
  takesDocuments: boolean
  /** Files of one object, at most. */
  maxPerObject?: number
  /** Returns the account of an object, if the viewer may see it. */
  accountOf: (scope: Scope, objectId: string) => Promise<string | null>
  /** Returns the hint that the pictures of an object changed. */
  changed: (objectId: string) => Hint
}

type FileRow = AnswerOf<typeof objectFiles>[number]

const usualMaxPerObject = 30
const maxPerAccount = 10_000
/** Size of all files of an account in MiB. */
const maxMibPerAccount = 2_048
const noObject = refuse('object.not_found')
const noFile = refuse('picture.not_found')

export type Files = Awaited<ReturnType<typeof createFiles>>

/**
 * Creates the service for files of objects: stored in the database, served by addresses that are signed for some
 * minutes.
 */
export async function createFiles(deps: FilesDeps) {
  const { db, clock } = deps
  const secret = await addressSecret(db, randomBytes(32).toString('base64url'))
  const addressOf = (id: string, size: Size = 'full') =>
    pictureAddress(secret, id, { size, nowMs: clock.now().getTime() })
  const shown = (file: FileFacts): FileRow => {
    const address = (size: Size) => addressOf(file.id, size)
    return {
      id: file.id,
      object: file.object_id,
      name: file.name,
      type: file.type,
      size: file.size,
      width: file.width,
      height: file.height,
      created: file.created_at.toISOString(),
      url: address('full'),
      thumbnail: file.has_thumbnail ? address('thumbnail') : null,
    }
  }
  return {
    /** Returns the signed address of a file, for `open`. */
    addressOf: (id: string) => addressOf(id),
    /** Returns the files of objects that the caller has checked. */
    ofObjects: async (ids: readonly string[]): Promise<FileRow[]> =>
      ids.length === 0 ? [] : (await filesOf(db, ids)).map(shown),
    list: async (viewer: Viewer, objectId: string): Promise<FileRow[] | Refusal> =>
      (await deps.accountOf(viewer, objectId)) ? (await filesOf(db, [objectId])).map(shown) : noObject,
    add: async (viewer: Viewer, body: BodyOf<typeof objectFileSet>): Promise<FileRow | Refusal> => {
      const added = await addFile(deps, viewer, body)
      if (isRefusal(added)) return added
      return shown((await filesOf(db, [body.id])).find((file) => file.id === added)!)
    },
    remove: async (
      viewer: Viewer,
      { id: objectId, file: id }: { id: string; file: string },
    ): Promise<{ result: true } | Refusal> => {
      const account = await deps.accountOf(viewer, objectId)
      if (!account) return noObject
      return inTransaction(db, async (tx) => {
        if (!(await deleteFile(tx, viewer, { objectId, id }))) return noFile
        const { classCode } = deps
        await recordFile(tx, viewer, { account, classCode, objectId, id, action: 'file delete' })
        await deps.bus.publish(tx, [{ kind: 'hint', account, hint: deps.changed(objectId) }])
        return { result: true }
      })
    },
    /**
     * Opens a picture, or downloads a document, for any caller with its signed address. `openOther` opens a file
     * that another module stores.
     */
    open: async <Other>(
      id: string,
      query: Readonly<Record<string, string>>,
      openOther: (id: string) => Promise<Other | null>,
    ) => {
      const size = isUuid(id) ? readAddress(secret, id, { query, nowMs: clock.now().getTime() }) : null
      if (!size) return refuse('picture.address_invalid')
      const file = await fileContent(db, id, size)
      if (!file?.bytes) return (size === 'full' && (await openOther(id))) || noFile
      const isPicture = file.type.startsWith('image/')
      return { type: file.type, content: file.bytes, ...(isPicture ? {} : { saveAs: file.name }) }
    },
  }
}

/** Returns the columns of a picture, re-encoded, or of a document. */
async function contentOf(
  { takesDocuments }: FilesDeps,
  { name, data: sent }: BodyOf<typeof objectFileSet>,
): Promise<StoredContent | Refusal> {
  const isDocument = takesDocuments && hasDocumentName(name)
  const maxBytes = isDocument ? fileMaxBytes : photoMaxBytes
  const data = readFileData(sent, { maxBytes, field: 'data', isDocument: () => isDocument })
  if (isRefusal(data)) return data
  const type = isDocument ? documentType(name, data) : null
  if (isRefusal(type)) return type
  if (type !== null) return { type, content: data }
  const picture = await reencode(data)
  if (!isRefusal(picture)) return { ...picture, type: pictureType }
  return takesDocuments ? refuse('file.type_unsupported', { field: 'data' }) : picture
}

const mib = 1024 * 1024

async function addFile(
  deps: FilesDeps,
  viewer: Viewer,
  body: BodyOf<typeof objectFileSet>,
): Promise<string | Refusal> {
  const account = await deps.accountOf(viewer, body.id)
  if (!account) return noObject
  const { maxPerObject = usualMaxPerObject } = deps
  if ((await countFiles(deps.db, body.id)) >= maxPerObject)
    return refuse('limit.reached', { limit: maxPerObject })
  const file = await contentOf(deps, body)
  if (isRefusal(file)) return file
  const now = deps.clock.now()
  const id = newId(now.getTime())
  return inTransaction(deps.db, async (tx) => {
    const ofObject = { table: 'files', owner: { column: 'object_id', value: body.id } } as const
    const ofAccount = { table: 'files', owner: { column: 'account_id', value: account } } as const
    const refusal =
      // counted again: other pictures may have been added while this one was encoded
      (await refuseBeyond(tx, { ...ofObject, most: maxPerObject })) ??
      (await refuseBeyond(tx, { ...ofAccount, most: maxPerAccount, code: 'limit.pictures' }))
    if (refusal) return refusal
    // counted after the others that add files have ended: they wait for the check above
    if ((await bytesOfFiles(tx, account)) + file.content.length > maxMibPerAccount * mib)
      return refuse('file.account_full', { mib: maxMibPerAccount })
    await insertFile(tx, {
      ...file,
      size: file.content.length,
      id,
      account_id: account,
      object_id: body.id,
      name: body.name,
      created_by: viewer.userId,
      created_at: now,
    })
    const added = { account, classCode: deps.classCode, objectId: body.id, id, name: body.name }
    await recordFile(tx, viewer, { ...added, action: 'file add' })
    await deps.bus.publish(tx, [{ kind: 'hint', account, hint: deps.changed(body.id) }])
    return id
  })
}

interface RecordedFile {
  account: string
  classCode: ClassCode
  objectId: string
  id: string
  action: 'file add' | 'file delete'
  name?: string | null
}

const recordFile = (
  tx: Tx,
  viewer: Viewer,
  { account, classCode, objectId, id, action, name }: RecordedFile,
) => {
  const file = { file: id, name }
  return recordChange(tx, viewer, {
    accountId: account,
    classCode,
    objectId,
    label: name ?? id,
    action,
    ...(action === 'file add' ? { after: file } : { before: file }),
  })
}
