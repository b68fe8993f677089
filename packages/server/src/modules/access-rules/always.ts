import { type AccessQuestion, type CompiledRules, decidedEvses } from './decide.ts'
import { type AccessRule, isLimitedInTime, type RuleCard, selectsPlace } from './rule.ts'

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

/** First rule of its kind, by its place in the order of precedence. */
interface First {
  place: number
  isDenied: boolean
}

/** Rules of one owner at one EVSE by what they select: of each selection only the first counts. */
interface FirstRules {
  card: Map<string, First>
  tag: Map<string, First>
  client: Map<string, First>
  all: First | undefined
}

function firstRules(rules: readonly AccessRule[]): FirstRules {
  const first: FirstRules = { card: new Map(), tag: new Map(), client: new Map(), all: undefined }
  for (const [place, rule] of rules.entries()) {
    if (rule.effect === 'allow' && isLimitedInTime(rule)) continue
    const found = { place, isDenied: rule.effect === 'deny' }
    const add = (of: Map<string, First>, key: string) => of.has(key) || of.set(key, found)
    if (rule.cardId !== null) add(first.card, rule.cardId)
    else if (rule.cardTag !== null) add(first.tag, rule.cardTag)
    else if (rule.cardClientId !== null) add(first.client, rule.cardClientId)
    else first.all ??= found
  }
  return first
}

function isDenied(rules: FirstRules, { id, clientId, tags }: RuleCard): boolean {
  let decisive = rules.card.get(id)
  const compare = (other: First | undefined) => {
    if (other && (!decisive || other.place < decisive.place)) decisive = other
  }
  for (const tag of tags) compare(rules.tag.get(tag))
  if (clientId !== null) compare(rules.client.get(clientId))
  compare(rules.all)
  return decisive?.isDenied ?? false
}

/**
 * Returns a function that is true for cards that may charge at every EVSE of a station at any time, with the precedence
 * of `decideAccess`. A rule that denies at some times denies here; one that allows at some times does not count. The
 * duration of a decision does not depend on the number of rules.
 */
export function alwaysAllowed({ clientId, evses }: StationRules): (card: RuleCard) => boolean {
  const ofEvses = evses.map(
    (byOwner) => new Map([...byOwner].map(([owner, rules]) => [owner, firstRules(rules)])),
  )
  return (card) => {
    for (const byOwner of ofEvses)
      for (const owner of [null, clientId, card.clientId]) {
        const rules = byOwner.get(owner)
        if (rules && isDenied(rules, card)) return false
      }
    return true
  }
}
