import { type AccessQuestion, type CompiledRules, decidedEvses } from './decide.ts'
import { type AccessRule, isLimitedInTime, type RuleCard, selectsCard, selectsPlace } from './rule.ts'

type ByOwner = ReadonlyMap<string | null, readonly AccessRule[]>

/** Rules that select a station, for decisions on many cards. */
export interface StationRules {
  /** Client of the station. */
  clientId: string | null
  /** Rules of each EVSE in the order of precedence, by their owner. */
  evses: readonly ByOwner[]
  /** Equal for two stations at which the same cards may charge. */
  key: string
}

/** Selects the rules of an account that apply at a station, now or later. Without rules every card is allowed. */
export function rulesAtStation(
  rules: CompiledRules | null,
  { place, evses, at }: Omit<AccessQuestion, 'card'>,
): StationRules {
  const { clientId } = place
  if (rules === null) return { clientId, evses: [], key: JSON.stringify([clientId, []]) }
  const ofEvses = decidedEvses(rules, { place, evses }).map((evseNo) => {
    const applies = (rule: AccessRule) =>
      (rule.validTo === null || rule.validTo > at) && selectsPlace(rule, place, evseNo)
    return new Map(
      [...rules.byOwner].flatMap(([owner, all]) => {
        const applied = all.filter(applies)
        return applied.length === 0 ? [] : [[owner, applied] as const]
      }),
    )
  })
  const ids = ofEvses.map((byOwner) => [...byOwner.values()].flat().map(({ id }) => id))
  return { clientId, evses: ofEvses, key: JSON.stringify([clientId, ids]) }
}

/**
 * Returns true if a card may charge at every EVSE of a station at any time, with the precedence of `decideAccess`. A
 * rule that denies at some times denies here; one that allows at some times does not count.
 */
export const isAlwaysAllowed = ({ clientId, evses }: StationRules, card: RuleCard): boolean =>
  evses.every((byOwner) =>
    [...new Set([null, clientId, card.clientId])].every((owner) => {
      const decisive = byOwner
        .get(owner)
        ?.find((rule) => (rule.effect === 'deny' || !isLimitedInTime(rule)) && selectsCard(rule, card))
      return decisive?.effect !== 'deny'
    }),
  )
