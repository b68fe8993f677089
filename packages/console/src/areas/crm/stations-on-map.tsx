import { maxOnMap, stationCells, stationMap } from '@stationmaster/contract'
import { useState } from 'react'
import type { MapView } from '../../features/map/map-station.ts'
import { StationMap } from '../../features/map/station-map.tsx'
import { text, useAddress } from '../../lib/address.ts'
import type { SearchTerm } from '../../lib/list.ts'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { Unloaded } from '../../ui/feedback/feedback.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import css from './stations-on-map.module.css'

const hints = ['station.changed', 'connector.changed'] as const
const where = { pin: text() }

const details = ({ id }: { id: string }) => <OpenStation id={id} />

function OpenStation({ id }: { id: string }) {
  const t = useTexts('stations')
  return (
    <LinkButton small to={addressOf('/crm/station', [id])}>
      {t('open')}
    </LinkButton>
  )
}

/**
 * Returns the name of a station in the address: its identity, or its id if several stations have that
 * identity.
 */
function pinOf(stations: readonly { id: string; identity: string }[], id: string | null): string {
  const chosen = stations.find((station) => station.id === id)
  if (!chosen) return ''
  const isAlone = stations.filter(({ identity }) => identity === chosen.identity).length === 1
  return isAlone ? chosen.identity : chosen.id
}

/** Returns the box and zoom of the request, rounded to whole steps, so that small moves hit the cache. */
function requestedArea(view: MapView | null): { box: number[]; zoom: number } {
  if (view === null) return { box: [-180, -85, 180, 85], zoom: 2 }
  const zoom = Math.floor(view.zoom)
  const step = 45 / 2 ** zoom
  const [west, south, east, north] = view.box
  const outwards = [
    Math.floor(west / step),
    Math.floor(south / step),
    Math.ceil(east / step),
    Math.ceil(north / step),
  ]
  return { box: outwards.map((steps) => steps * step), zoom }
}

/**
 * All stations that match, on the map without paging; those without a position are counted below. If there
 * are more than a page should load, the server clusters the visible ones.
 */
export default function StationsOnMap({
  states,
  search,
  total,
  onUnavailable,
}: {
  states: readonly string[]
  search: readonly SearchTerm[]
  total: number | null
  onUnavailable: () => void
}) {
  const t = useTexts('stations')
  const [at, go] = useAddress(where)
  const [view, setView] = useState<MapView | null>(null)
  const matching = {
    ...(states.length > 0 ? { filter: { displaystate: [...states] } } : {}),
    ...(search.length > 0 ? { search: [...search] } : {}),
  }
  const isVast = total !== null && total > maxOnMap
  const options = { hints, keepPrevious: true }
  const each = useEndpoint(stationMap, matching, { ...options, enabled: total !== null && !isVast })
  const gathered = useEndpoint(
    stationCells,
    { ...matching, ...requestedArea(view) },
    { ...options, enabled: isVast },
  )
  const found = isVast ? gathered : each
  // a search that finds fewer leads from one to the other: the map stays until its answer is there
  const shown = found.data || found.error ? found : isVast ? each : gathered
  if (!shown.data) return <Unloaded query={found} rows={8} />
  const cells = shown === gathered ? gathered.data : undefined
  const stations = each.data ?? []
  const named = cells?.flatMap(({ station }) => station ?? []) ?? stations
  const without = isVast || cells ? 0 : (total ?? stations.length) - stations.length
  return (
    <div className={css.place}>
      <div className={css.map}>
        <StationMap
          stations={stations}
          cells={cells}
          onView={setView}
          selected={named.find(({ id, identity }) => id === at.pin || identity === at.pin)?.id ?? null}
          onSelect={(id) => go({ pin: pinOf(named, id) })}
          details={details}
          onUnavailable={onUnavailable}
        />
      </div>
      {without > 0 && <Notice tone="calm">{t('noPosition', { count: without })}</Notice>}
    </div>
  )
}
