import { currencyDigits, referenceFields, type ReferenceKind, referenceLimits } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { isTimeZone } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { editedByOther, isStale, updateVersioned } from '../../storage/row-version.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import {
  countKind,
  countUses,
  deleteReference,
  insertReference,
  isCodeTaken,
  lockKind,
  lockReference,
  type ReferenceRow,
  renameNetwork,
} from './store.ts'

export type ReferenceDeps = Pick<ModuleContext, 'db' | 'clock'>

export const noReference = refuse('reference.not_found', { field: 'id' })

/** Fields of every kind's body; each kind adds its own. */
export interface ReferenceBody extends Record<string, unknown> {
  id: string | null
  code?: string
  name?: string
  description?: string | null
  statecode?: 'enabled' | 'disabled'
  vendorid?: string | null
  version_no?: number
}
type ReferenceValues = Pick<ReferenceRow, 'code' | 'name' | 'description' | 'state' | 'parent_id'> & {
  fields: Record<string, unknown>
}

/** Creates a reference (id null) or changes one; returns its id. */
export function setReference(
  { db, clock }: ReferenceDeps,
  viewer: Viewer,
  { kind, body }: { kind: ReferenceKind; body: ReferenceBody },
): Promise<string | Refusal> {
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    await lockKind(tx, kind)
    const present = body.id === null ? null : await lockReference(tx, kind, body.id)
    if (present === undefined) return noReference
    if (present && isStale(present, body.version_no)) return editedByOther
    const values = readValues(kind, body, present)
    const refusal = isRefusal(values) ? values : await checkReference(tx, { kind, values, present })
    if (isRefusal(values) || refusal) return refusal ?? noReference
    const row = { ...values, fields: JSON.stringify(values.fields) }
    const id = present?.id ?? newId(now.getTime())
    if (present) await updateVersioned(tx, { table: 'reference_rows', id }, { change: row, now })
    else await insertReference(tx, { ...row, id, kind, created_at: now, updated_at: now })
    if (present && kind === 'network') await renameNetwork(tx, present, values.name)
    await recordReference(tx, viewer, { kind, id, before: present && shown(present), after: shown(values) })
    return id
  })
}

function readValues(
  kind: ReferenceKind,
  body: ReferenceBody,
  present: ReferenceRow | null,
): ReferenceValues | Refusal {
  const code = (body.code ?? present?.code)?.trim()
  // an existing code stays valid, wherever it came from
  if (code === undefined || (body.code !== undefined && !isCode(kind, code)))
    return refuse(kind === 'currency' ? 'currency.code_invalid' : 'value.code_invalid', { field: 'code' })
  const name = (body.name ?? present?.name ?? code).trim()
  if (name === '') return refuse('value.required', { field: 'name' })
  const own = Object.keys(referenceFields[kind]).filter((field) => field !== 'vendorid')
  const before = fieldsOf(present)
  const fields = Object.fromEntries(
    own.map((field) => [field, body[field] ?? clearedOrStored(body, field, before)]),
  )
  const problem = fieldProblem(kind, code, fields)
  if (problem) return problem
  const description = body.description === undefined ? present?.description : body.description?.trim()
  return {
    code,
    name,
    description: description || null,
    state: body.statecode ?? present?.state ?? 'enabled',
    parent_id: present?.parent_id ?? (kind === 'model' ? (body.vendorid ?? null) : null),
    fields,
  }
}

/** Returns null for a cleared field; an omitted one keeps its value. */
const clearedOrStored = (body: ReferenceBody, field: string, before: Record<string, unknown>): unknown =>
  Object.hasOwn(body, field) ? null : (before[field] ?? null)

const fieldsOf = (row: ReferenceRow | null): Record<string, unknown> =>
  (row?.fields ?? {}) as Record<string, unknown> // an object by its default and by what is written here

async function checkReference(
  tx: Tx,
  { kind, values, present }: { kind: ReferenceKind; values: ReferenceValues; present: ReferenceRow | null },
): Promise<Refusal | null> {
  if (kind === 'model' && !present) {
    if (values.parent_id === null) return refuse('value.required', { field: 'vendorid' })
    const vendor = await lockReference(tx, 'vendor', values.parent_id)
    if (!vendor) return refuse('reference.vendor_not_found', { field: 'vendorid' })
  }
  const place = { kind, parent: values.parent_id, code: values.code, except: present?.id ?? null }
  if (await isCodeTaken(tx, place)) return refuse('value.code_taken', { field: 'code' })
  if (!present && (await countKind(tx, kind)) >= referenceLimits.rowsOfKind)
    return refuse('limit.references', { limit: referenceLimits.rowsOfKind })
  // a currency, mode or measurand is referenced by its code: a new code would break the objects that use it
  const isRenamed = present !== null && present.code.toLowerCase() !== values.code.toLowerCase()
  const uses = isRenamed && present.reported_name === null ? await countUses(tx, kind, present.id) : 0
  return uses > 0 ? inUse(uses, 'code') : null
}

const inUse = (uses: number, field: string): Refusal => refuse('reference.in_use', { objects: uses, field })

/** Deletes a reference that nothing uses. */
export function removeReference(
  { db }: ReferenceDeps,
  viewer: Viewer,
  { kind, id, version_no }: { kind: ReferenceKind; id: string; version_no?: number },
): Promise<null | Refusal> {
  return inTransaction(db, async (tx) => {
    await lockKind(tx, kind)
    const present = await lockReference(tx, kind, id)
    if (!present) return noReference
    if (isStale(present, version_no)) return editedByOther
    const uses = await countUses(tx, kind, id)
    if (uses > 0) return inUse(uses, 'id')
    await deleteReference(tx, id)
    await recordReference(tx, viewer, { kind, id, before: shown(present), after: null })
    return null
  })
}

type Fields = Record<string, unknown> | null

const shown = ({ code, name, description, state, fields }: ReferenceValues | ReferenceRow) => ({
  code,
  name,
  description,
  state,
  ...(fields as Record<string, unknown>), // an object, as above
})

const recordReference = (
  tx: Tx,
  viewer: Viewer,
  { kind, id, before, after }: { kind: ReferenceKind; id: string; before: Fields; after: Fields },
): Promise<void> =>
  recordChange(tx, viewer, {
    accountId: null,
    classCode: kind,
    objectId: id,
    label: String((after ?? before)?.['name']),
    action: before ? (after ? 'update' : 'delete') : 'create',
    before,
    after,
  })

const anyCode = /^[\p{L}\p{N}][\p{L}\p{N} ._/+:-]*$/u
const currencyCode = /^[A-Z]{3}$/

/** Returns true if a text is a valid code of a reference; that of a currency is of ISO 4217. */
const isCode = (kind: ReferenceKind, code: string): boolean =>
  kind === 'currency' ? currencyCode.test(code) : anyCode.test(code)

/** Checks what the schema of a field cannot express. */
function fieldProblem(
  kind: ReferenceKind,
  code: string,
  fields: Readonly<Record<string, unknown>>,
): Refusal | null {
  if (kind === 'calendar' && fields['timezone'] !== null && !isTimeZone(String(fields['timezone'])))
    return refuse('value.time_zone_unknown', { field: 'timezone' })
  const digits = kind === 'currency' ? currencyDigits(code) : null
  if (digits !== null && fields['minorunits'] !== null && fields['minorunits'] !== digits)
    return refuse('currency.digits', { currency: code, digits, field: 'minorunits' })
  const { minpower, maxpower } = fields
  if (typeof minpower === 'number' && typeof maxpower === 'number' && minpower >= maxpower)
    return refuse('setting.maximum_below_minimum', { field: 'maxpower' })
  return null
}
