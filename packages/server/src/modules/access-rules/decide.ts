import { ruleOutcomes } from '@stationmaster/contract'
import {
  type AccessRule,
  precedence,
  type RuleCard,
  type RulePlace,
  selectsCard,
  selectsPlace,
} from './rule.ts'
import { appliesAt, localTime } from './rule-time.ts'

/** Question whether a card may charge. */
export interface AccessQuestion {
  card: RuleCard
  place: RulePlace
  /** EVSEs of which any is enough; empty: one that no rule names. */
  evses: readonly number[]
  at: Date
}

/** Enabled rules of an account, in the order of precedence, by the client that owns them. */
export interface CompiledRules {
  /** Rules of the operator, under null, and of its clients. */
  byOwner: ReadonlyMap<string | null, readonly AccessRule[]>
  /** Stations of which a rule names a single EVSE. */
  evseStations: ReadonlySet<string>
}

/** Sorts the rules of an account for decisions. */
export function compileRules(rules: readonly AccessRule[]): CompiledRules {
  const byOwner = new Map<string | null, AccessRule[]>()
  for (const rule of [...rules].sort((a, b) => precedence(b) - precedence(a))) {
    const known = byOwner.get(rule.clientId)
    if (known) known.push(rule)
    else byOwner.set(rule.clientId, [rule])
  }
  const evseStations = new Set(
    rules.flatMap(({ evseNo, stationId }) => (evseNo === null ? [] : [stationId!])),
  )
  return { byOwner, evseStations }
}

/** Decision on one EVSE. */
export interface EvseDecision {
  /** Null: no rule names the EVSE. */
  evseNo: number | null
  isAllowed: boolean
  /** Rule that denies, or else the rule of the operator that allows; null: none applies. */
  rule: AccessRule | null
}

/** Returns the owners whose rules decide: the operator, the client of the station and the client of the card. */
export const ownersOf = ({ card, place }: AccessQuestion): (string | null)[] => [
  ...new Set([null, place.clientId, card.clientId]),
]

/** Returns the EVSEs for which rules can differ; without a rule that names one of them, one stands for all. */
export const decidedEvses = (
  rules: CompiledRules,
  { evses, place }: Pick<AccessQuestion, 'evses' | 'place'>,
): readonly (number | null)[] =>
  rules.evseStations.has(place.stationId) && evses.length > 0 ? evses : [evses[0] ?? null]

function decideOnEvse(rules: CompiledRules, question: AccessQuestion, evseNo: number | null): EvseDecision {
  const { card, place, at } = question
  let memo: ReturnType<typeof localTime> | undefined
  const local = () => (memo ??= localTime(at, place.timeZone))
  let rule: AccessRule | null = null
  for (const owner of ownersOf(question)) {
    const first = rules.byOwner
      .get(owner)
      ?.find((one) => selectsCard(one, card) && selectsPlace(one, place, evseNo) && appliesAt(one, at, local))
    if (first?.effect === 'deny') return { evseNo, isAllowed: false, rule: first }
    rule ??= first ?? null
  }
  return { evseNo, isAllowed: true, rule }
}

/**
 * Decides whether a card may charge: the rule with the highest precedence counts, without one the card may charge.
 * The rules of a client can only restrict what the operator allows. Of several EVSEs one that allows is enough;
 * otherwise the decision on the first is returned.
 */
export function decideAccess(rules: CompiledRules, question: AccessQuestion): EvseDecision {
  let first: EvseDecision | undefined
  for (const evseNo of decidedEvses(rules, question)) {
    const decision = decideOnEvse(rules, question, evseNo)
    if (decision.isAllowed) return decision
    first ??= decision
  }
  return first!
}

/** A rule that selects the card, and why it does or does not count. */
export interface RuleLine {
  rule: AccessRule
  outcome: (typeof ruleOutcomes)[number]
}

/** Returns the decision, and one line for each rule that selects the card, those that count first. */
export function explainAccess(
  rules: CompiledRules,
  question: AccessQuestion,
): { decision: EvseDecision; lines: RuleLine[] } {
  const { card, place, at } = question
  const decision = decideAccess(rules, question)
  const local = () => localTime(at, place.timeZone)
  const outcomeOf = (rule: AccessRule): RuleLine['outcome'] => {
    if (rule === decision.rule) return 'decides'
    if (!selectsPlace(rule, place, decision.evseNo)) return 'other_place'
    return appliesAt(rule, at, local) ? 'overridden' : 'other_time'
  }
  const lines = ownersOf(question)
    .flatMap((owner) => rules.byOwner.get(owner) ?? [])
    .filter((rule) => selectsCard(rule, card))
    .map((rule) => ({ rule, outcome: outcomeOf(rule) }))
  return {
    decision,
    lines: ruleOutcomes.flatMap((outcome) => lines.filter((line) => line.outcome === outcome)),
  }
}
