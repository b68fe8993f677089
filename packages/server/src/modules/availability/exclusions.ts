import type { BodyOf, Exclusion, exclusionList, exclusionSet, Hint } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ModuleContext } from '../module.ts'
import { accountOfSite } from '../sites/index.ts'
import { accountOfStation } from '../stations/index.ts'
import { evidenceOf } from './evidence-store.ts'
import {
  deleteExclusion,
  type ExclusionFields,
  findExclusions,
  insertExclusion,
  lockExclusion,
  type StoredExclusion,
  updateExclusion,
} from './exclusion-store.ts'
import { grouped } from './grouped.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>
type Body = BodyOf<typeof exclusionSet>

export interface ExclusionDeps extends Deps {
  /** Returns the signed address of a file. */
  addressOf: (file: string) => string
}

/** Maximum number of exclusions of one account. */
export const maxExclusions = 10_000
const maxDays = 400
const dayMs = 86_400_000

const notFound = refuse('exclusion.not_found', { field: 'id' })

/** Returns the exclusions of a month. */
export async function listExclusions(
  deps: ExclusionDeps,
  viewer: Viewer,
  { month, stationid, siteid, reclimit, recoffset = 0, after }: BodyOf<typeof exclusionList>,
): Promise<Exclusion[]> {
  const found = await findExclusions(deps.db, viewer, {
    month,
    stationId: stationid ?? null,
    siteId: siteid ?? null,
  })
  const first =
    after === undefined ? recoffset : found.findIndex(({ id }) => id === after) + 1 || found.length
  return withFiles(deps, found.slice(first, reclimit === undefined ? undefined : first + reclimit))
}

/** Records an exclusion, or changes one. */
export async function setExclusion(
  deps: ExclusionDeps,
  viewer: Viewer,
  body: Body,
): Promise<Exclusion | Refusal> {
  const fields = fieldsOf(body)
  if (isRefusal(fields)) return fields
  const id = await inTransaction(deps.db, (tx) =>
    body.id === null
      ? addExclusion(deps, tx, { viewer, body, fields })
      : changeExclusion(deps, tx, { viewer, body, fields }),
  )
  if (isRefusal(id)) return id
  const [stored] = await findExclusions(deps.db, viewer, { id })
  return stored ? (await withFiles(deps, [stored]))[0]! : notFound
}

/** Removes an exclusion; the audit trail has its fields. */
export const removeExclusion = (
  deps: Deps,
  viewer: Viewer,
  id: string,
): Promise<{ result: true } | Refusal> =>
  inTransaction(deps.db, async (tx) => {
    const stored = await findForChange(tx, viewer, id)
    if (isRefusal(stored)) return stored
    await deleteExclusion(tx, id)
    await recordExclusion(deps, tx, {
      viewer,
      of: stored,
      action: 'exclusion delete',
      before: written(stored),
    })
    return { result: true }
  })

const minute = (text: string): Date => new Date(Math.floor(Date.parse(text) / 60_000) * 60_000)

/** Reads the fields that a user sets; seconds are left out, because availability counts minutes. */
function fieldsOf({ reason, from, to, description, evidence }: Body): ExclusionFields | Refusal {
  const fields = { reason, starts_at: minute(from), ends_at: minute(to), description, evidence }
  const ms = fields.ends_at.getTime() - fields.starts_at.getTime()
  if (ms <= 0) return refuse('period.end_before_start', { field: 'to' })
  if (ms > maxDays * dayMs) return refuse('period.too_long', { days: maxDays, field: 'to' })
  if (description.trim() === '') return refuse('value.required', { field: 'description' })
  return evidence.trim() === '' ? refuse('value.required', { field: 'evidence' }) : fields
}

interface Change {
  viewer: Viewer
  body: Body
  fields: ExclusionFields
}

async function addExclusion(deps: Deps, tx: Tx, { viewer, body, fields }: Change): Promise<string | Refusal> {
  const { stationid: stationId = null, siteid: siteId = null, connectorid: evseNo = null } = body
  if ((stationId === null) === (siteId === null))
    return refuse('value.either', { first: 'stationid', second: 'siteid', field: 'stationid' })
  if (stationId === null && evseNo !== null) return refuse('value.required', { field: 'stationid' })
  const place = { station_id: stationId, evse_no: evseNo, site_id: siteId }
  const accountId = stationId
    ? await accountOfStation(tx, viewer, stationId)
    : await accountOfSite(tx, viewer, siteId!)
  if (accountId === null)
    return stationId
      ? refuse('station.not_found', { field: 'stationid' })
      : refuse('site.not_found', { field: 'siteid' })
  const denied = refuseChange(viewer, place)
  if (denied) return denied
  const owner = { column: 'account_id', value: accountId }
  const full = await refuseBeyond(tx, { table: 'availability_exclusions', owner, most: maxExclusions })
  if (full) return full
  const now = deps.clock.now()
  const row = { ...fields, ...place, id: newId(now.getTime()), account_id: accountId }
  await insertExclusion(tx, { ...row, created_by: viewer.userId, created_at: now })
  await recordExclusion(deps, tx, { viewer, of: row, action: 'exclusion add', after: written(fields) })
  return row.id
}

async function changeExclusion(
  deps: Deps,
  tx: Tx,
  { viewer, body, fields }: Change,
): Promise<string | Refusal> {
  const stored = await findForChange(tx, viewer, body.id!)
  if (isRefusal(stored)) return stored
  if (isStale(stored, body.version_no)) return editedByOther
  await updateExclusion(tx, stored.id, { ...fields, updated_at: deps.clock.now() })
  const [before, after] = [written(stored), written(fields)]
  await recordExclusion(deps, tx, { viewer, of: stored, action: 'exclusion update', before, after })
  return stored.id
}

/** Returns an exclusion that the viewer may change, locked until the end of the transaction. */
export async function findForChange(tx: Tx, viewer: Viewer, id: string): Promise<StoredExclusion | Refusal> {
  const [stored] = await findExclusions(tx, viewer, { id })
  if (!stored) return notFound
  const denied = refuseChange(viewer, stored)
  if (denied) return denied
  return (await lockExclusion(tx, stored)) ? stored : editedByOther
}

type Place = Pick<StoredExclusion, 'station_id' | 'site_id'>

const objectOf = ({ station_id: stationId, site_id: siteId }: Place) =>
  stationId === null
    ? ({ classCode: 'site', id: siteId! } as const)
    : ({ classCode: 'charge_point', id: stationId } as const)

function refuseChange({ rights, isAdmin }: Viewer, place: Place): Refusal | null {
  const object = objectOf(place)
  return isAdmin || rights.mayObject(object, 'u')
    ? null
    : refuse('access.cannot_change', { class: object.classCode })
}

interface Recorded {
  viewer: Viewer
  of: Place & Pick<StoredExclusion, 'account_id' | 'description' | 'evse_no'>
  action: `exclusion ${'add' | 'update' | 'delete' | 'file add' | 'file delete'}`
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
}

/** Records a change of an exclusion, and publishes that its object changed. */
export async function recordExclusion(
  { bus }: Deps,
  tx: Tx,
  { viewer, of, action, before, after }: Recorded,
): Promise<void> {
  const { classCode, id: objectId } = objectOf(of)
  const { account_id: accountId } = of
  await recordChange(tx, viewer, {
    accountId,
    classCode,
    objectId,
    label: of.description,
    action,
    ...(before && { before }),
    ...(after && { after }),
  })
  const ids = [objectId]
  const hint: Hint =
    classCode === 'site' ? { kind: 'site.changed', ids } : { kind: 'station.changed', station: objectId, ids }
  await bus.publish(tx, [{ kind: 'hint', account: accountId, hint }])
}

const written = ({ reason, starts_at, ends_at, description, evidence }: ExclusionFields) => ({
  reason,
  from: starts_at.toISOString(),
  to: ends_at.toISOString(),
  description,
  evidence,
})

/** Returns exclusions with the files that prove them. */
async function withFiles(
  { db, addressOf }: ExclusionDeps,
  rows: readonly StoredExclusion[],
): Promise<Exclusion[]> {
  const files = grouped(
    await evidenceOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ exclusion_id: id }) => id,
  )
  return rows.map((row) => {
    const own = files.get(row.id) ?? []
    return {
      ...shown(row),
      files: own.map(({ id, name, type, size, created_at: at }) => ({
        id,
        name,
        type,
        size,
        created: at.toISOString(),
        url: addressOf(id),
      })),
    }
  })
}

const shown = (row: StoredExclusion): Omit<Exclusion, 'files'> => ({
  ...written(row),
  id: row.id,
  stationid: row.station_id,
  identity: row.identity,
  connectorid: row.evse_no,
  siteid: row.site_id,
  sitename: row.site_label,
  reason: row.reason,
  username: row.username,
  created: row.created_at.toISOString(),
  lastupdate: row.updated_at.toISOString(),
  version_no: row.version_no,
})
