import type { AvailabilityDefinition, AvailabilityGroup, AvailabilityRow } from '@stationmaster/contract'
import { availabilityOf, isReached, neviUptime, targetOf } from './definitions.ts'
import type { EvseMonth } from './evse-month.ts'
import { grouped } from './grouped.ts'
import { sumOf } from './timeline.ts'

/** Id of the row of EVSEs without a site or network. */
const noGroup = 'none'

const idOf: Record<AvailabilityGroup, (of: EvseMonth) => string> = {
  evse: ({ id }) => id,
  station: ({ stationId }) => stationId,
  site: ({ siteId }) => siteId ?? noGroup,
  network: ({ networkId }) => networkId ?? noGroup,
}

const rank = ({ availability }: AvailabilityRow): number => availability ?? 101
const counted = ({ outage, excluded }: AvailabilityRow): number => outage - excluded

/** Returns a row for each EVSE, station, site or network, the worst first and those without any data last. */
export function worstFirst(
  months: readonly EvseMonth[],
  by: AvailabilityGroup,
  definition: AvailabilityDefinition,
): AvailabilityRow[] {
  const groups = grouped(months, idOf[by])
  const rows = [...groups].map(([id, members]) => rowOf({ id, by, definition }, members))
  return rows.sort((one, other) => rank(one) - rank(other) || counted(other) - counted(one))
}

function rowOf(
  { id, by, definition }: { id: string; by: AvailabilityGroup; definition: AvailabilityDefinition },
  members: readonly EvseMonth[],
): AvailabilityRow {
  const first = members[0]!
  const total = sumOf(members.map((one) => one.total))
  const isStation = by === 'evse' || by === 'station'
  const hasSite = by !== 'network'
  const availability = availabilityOf(definition, total)
  const target = targetOf(definition, members)
  const years = members.flatMap(({ year }) => year ?? [])
  return {
    id,
    stationid: isStation ? first.stationId : null,
    identity: isStation ? first.identity : null,
    connectorid: by === 'evse' ? first.evseNo : null,
    siteid: hasSite ? first.siteId : null,
    sitename: hasSite ? first.siteName : null,
    networkid: first.networkId,
    networkname: first.networkName,
    evses: members.length,
    ...total,
    outages: members.reduce((sum, { outages }) => sum + outages, 0),
    availability,
    target,
    reached: isReached(definition, { availability, target }),
    gross: availabilityOf(definition, { ...total, excluded: 0 }),
    uptime: averageUptime(years),
    uptimesince: years.length === 0 ? null : latest(years),
    days: first.days.map((_, day) => {
      const { outage, excluded, unknown } = sumOf(members.flatMap(({ days }) => days[day] ?? []))
      return [outage, excluded, unknown]
    }),
  }
}

type Year = NonNullable<EvseMonth['year']>

/** Returns the uptime of the average EVSE. */
function averageUptime(years: readonly Year[]): number | null {
  if (years.length === 0) return null
  const { outage, excluded } = sumOf(years)
  return neviUptime({ outage: outage / years.length, excluded: excluded / years.length })
}

/** Returns since when all of them are known. */
const latest = (years: readonly Year[]): string =>
  new Date(years.reduce((last, { since }) => Math.max(last, since), 0) * 60_000).toISOString()
