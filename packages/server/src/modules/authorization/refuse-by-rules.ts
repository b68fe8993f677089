import { type Refusal, refuse } from '../../shared/refusal.ts'
import { authorize, foldCode } from '../cards/index.ts'
import type { CommandEffect } from '../commands/index.ts'
import type { AuthorizationDeps } from './deps.ts'
import { readStationsAndCard } from './store.ts'

/**
 * Returns the effect that refuses remote starts and reservations by access rules. The status of the card itself is
 * answered when the station asks about it.
 */
export const accessEffect = ({ db, clock, deciders }: AuthorizationDeps): CommandEffect => ({
  actions: ['RemoteStartTransaction', 'ReserveNow'],
  async refusals(payload, stationIds) {
    const code = payload['idTag']
    const connector = payload['connectorId']
    const refusals = new Map<string, Refusal>()
    if (typeof code !== 'string') return refusals
    // OCPP 1.6, 6.35: connector 0 stands for any
    const evseNo = typeof connector === 'number' && connector > 0 ? connector : null
    for (const { card, evses, ...station } of await readStationsAndCard(db, stationIds, foldCode(code))) {
      const known = new Map(evses.map((no) => [no, null]))
      const { ruleId, isBalanceTooLow } = authorize(deciders, card, {
        station: { ...station, evses: known },
        now: clock.now(),
        evseNo,
      })
      if (ruleId !== null) refusals.set(station.id, refuse('card.refused_by_rule', { field: '/idTag' }))
      if (isBalanceTooLow) refusals.set(station.id, refuse('card.balance_too_low', { field: '/idTag' }))
    }
    return refusals
  },
})
