import type { Clock } from '../../shared/clock.ts'
import { refuse } from '../../shared/refusal.ts'
import type { CommandEffect } from '../commands/index.ts'
import { storeMeterKeys } from '../meter-values/index.ts'
import { isAuthorizationKey, matchKey, readSettings, readValue, minKeyLength } from './configuration.ts'
import { addStationKeys, insertConfigurationEvent, retireUnused, storeSettings, storeValue } from './store.ts'

interface Deps {
  clock: Clock
  /** Hashes a station's key for storage. */
  hashKey: (stationId: string, key: Buffer) => Buffer
}

/**
 * Returns the effects of GetConfiguration and ChangeConfiguration on the stored configuration and the
 * station's key.
 */
export const configurationEffects = (deps: Deps): CommandEffect[] => [
  {
    actions: ['GetConfiguration'],
    async ended(tx, { stationId, request }, { end, at }) {
      if (end.kind !== 'accepted') return []
      const requestedKeys = request['key']
      const reported = readSettings(end.payload)
      const isComplete =
        (!Array.isArray(requestedKeys) || requestedKeys.length === 0) && reported.settings.length > 0
      const changed = await storeSettings(tx, stationId, { ...reported, isComplete, now: at })
      if (changed.length > 0) await insertConfigurationEvent(tx, { stationId, keys: changed, at })
      await storeMeterKeys(tx, stationId, { settings: reported.settings, now: at })
      return [{ kind: 'station.changed', station: stationId }, { kind: 'activity.added' }]
    },
  },
  {
    actions: ['ChangeConfiguration'],
    async ended(tx, { id, stationId, request }, { end, at }) {
      if (end.kind !== 'accepted') return []
      const key = String(request['key'])
      await storeValue(tx, stationId, { key, value: readValue(key, request['value']), now: at })
      await insertConfigurationEvent(tx, { stationId, keys: [key], commandId: id, at })
      return [{ kind: 'station.changed', station: stationId }, { kind: 'activity.added' }]
    },
  },
  keyChange(deps),
]

/**
 * P20: a new key is valid from the moment its command is queued, in addition to the old one, because the
 * station may apply it and disconnect before its answer arrives. The first authentication with the new key
 * retires the old one; if the station refuses, the new one is revoked.
 */
const keyChange = (deps: Deps): CommandEffect => ({
  actions: ['ChangeConfiguration'],
  async prepare(_asker, payload, stations) {
    if (!isAuthorizationKey(payload['key'])) return payload
    const { value } = payload
    if (stations.length > 1) return refuse('station.key_individual', { field: 'identities' })
    if (typeof value === 'string' && value.length < minKeyLength)
      return refuse('value.too_short', { limit: minKeyLength, field: '/value' })
    return payload
  },
  async queued(tx, commands) {
    const keys = commands
      .filter(({ payload }) => isAuthorizationKey(payload['key']))
      .map(({ id, stationId, payload }) => ({
        stationId,
        commandId: id,
        hash: deps.hashKey(stationId, matchKey(String(payload['value']))),
      }))
    await addStationKeys(tx, keys, deps.clock.now())
    return []
  },
  async ended(tx, { id, request }, { end, at }) {
    const isTaken = end.kind === 'accepted' || end.kind === 'unanswered'
    if (isAuthorizationKey(request['key']) && !isTaken) await retireUnused(tx, id, at)
    return []
  },
})
