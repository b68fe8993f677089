import type { KnownCard } from '../../shared/facts.ts'
import type { StationKnowledge } from '../../shared/station-connection.ts'
import type { AccessDecisions } from '../access-rules/index.ts'
import type { CoversStart } from '../tariffs/index.ts'
import { type CardStatus, cardStatus, startStatus } from './card.ts'

export interface Authorization {
  status: CardStatus
  /** Access rule that refused the card; null: none did. */
  ruleId: string | null
  /** True if the client of the card pays in advance, and its balance refused the card. */
  isBalanceTooLow: boolean
}

/** Decides about cards, apart from their own state. */
export interface Deciders {
  access: AccessDecisions
  /** Returns true if a prepaid account covers a start at a station. */
  covers: CoversStart
}

interface Attempt {
  station: Pick<StationKnowledge, 'id' | 'accountId' | 'place' | 'timeZone'> & {
    evses: ReadonlyMap<number, unknown>
  }
  now: Date
  /** EVSE of a start; null: the message names none. Absent for Authorize, which any EVSE may follow. */
  evseNo?: number | null
  /** Running transactions of the card. Absent for Authorize: OCPP 1.6, 7.2 allows ConcurrentTx only for a start. */
  running?: number
  /** Time at which the station let the card start. */
  startedAt?: Date
}

/**
 * Returns the authorization status of a card at a station: by its own state, then by the access rules, then by the
 * balance of a client that pays in advance, then by its running transactions.
 */
export function authorize(
  { access, covers }: Deciders,
  card: KnownCard | null,
  { station, now, evseNo, running, startedAt = now }: Attempt,
): Authorization {
  const status = running === undefined ? cardStatus(card, now) : startStatus(card, running, now)
  if (card === null || (status !== 'Accepted' && status !== 'ConcurrentTx'))
    return { status, ruleId: null, isBalanceTooLow: false }
  const decision = access.decide(station.accountId, () => ({
    card,
    place: { ...station.place, stationId: station.id, timeZone: station.timeZone },
    evses: evseNo == null ? [...station.evses.keys()].filter((no) => no > 0) : [evseNo],
    at: startedAt,
  }))
  if (decision !== null && !decision.isAllowed)
    return { status: 'Blocked', ruleId: decision.rule?.id ?? null, isBalanceTooLow: false }
  const { prepaid, clientId } = card
  // OCPP 1.6 has no status of its own for it
  return prepaid === null ||
    covers({
      ...prepaid,
      clientId,
      accountId: station.accountId,
      networkId: station.place.networkId,
      at: startedAt,
    })
    ? { status, ruleId: null, isBalanceTooLow: false }
    : { status: 'Blocked', ruleId: null, isBalanceTooLow: true }
}
