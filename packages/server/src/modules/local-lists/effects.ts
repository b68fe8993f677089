import { type Refusal, refuse } from '../../shared/refusal.ts'
import { type CommandEffect, isPayload, type Payload } from '../commands/index.ts'
import { listOf, readChange, readLimit } from './local-list.ts'
import { applyChange, findLimits, removeEntries, storeVersion } from './store.ts'
import { resetConfirmed } from './sync-store.ts'
import type { Db } from '../../storage/transaction.ts'

/** Returns the effects of SendLocalList and GetLocalListVersion on the lists known to be at stations. */
export const localListEffects = (deps: { db: Db }): CommandEffect[] => [
  {
    actions: ['SendLocalList'],
    refusals: (payload, stationIds) => tooLong(deps.db, payload, stationIds),
    async ended(tx, { stationId, request }, { end, at }) {
      if (end.kind !== 'accepted') return []
      await applyChange(tx, stationId, { change: readChange(request), now: at })
      await resetConfirmed(tx, stationId)
      return [{ kind: 'station.changed', station: stationId }]
    },
  },
  {
    actions: ['GetLocalListVersion'],
    async ended(tx, { stationId }, { end, at }) {
      const version = end.kind === 'accepted' && isPayload(end.payload) ? end.payload['listVersion'] : null
      if (!Number.isSafeInteger(version)) return []
      const before = await storeVersion(tx, stationId, { version: version as number, now: at })
      // a version other than the one we sent has unknown content
      if (before !== version) {
        await removeEntries(tx, stationId)
        await resetConfirmed(tx, stationId)
      }
      return [{ kind: 'station.changed', station: stationId }]
    },
  },
]

/**
 * Specification, 5: the station's own configuration key limits the list; without a reported limit the station
 * decides.
 */
async function tooLong(
  db: Db,
  payload: Payload,
  stationIds: readonly string[],
): Promise<Map<string, Refusal>> {
  const { length } = listOf(payload)
  const refusals = new Map<string, Refusal>()
  for (const [stationId, value] of await findLimits(db, stationIds)) {
    const limit = readLimit(value)
    if (limit !== null && length > limit)
      refusals.set(
        stationId,
        refuse('local_list.too_long', { length, limit, field: '/localAuthorizationList' }),
      )
  }
  return refusals
}
