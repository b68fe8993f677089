import type { AnswerOf, BodyOf, cardCheck } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { explainAccess, namesOfRules } from '../access-rules/index.ts'
import { authorize } from '../cards/index.ts'
import { visibleStationIds } from '../stations/index.ts'
import type { AuthorizationDeps } from './deps.ts'
import { findCard, readStationsAndCard } from './store.ts'

/** Returns whether a card could start charging at a station, with the rules that select it; changes nothing. */
export async function checkCard(
  { db, clock, deciders }: AuthorizationDeps,
  viewer: Viewer,
  { id, station: stationId, connectorid, datetime }: BodyOf<typeof cardCheck>,
): Promise<AnswerOf<typeof cardCheck> | Refusal> {
  const asked = await findCard(db, viewer, id)
  if (!asked) return refuse('card.not_found', { field: 'id' })
  const [visible] = await visibleStationIds(db, viewer, [stationId])
  const [station] = visible === undefined ? [] : await readStationsAndCard(db, [visible], asked.folded)
  if (station?.card?.id !== id) return refuse('station.not_found', { field: 'station' })
  const { card, evses, ...place } = station
  const now = datetime ? new Date(datetime) : clock.now()
  const known = { ...place, evses: new Map(evses.map((no) => [no, null])) }
  const { status, ruleId, isBalanceTooLow } = authorize(deciders, card, {
    station: known,
    now,
    evseNo: connectorid ?? null,
    running: asked.running,
  })
  const rules = deciders.access.rulesOf(place.accountId)
  const explained =
    rules &&
    explainAccess(rules, {
      card,
      place: { ...place.place, stationId, timeZone: place.timeZone },
      evses: connectorid === undefined ? evses : [connectorid],
      at: now,
    })
  const lines = explained?.lines ?? []
  const names = await namesOfRules(
    db,
    viewer,
    lines.map(({ rule }) => rule.id),
  )
  return {
    datetime: now.toISOString(),
    timezone: place.timeZone,
    status,
    connectorid: explained?.decision.evseNo ?? null,
    balancetoolow: isBalanceTooLow,
    hiddenrule: ruleId !== null && !names.has(ruleId),
    rules: lines.flatMap(({ rule, outcome }) => {
      const name = names.get(rule.id)
      return name ? [{ ...name, outcome }] : []
    }),
  }
}
