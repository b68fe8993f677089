import { useMemo } from 'react'
import { useTexts } from '../../lib/texts.ts'
import { StateGlyph } from '../../ui/state/state-glyph.tsx'
import { useStateLabel } from '../../ui/state/use-state-label.ts'
import { countClustered, type MapCell, type MapStation, type MapView, stationsWithin } from './map-station.ts'

const maxShown = 50

interface StationsInViewProps {
  stations: readonly MapStation[]
  cells?: readonly MapCell[] | undefined
  view: MapView | null
  onChoose: (station: MapStation) => void
}

/**
 * Lists the stations in view, the nearest to the centre first: the access to the map for keyboard and screen
 * reader. It appears over the map when it gets focus.
 */
export function StationsInView({ stations, cells = [], view, onChoose }: StationsInViewProps) {
  const t = useTexts('map')
  const word = useStateLabel()
  const seen = useMemo(
    () => (view === null ? [] : stationsWithin(stations, view.box, view.centre)),
    [stations, view],
  )
  // Cells cover the visible area; the station of a cell with one station is among the stations.
  const count = seen.length + countClustered(cells)
  const hidden = count - Math.min(maxShown, seen.length)
  return (
    <section className="map-list" aria-label={t('inView')}>
      <p>{count === 0 ? t('noneInView') : t('inViewCount', { count })}</p>
      <ul>
        {seen.slice(0, maxShown).map((station) => (
          <li key={station.id}>
            <button type="button" onClick={() => onChoose(station)}>
              <StateGlyph state={station.displaystate} />
              <span className="mono">{station.identity}</span>
              <span className="map-list-label">{station.label}</span>
              <span className="hidden-text">{word(station.displaystate)}</span>
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{t('more', { count: hidden })}</p>}
    </section>
  )
}
