import type { AnswerOf, BodyOf, geolocation, stationSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { emptyIsNull, givenFields, isTimeZone } from '../../shared/request-fields.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runGet } from '../../storage/list/list-query.ts'
import { readFields } from '../../storage/read-fields.ts'
import { editedByOther, isStale } from '../../storage/row-version.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { clientColumn } from '../clients/index.ts'
import {
  isIdentityFree,
  type LockedStation,
  lockStation,
  type StationChange,
  updateStation,
} from './edit-store.ts'
import { applySite, placesOf } from './site-store.ts'
import { stationSource } from './station-list-store.ts'
import { stationAuditRef, type StationWebDeps } from './web-deps.ts'

type Body = BodyOf<typeof stationSet>

export const stationNotFound = refuse('station.not_found')

/** Returns the columns that a body sets; an absent field keeps its value, an empty text clears it. */
export function changeOf(body: Body): StationChange | Refusal {
  if (body.timezone && !isTimeZone(body.timezone))
    return refuse('value.time_zone_unknown', { field: 'timezone' })
  if ((body.lat == null) !== (body.lng == null))
    return refuse('station.coordinates_incomplete', { field: body.lat == null ? 'lat' : 'lng' })
  const change: StationChange = {
    identity: body.identity,
    label: emptyIsNull(body.label),
    description: emptyIsNull(body.description),
    type: body.typecode,
    lat: body.lat,
    lng: body.lng,
    address: emptyIsNull(body.address),
    time_zone: emptyIsNull(body.timezone),
    network_name: emptyIsNull(body.networkname),
    approval: body.approval,
    tags: body.tags && [...new Set(body.tags)],
    subprotocol_optional: body.subprotocoloptional,
    times_trusted: body.timestrusted,
  }
  return givenFields(change)
}

/**
 * Changes the properties of a station that users maintain. With `version_no` only if it was not changed
 * since.
 */
export async function changeStation(
  deps: StationWebDeps,
  viewer: Viewer,
  body: Body & { id: string },
): Promise<null | Refusal> {
  const { id } = body
  const change = changeOf(body)
  if ('refusal' in change) return change
  const work = async (tx: Tx) => {
    const station = await lockStation(tx, viewer, { id })
    if (!station || station.state === 'deleted') return stationNotFound
    if (isStale(station, body.version_no)) return editedByOther
    const isRenamed = change.identity !== undefined && change.identity !== station.identity
    const unfit = isRenamed ? checkIdentity(change.identity!) : null
    if (unfit) return unfit
    if (isRenamed && !(await isIdentityFree(tx, station.account_id, change.identity!))) return identityTaken
    const unplaced = await applySite(placesOf(tx, viewer, station.account_id), {
      change,
      present: station,
      site: body.site,
    })
    if (unplaced) return unplaced
    const { account_id: accountId } = station
    const ofClient = await clientColumn(tx, viewer, { accountId, client: body.client, isNew: false })
    if (isRefusal(ofClient)) return ofClient
    Object.assign(change, ofClient)
    const before = await readFields(tx, { table: 'stations', id }, Object.keys(change))
    await updateStation(tx, id, { ...change, updated_at: deps.clock.now() })
    await recordChange(tx, viewer, { ...stationAuditRef(station), action: 'update', before, after: change })
    if (isRenamed) await deps.bus.publish(tx, dropEvents(station, 'its identity was changed'))
    return null
  }
  return deps.methods.change(viewer, { classCode: 'charge_point', id, action: 'update', work })
}

/** Returns the event that closes the connection of a station that may no longer be connected. */
export const dropEvents = (station: LockedStation, reason: string) => [
  { kind: 'station.drop' as const, station: station.id, why: reason },
]

// Control characters and "/" cannot be part of the address (1.6-J, 3.1.1), ":" not of a Basic user name (RFC
// 7617).
const unfit = /[\p{Cc}/:\u2400]/u

/** Returns a refusal if the identity of a new station is invalid. */
export function checkIdentity(identity: string): Refusal | null {
  const isValid = identity !== '' && identity.trim() === identity && !unfit.test(identity)
  return isValid ? null : refuse('station.identity_invalid', { field: 'identity' })
}

export const identityTaken = refuse('station.identity_taken', { field: 'identity' })

/** Returns the location of a station. */
export const stationPlace = async (
  { db }: StationWebDeps,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof geolocation> | Refusal> =>
  (await runGet({ db, source: stationSource, scope: viewer }, { id }, ['id', 'lat', 'lng', 'address'])) ??
  stationNotFound
