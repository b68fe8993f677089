/** Weekly period of a rule in the time zone of the station. */
export interface RuleTime {
  /** 1 is Monday, 7 is Sunday. */
  days: readonly number[]
  /** Time of day as HH:MM. */
  from: string
  /** 00:00 is the end of the day; an end that is not after the start is on the next day. */
  to: string
}

/** An enabled access rule. At most one of the cards and one of the places is set; none means all. */
export interface AccessRule {
  id: string
  /** Client that owns the rule; null: the operator. */
  clientId: string | null
  effect: 'allow' | 'deny'
  cardId: string | null
  cardTag: string | null
  cardClientId: string | null
  networkId: string | null
  siteId: string | null
  stationId: string | null
  stationTag: string | null
  /** EVSE of the station. */
  evseNo: number | null
  /** Null: at all times. */
  times: readonly RuleTime[] | null
  validFrom: Date | null
  validTo: Date | null
}

/** Card as rules select it. */
export interface RuleCard {
  id: string
  clientId: string | null
  tags: readonly string[]
}

/** Station as rules select it. */
export interface RulePlace {
  stationId: string
  siteId: string | null
  networkId: string | null
  clientId: string | null
  tags: readonly string[]
  /** IANA time zone; null: UTC. */
  timeZone: string | null
}

/** Returns how precisely a rule names its cards: all, a client, a tag, one card. */
const cardLevel = (rule: AccessRule): number =>
  rule.cardId !== null ? 3 : rule.cardTag !== null ? 2 : rule.cardClientId !== null ? 1 : 0

/** Returns how precisely a rule names its place: all, a network, a site, a tag of stations, a station, an EVSE. */
function placeLevel(rule: AccessRule): number {
  if (rule.evseNo !== null) return 5
  if (rule.stationId !== null) return 4
  if (rule.stationTag !== null) return 3
  if (rule.siteId !== null) return 2
  return rule.networkId !== null ? 1 : 0
}

/** Returns true if a rule does not apply at all times. */
export const isLimitedInTime = (rule: AccessRule): boolean =>
  rule.times !== null || rule.validFrom !== null || rule.validTo !== null

/**
 * Returns the precedence of a rule: the cards count first, then the place, then whether it is limited in time. Of two
 * equal ones the one that denies has the higher precedence.
 */
export const precedence = (rule: AccessRule): number =>
  cardLevel(rule) * 1000 +
  placeLevel(rule) * 100 +
  (isLimitedInTime(rule) ? 10 : 0) +
  (rule.effect === 'deny' ? 1 : 0)

export const selectsCard = (rule: AccessRule, card: RuleCard): boolean =>
  (rule.cardId === null || rule.cardId === card.id) &&
  (rule.cardTag === null || card.tags.includes(rule.cardTag)) &&
  (rule.cardClientId === null || rule.cardClientId === card.clientId)

/** Returns true if a rule selects the EVSE of a station; null: an EVSE that no rule names. */
export const selectsPlace = (rule: AccessRule, place: RulePlace, evseNo: number | null): boolean =>
  (rule.networkId === null || rule.networkId === place.networkId) &&
  (rule.siteId === null || rule.siteId === place.siteId) &&
  (rule.stationId === null || rule.stationId === place.stationId) &&
  (rule.stationTag === null || place.tags.includes(rule.stationTag)) &&
  (rule.evseNo === null || rule.evseNo === evseNo)
