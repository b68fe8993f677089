import type { BodyOf, stationSet } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { clientColumn } from '../clients/index.ts'
import { insertStation, insertStationKey, stateOfIdentity } from './edit-store.ts'
import { changeOf, checkIdentity, identityTaken } from './change-station.ts'
import { applySite } from './site-store.ts'
import { hashStationKey, makeStationKey } from './station-key.ts'
import { type StationWebDeps, stationAuditRef } from './web-deps.ts'

/** Adds a station to the caller's account and creates its key, which is returned here only. */
export async function addStation(
  deps: StationWebDeps,
  viewer: Viewer,
  body: BodyOf<typeof stationSet>,
): Promise<{ id: string; key: string } | Refusal> {
  const { identity } = body
  if (identity === undefined) return refuse('value.required', { field: 'identity' })
  const unfit = checkIdentity(identity)
  if (unfit) return unfit
  const change = changeOf(body)
  if ('refusal' in change) return change
  const now = deps.clock.now()
  const id = newId(now.getTime())
  const key = makeStationKey()
  const work = async (tx: Tx) => {
    const refusal = await deps.quotas.refuse(tx, viewer.accountId, 'stations')
    if (refusal) return refusal
    const { accountId } = viewer
    const present = { account_id: accountId, site_id: null, network_name: null }
    const unplaced = await applySite(tx, viewer, { change, present, site: body.site })
    if (unplaced) return unplaced
    const ofClient = await clientColumn(tx, viewer, { accountId, client: body.client, isNew: true })
    if (isRefusal(ofClient)) return ofClient
    const owned = { id, identity, account_id: accountId, owner_id: viewer.userId, ...ofClient }
    if (!(await insertStation(tx, { ...change, ...owned, created_at: now, updated_at: now }))) return false
    const hash = hashStationKey(id, key)
    await insertStationKey(tx, { id: newId(now.getTime()), station_id: id, hash, created_at: now })
    await recordChange(tx, viewer, {
      ...stationAuditRef({ id, identity, account_id: viewer.accountId }),
      action: 'create',
      after: { ...change, ...ofClient },
    })
    return true
  }
  const isAdded = await deps.methods.change(viewer, { classCode: 'charge_point', id, action: 'create', work })
  if (isRefusal(isAdded)) return isAdded
  return isAdded ? { id, key } : taken(deps, viewer, identity)
}

async function taken(deps: StationWebDeps, viewer: Viewer, identity: string): Promise<Refusal> {
  const { accountId } = viewer
  const state = await stateOfIdentity(deps.db, viewer, { accountId, identity })
  if (state !== 'deleted') return identityTaken
  return refuse('station.identity_of_deleted', { identity, field: 'identity' })
}
