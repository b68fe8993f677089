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
import { recordChange, recordChanges } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods, Subject, WithFacts } from '../workflow/index.ts'
import { findRow, insertRows, isCodeTaken, type RowChange, type StoredClass, updateRow } from './store.ts'

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
  /** Returns the hints that report a change of an object; of several without an id. */
  changed: (accountId: string, id?: string) => BusEvent[]
  /** Returns the columns that a body sets; an absent field keeps its value. */
  changeOf: (body: SetBody) => RowChange | Refusal
  /**
   * Checks references of new objects and fills columns that their bodies leave out; returns the refusal of each, or
   * null. Takes all objects of an import in one call.
   */
  prepareNew: (tx: Tx, viewer: Viewer, changes: readonly RowChange[]) => Promise<(Refusal | null)[]>
  /** Checks references of a change. */
  prepareChange?: (
    tx: Tx,
    viewer: Viewer,
    what: { id: string; change: RowChange; accountId: string },
  ) => Promise<Refusal | null>
  /** Returns true for a method that drivers may run on an own object; absent: none. */
  isForDrivers?: NonNullable<Subject['isForDrivers']>
  /** State of a new object; absent: enabled. */
  initialState?: string
  /** Field that a new object requires, by its column. */
  required: Readonly<Record<string, string>>
}

export interface BusinessDeps extends Pick<ModuleContext, 'db' | 'clock'> {
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
  const change = columnsOf(deps, of, body)
  if (isRefusal(change)) return Promise.resolve(change)
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

/** Returns the columns that a body sets. */
export function columnsOf<SetBody extends Body>(
  { methods }: Pick<BusinessDeps, 'methods'>,
  of: Pick<BusinessClass<object, SetBody>, 'classCode' | 'changeOf'>,
  body: SetBody,
): RowChange | Refusal {
  const change = methods.typeRefusal(of.classCode, body.typecode) ?? of.changeOf(body)
  if (isRefusal(change)) return change
  if (body.typecode !== undefined) change.type = body.typecode
  if (body.tags !== undefined) change.tags = [...new Set(body.tags)]
  return change
}

interface Writing {
  of: Omit<BusinessClass, 'changeOf' | 'source'>
  id: string
  change: RowChange
  now: Date
  version: number | undefined
}

async function addRow(tx: Tx, viewer: Viewer, { of, id, change, now }: Writing): Promise<string | Refusal> {
  const full = await refuseMany(tx, viewer, { of, rows: 1 })
  if (full) return full
  const [row] = await newRows(tx, viewer, { of, changes: [change], now, ids: [id] })
  if (isRefusal(row)) return row
  if ((await insertRows(tx, of.stored, [row!.row])) === 0) return of.codeTaken
  await recordNew(tx, viewer, { of, rows: [row!] })
  return id
}

type NewOf = Omit<BusinessClass, 'changeOf' | 'source'>

/** Refuses new objects beyond the limit of the account; others that add some wait from here on. */
export const refuseMany = (
  tx: Tx,
  { accountId }: Viewer,
  { of, rows }: { of: Pick<NewOf, 'stored' | 'most'>; rows: number },
): Promise<Refusal | null> => {
  const owner = { column: 'account_id', value: accountId }
  return refuseBeyond(tx, {
    table: of.stored.table,
    owner,
    most: of.most,
    added: rows,
    code: 'limit.reached',
  })
}

/** New object: its row, and the columns that users set, for the audit trail. */
export interface NewRow {
  id: string
  row: RowChange
  given: RowChange
}

/** Returns the rows of new objects, or the reason why one cannot be stored. */
export async function newRows(
  tx: Tx,
  viewer: Viewer,
  { of, changes, now, ids }: { of: NewOf; changes: readonly RowChange[]; now: Date; ids?: readonly string[] },
): Promise<(NewRow | Refusal)[]> {
  const { accountId } = viewer
  const given = changes.map((change) => ({ ...change }))
  const refusals = await of.prepareNew(tx, viewer, given)
  return given.map((change, index) => {
    const refusal = refusals[index]
    if (refusal) return refusal
    const missing = Object.entries(of.required).find(([column]) => change[column] == null)
    if (missing) return refuse('value.required', { field: missing[1] })
    const id = ids?.[index] ?? newId(now.getTime())
    const row = {
      ...change,
      id,
      account_id: accountId,
      owner_id: viewer.userId,
      state: of.initialState ?? 'enabled',
    }
    return { id, given: change, row: { ...row, created_at: now, updated_at: now } }
  })
}

/** Records new objects in the audit trail. */
export const recordNew = (tx: Tx, viewer: Viewer, { of, rows }: { of: NewOf; rows: readonly NewRow[] }) =>
  recordChanges(
    tx,
    viewer,
    rows.map(({ id, given }) => ({
      accountId: viewer.accountId,
      classCode: of.classCode,
      objectId: id,
      label: String(given[of.stored.nameColumn]),
      action: 'create',
      after: given,
    })),
  )

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
  const refusal = await of.prepareChange?.(tx, viewer, { id, change, accountId })
  if (refusal) return refusal
  if (
    typeof change.code === 'string' &&
    (await isCodeTaken(tx, of.stored, { accountId, code: change.code, id }))
  )
    return of.codeTaken
  const fieldsNow = () => readFields(tx, { table: of.stored.table, id }, Object.keys(change))
  const before = await fieldsNow()
  await updateRow(tx, of.stored, { ...change, id, updated_at: now })
  const auditRef = { accountId, classCode: of.classCode, objectId: id, label: row.name }
  await recordChange(tx, viewer, { ...auditRef, action: 'update', before, after: await fieldsNow() })
  return id
}
