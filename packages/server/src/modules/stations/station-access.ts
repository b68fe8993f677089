import { longestOpenDays } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { dropEvents, stationNotFound } from './change-station.ts'
import { insertStationKeys, lockStation, type LockedStation, updateStation } from './edit-store.ts'
import { hashStationKey, makeStationKey } from './station-key.ts'
import { stationChanged, type StationWebDeps, stationAuditRef } from './web-deps.ts'

const dayMs = 86_400_000

/**
 * Creates a new key. The old one stays valid until the station has connected with the new one (whitepaper,
 * A01).
 */
export function renewStationKey(
  deps: StationWebDeps,
  viewer: Viewer,
  id: string,
): Promise<{ key: string; station: LockedStation } | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const station = await lockStation(tx, viewer, { id })
    if (!station || station.state === 'deleted') return stationNotFound
    const now = deps.clock.now()
    const key = makeStationKey()
    const row = { id: newId(now.getTime()), station_id: id, hash: hashStationKey(id, key), created_at: now }
    await insertStationKeys(tx, [row])
    await recordChange(tx, viewer, { ...stationAuditRef(station), action: 'key' })
    await deps.bus.publish(tx, stationChanged(station.account_id, id))
    return { key, station }
  })
}

/**
 * Allows the station to connect without a key until a time; with null the key is required again and the
 * connection closed.
 */
export function openStation(
  deps: StationWebDeps,
  viewer: Viewer,
  { id, until }: { id: string; until: string | null },
): Promise<null | Refusal> {
  const now = deps.clock.now()
  const end = until === null ? null : new Date(until)
  if (end && end <= now) return Promise.resolve(refuse('value.time_passed', { field: 'until' }))
  if (end && end.getTime() - now.getTime() > longestOpenDays * dayMs)
    return Promise.resolve(refuse('station.open_too_long', { days: longestOpenDays, field: 'until' }))
  return inTransaction(deps.db, async (tx) => {
    const station = await lockStation(tx, viewer, { id })
    if (!station || station.state === 'deleted') return stationNotFound
    const change = { auth_mode: end ? ('open' as const) : ('key' as const), open_until: end }
    const before = await readFields(tx, { table: 'stations', id }, Object.keys(change))
    await updateStation(tx, id, { ...change, updated_at: now })
    await recordChange(tx, viewer, { ...stationAuditRef(station), action: 'open', before, after: change })
    await deps.bus.publish(tx, [
      ...stationChanged(station.account_id, id),
      ...(end ? [] : dropEvents(station, 'the station must sign in with its key again')),
    ])
    return null
  })
}

/** Lowers the security profile that the station must have, for a reason that the audit trail stores (H11). */
export function lowerProfile(
  deps: StationWebDeps,
  viewer: Viewer,
  { id, profile, reason }: { id: string; profile: number; reason: string },
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const station = await lockStation(tx, viewer, { id })
    if (!station || station.state === 'deleted') return stationNotFound
    const change = { security_profile: profile }
    const before = await readFields(tx, { table: 'stations', id }, Object.keys(change))
    if (profile > Number(before['security_profile']))
      return refuse('station.profile_not_lower', { field: 'profile' })
    await updateStation(tx, id, { ...change, updated_at: deps.clock.now() })
    const after = { ...change, reason }
    await recordChange(tx, viewer, { ...stationAuditRef(station), action: 'lower_profile', before, after })
    await deps.bus.publish(tx, stationChanged(station.account_id, id))
    return null
  })
}

/** Closes the station's connection; the station reconnects by itself. */
export function disconnectStation(deps: StationWebDeps, viewer: Viewer, id: string): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const station = await lockStation(tx, viewer, { id })
    if (!station) return stationNotFound
    if (!station.is_connected) return refuse('station.not_connected')
    await recordChange(tx, viewer, { ...stationAuditRef(station), action: 'disconnect' })
    await deps.bus.publish(tx, dropEvents(station, `disconnected by ${viewer.username}`))
    return null
  })
}
