import type { BodyOf, stationSet } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { memo } from '../../shared/memo.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChanges } from '../audit/index.ts'
import { clientColumn } from '../clients/index.ts'
import {
  insertStation,
  insertStationKeys,
  type NewStation,
  type StationChange,
  statesOfIdentities,
} from './edit-store.ts'
import { changeOf, checkIdentity, identityTaken } from './change-station.ts'
import { applySite, placesOf } from './site-store.ts'
import { hashStationKey, makeStationKey } from './station-key.ts'
import { type StationWebDeps, stationAuditRef } from './web-deps.ts'

type Body = BodyOf<typeof stationSet>

/** Adds a station to the caller's account and creates its key, which is returned here only. */
export async function addStation(
  deps: StationWebDeps,
  viewer: Viewer,
  body: Body,
): Promise<{ id: string; key: string } | Refusal> {
  const now = deps.clock.now()
  const id = newId(now.getTime())
  const work = async (tx: Tx) => {
    const refusal = await deps.quotas.refuse(tx, viewer.accountId, 'stations')
    if (refusal) return refusal
    const station = await newStations(tx, viewer, now)(body, id)
    if (isRefusal(station)) return station
    if (!(await insertStation(tx, station.row))) return null
    await storeWithKeys(tx, viewer, [station])
    return station
  }
  const added = await deps.methods.change(viewer, { classCode: 'charge_point', id, action: 'create', work })
  if (added === null) return takenIdentity(deps, viewer, body.identity!)
  return added
}

/** New station: its row, what users set of it, and its key. */
export interface AddedStation {
  id: string
  key: string
  row: NewStation & { id: string; identity: string; account_id: string }
  given: StationChange
}

/** Returns a function that checks the body of a new station and returns what to store. */
export function newStations(tx: Tx, viewer: Viewer, now: Date) {
  const { accountId } = viewer
  const places = placesOf(tx, viewer, accountId)
  const clientOf = memo((client: Body['client']) =>
    clientColumn(tx, viewer, { accountId, client, isNew: true }),
  )
  const present = { account_id: accountId, site_id: null, network_name: null }
  return async (body: Body, id = newId(now.getTime())): Promise<AddedStation | Refusal> => {
    const { identity } = body
    if (identity === undefined) return refuse('value.required', { field: 'identity' })
    const change = checkIdentity(identity) ?? changeOf(body)
    if ('refusal' in change) return change
    const unplaced = await applySite(places, { change, present, site: body.site })
    if (unplaced) return unplaced
    const ofClient = await clientOf(body.client)
    if (isRefusal(ofClient)) return ofClient
    const given = { ...change, ...ofClient }
    const owned = { id, identity, account_id: accountId, owner_id: viewer.userId, ...ofClient }
    return {
      id,
      key: makeStationKey(),
      given,
      row: { ...change, ...owned, created_at: now, updated_at: now },
    }
  }
}

/** Stores the keys of new stations, and records the stations in the audit trail. */
export async function storeWithKeys(
  tx: Tx,
  viewer: Viewer,
  stations: readonly AddedStation[],
): Promise<void> {
  const keys = stations.map(({ id, key, row }) => {
    const created = row.created_at as Date
    return {
      id: newId(created.getTime()),
      station_id: id,
      hash: hashStationKey(id, key),
      created_at: created,
    }
  })
  await insertStationKeys(tx, keys)
  await recordChanges(
    tx,
    viewer,
    stations.map(({ row, given }) => ({ ...stationAuditRef(row), action: 'create', after: given })),
  )
}

async function takenIdentity(deps: StationWebDeps, viewer: Viewer, identity: string): Promise<Refusal> {
  const { accountId } = viewer
  const states = await statesOfIdentities(deps.db, viewer, { accountId, identities: [identity] })
  return takenBy(identity, states.get(identity))
}

/** Returns the refusal of an identity that another station has; `state` if the viewer may see that one. */
export const takenBy = (identity: string, state: string | null | undefined): Refusal =>
  state === 'deleted' ? refuse('station.identity_of_deleted', { identity, field: 'identity' }) : identityTaken
