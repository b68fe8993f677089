import type { CommandEffect } from '../commands/index.ts'
import { clearFilterOf, installOf, profileField, storedNumber } from './charging-profile.ts'
import { findStored, install, uninstall } from './store.ts'
import type { Db } from '../../storage/transaction.ts'

/** Returns the effects of smart charging commands on the profiles known to be installed at stations. */
export const chargingProfileEffects = (deps: { db: Db }): CommandEffect[] => [
  installing(deps, 'SetChargingProfile'),
  installing(deps, 'RemoteStartTransaction'),
  {
    actions: ['ClearChargingProfile'],
    async ended(tx, { stationId, request }, { end }) {
      // "Unknown" means that the station has no matching profile: none is left in either case
      if (end.kind !== 'accepted' && end.kind !== 'rejected') return []
      await uninstall(tx, stationId, clearFilterOf(request))
      return [{ kind: 'profile.changed', station: stationId }]
    },
  },
]

const installing = (
  { db }: { db: Db },
  action: 'SetChargingProfile' | 'RemoteStartTransaction',
): CommandEffect => ({
  actions: [action],
  // Replaces a reference by id with the stored profile.
  async prepare(_asker, payload, stations) {
    const field = profileField(action)
    const given = payload[field]
    const number = storedNumber(given)
    const stored = number === null ? null : await findStored(db, stations[0]!.accountId, number)
    return stored ? { ...payload, [field]: { ...stored, ...(given as object) } } : payload
  },
  async ended(tx, { stationId, request }, { end, at }) {
    const accepted = end.kind === 'accepted' ? installOf(action, request) : null
    if (!accepted) return []
    await install(tx, stationId, { ...accepted, now: at })
    return [{ kind: 'profile.changed', station: stationId }]
  },
})
