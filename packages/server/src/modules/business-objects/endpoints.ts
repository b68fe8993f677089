import type { ClassCode } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type ListSource, type Query, runCount } from '../../storage/list/list-query.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { readFields } from '../../storage/read-fields.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods, WithFacts } from '../workflow/index.ts'
import { findRow, insertRow, isCodeTaken, type RowChange, type StoredClass, updateRow } from './store.ts'

/** Fields that every body of `/<class>/set` has. */
interface Body {
  id: string | null
  typecode?: string
  tags?: string[]
  version_no?: number
}

/** A class of objects that users create and edit. */
export interface BusinessClass<Row extends object = object, SetBody extends Body = Body> {
  classCode: ClassCode
  source: ListSource<WithFacts<Row>>
  stored: StoredClass
  missing: Refusal
  wrongState: Refusal
  /** Refusal if another object of the account has the code. */
  codeTaken: Refusal
  /** Objects per account. */
  most: number
  /** Returns the hints that report a change of an object. */
  changed: (accountId: string, id: string) => BusEvent[]
  /** Returns the columns that a body sets; an absent field keeps its value. */
  changeOf: (body: SetBody) => RowChange | Refusal
  /** Checks references of the change, and fills columns of a new object (`isNew`) that the body leaves out. */
  prepare?: (
    tx: Tx,
    viewer: Viewer,
    what: { id: string; change: RowChange; accountId: string; isNew: boolean },
  ) => Promise<Refusal | null>
  /** Field that a new object requires, by its column. */
  required: Readonly<Record<string, string>>
}

interface BusinessDeps extends Pick<ModuleContext, 'db' | 'clock'> {
  methods: Methods
}

/** Returns the work of the endpoints of a class: list, count, get, set, methods and types. */
export const businessEndpoints = <Row extends object, SetBody extends Body>(
  deps: BusinessDeps,
  of: BusinessClass<Row, SetBody>,
) => {
  const { classCode, source } = of
  const objects = { classCode, source }
  const get = async (viewer: Viewer, { id, fields }: { id: string; fields?: readonly string[] }) =>
    (await deps.methods.get(viewer, { ...objects, fields }, { id } as never)) ?? of.missing
  return {
    list: (viewer: Viewer, query: Query) => deps.methods.list(viewer, objects, query),
    count: (viewer: Viewer, query: Query) => runCount({ db: deps.db, source, scope: viewer }, query),
    get,
    set: async (viewer: Viewer, body: SetBody) => {
      const id = await setObject(deps, viewer, { of, body })
      return isRefusal(id) ? id : get(viewer, { id })
    },
    method: (viewer: Viewer, { id }: { id: string }) => deps.methods.offers(viewer, classCode, id),
    type: async (_viewer: Viewer, { fields }: { fields?: string[] }) => deps.methods.types(classCode, fields),
  }
}

interface Setting<SetBody extends Body> {
  of: Omit<BusinessClass<object, SetBody>, 'source'>
  body: SetBody
}

/** Creates an object (id null) or changes one; returns its id. */
function setObject<SetBody extends Body>(
  deps: BusinessDeps,
  viewer: Viewer,
  { of, body }: Setting<SetBody>,
): Promise<string | Refusal> {
  const { classCode } = of
  const change = deps.methods.typeRefusal(classCode, body.typecode) ?? of.changeOf(body)
  if (isRefusal(change)) return Promise.resolve(change)
  if (body.typecode !== undefined) change.type = body.typecode
  if (body.tags !== undefined) change.tags = [...new Set(body.tags)]
  const now = deps.clock.now()
  const id = body.id ?? newId(now.getTime())
  const writing: Writing = { of, id, change, now, version: body.version_no }
  return deps.methods.change(viewer, {
    classCode,
    id,
    action: body.id === null ? 'create' : 'update',
    work: (tx) => (body.id === null ? addRow(tx, viewer, writing) : changeRow(tx, viewer, writing)),
  })
}

interface Writing {
  of: Omit<BusinessClass, 'changeOf' | 'source'>
  id: string
  change: RowChange
  now: Date
  version: number | undefined
}

async function addRow(
  tx: Tx,
  viewer: Viewer,
  { of, id, change: given, now }: Writing,
): Promise<string | Refusal> {
  const { accountId } = viewer
  const change = { ...given }
  const owner = { column: 'account_id', value: accountId }
  const full = await refuseBeyond(tx, { table: of.stored.table, owner, most: of.most, code: 'limit.reached' })
  const refusal = full ?? (await of.prepare?.(tx, viewer, { id, change, accountId, isNew: true })) ?? null
  if (refusal) return refusal
  for (const [column, field] of Object.entries(of.required))
    if (change[column] == null) return refuse('value.required', { field })
  const row = { ...change, id, account_id: accountId, owner_id: viewer.userId, state: 'enabled' }
  if (!(await insertRow(tx, of.stored, { ...row, created_at: now, updated_at: now }))) return of.codeTaken
  const label = String(change[of.stored.nameColumn])
  const auditRef = { accountId, classCode: of.classCode, objectId: id, label }
  await recordChange(tx, viewer, { ...auditRef, action: 'create', after: change })
  return id
}

async function changeRow(
  tx: Tx,
  viewer: Viewer,
  { of, id, change: given, now, version }: Writing,
): Promise<string | Refusal> {
  const row = await findRow(tx, viewer, { of: of.stored, id })
  if (!row || row.state === 'deleted') return of.missing
  if (isStale(row, version)) return editedByOther
  const change = { ...given }
  for (const [column, field] of Object.entries(of.required))
    if (change[column] === null) return refuse('value.required', { field })
  const { accountId } = row
  const refusal = await of.prepare?.(tx, viewer, { id, change, accountId, isNew: false })
  if (refusal) return refusal
  if (
    typeof change.code === 'string' &&
    (await isCodeTaken(tx, of.stored, { accountId, code: change.code, id }))
  )
    return of.codeTaken
  const before = await readFields(tx, { table: of.stored.table, id }, Object.keys(change))
  await updateRow(tx, of.stored, { ...change, id, updated_at: now })
  const auditRef = { accountId, classCode: of.classCode, objectId: id, label: row.name }
  await recordChange(tx, viewer, { ...auditRef, action: 'update', before, after: change })
  return id
}
