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
import {
  deleteExclusion,
  type ExclusionFields,
  findExclusions,
  insertExclusion,
  lockExclusion,
  type StoredExclusion,
  updateExclusion,
} from './exclusion-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>
type Body = BodyOf<typeof exclusionSet>

/** Maximum number of exclusions of one account. */
export const maxExclusions = 10_000
const maxDays = 400
const dayMs = 86_400_000

const notFound = refuse('exclusion.not_found', { field: 'id' })

/** Returns the exclusions of a month. */
export async function listExclusions(
  { db }: Deps,
  viewer: Viewer,
  { month, stationid, siteid }: BodyOf<typeof exclusionList>,
): Promise<Exclusion[]> {
  const where = { month, stationId: stationid ?? null, siteId: siteid ?? null }
  return (await findExclusions(db, viewer, where)).map(shown)
}

/** Records an exclusion, or changes one. */
export async function setExclusion(deps: Deps, viewer: Viewer, body: Body): Promise<Exclusion | Refusal> {
  const fields = fieldsOf(body)
  if (isRefusal(fields)) return fields
  const id = await inTransaction(deps.db, (tx) =>
    body.id === null
      ? addExclusion(deps, tx, { viewer, body, fields })
      : changeExclusion(deps, tx, { viewer, body, fields }),
  )
  if (isRefusal(id)) return id
  const [stored] = await findExclusions(deps.db, viewer, { id })
  return stored ? shown(stored) : notFound
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
    await record(deps, tx, { viewer, of: stored, action: 'exclusion delete', before: stored })
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
  await record(deps, tx, { viewer, of: row, action: 'exclusion add', after: fields })
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
  await record(deps, tx, { viewer, of: stored, action: 'exclusion update', before: stored, after: fields })
  return stored.id
}

async function findForChange(tx: Tx, viewer: Viewer, id: string): Promise<StoredExclusion | Refusal> {
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
  action: 'exclusion add' | 'exclusion update' | 'exclusion delete'
  before?: ExclusionFields
  after?: ExclusionFields
}

async function record({ bus }: Deps, tx: Tx, { viewer, of, action, before, after }: Recorded): Promise<void> {
  const { classCode, id: objectId } = objectOf(of)
  const { account_id: accountId } = of
  await recordChange(tx, viewer, {
    accountId,
    classCode,
    objectId,
    label: of.description,
    action,
    ...(before && { before: written(before) }),
    ...(after && { after: written(after) }),
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

const shown = (row: StoredExclusion): Exclusion => ({
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
