import { type AnswerOf, availabilityDefaults, type stationFigures } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { eventsOfStation } from '../activity/index.ts'
import type { ModuleContext } from '../module.ts'
import { accountOfStation } from '../stations/index.ts'
import { availabilityOf } from './definitions.ts'
import { evseMonths } from './evse-month.ts'
import { sumOf } from './timeline.ts'

const dayMs = 86_400_000
const days = 30

/** Returns availability, faults, connections and firmware of a station in the last thirty days. */
export async function stationHistory(
  { db, clock }: Pick<ModuleContext, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<AnswerOf<typeof stationFigures> | Refusal> {
  if (!(await accountOfStation(db, viewer, id))) return refuse('station.not_found', { field: 'id' })
  const selection = {
    scope: viewer,
    stationId: id,
    evseNo: null,
    siteId: null,
    networkId: null,
    clientId: null,
  }
  const now = clock.now()
  const evses = await evseMonths(db, selection, {
    period: 'last-days',
    definition: 'afir',
    hours: availabilityDefaults.afir.hours,
    now,
  })
  if (isRefusal(evses)) return evses
  const first = evses[0]?.days ?? []
  const total = sumOf(evses.map((one) => one.total))
  return {
    availability: availabilityOf('afir', total),
    outages: evses.reduce((sum, { outages }) => sum + outages, 0),
    connectors: evses.length,
    days: first.map((_, day) => {
      const { outage, excluded, unknown } = sumOf(evses.flatMap((one) => one.days[day] ?? []))
      return [outage, excluded, unknown]
    }),
    ...(await eventsOfStation(db, id, new Date(now.getTime() - days * dayMs))),
  }
}
