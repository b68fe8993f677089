import { lazy, type ReactNode, Suspense } from 'react'
import { Loading } from '../../ui/feedback/feedback.tsx'
import { pageFontReady } from './page-font.ts'
import type { MapStation } from './map-station.ts'

const Canvas = lazy(async () => {
  const [canvas] = await Promise.all([import('./station-map-canvas.tsx'), pageFontReady()])
  return canvas
})

export interface StationMapProps {
  stations: readonly MapStation[]
  /** Id of the chosen station, whose popup is open. */
  selected: string | null
  onSelect: (id: string | null) => void
  /** More of the chosen station under its name and state: a link, figures. */
  details?: (station: MapStation) => ReactNode
  /** This browser cannot draw the map (no WebGL 2): show the stations another way, and say so. */
  onUnavailable: () => void
}

/**
 * Stations on a map: clusters as rings of their states, pins with the shape of the state, a popup, and the list of
 * what is in sight for keyboard and screen reader. Map and base map are fetched when this is first drawn; it fills
 * its parent. Needs the texts `map`.
 */
export function StationMap(props: StationMapProps) {
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <Canvas {...props} />
    </Suspense>
  )
}
