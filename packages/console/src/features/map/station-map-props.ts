import type { ReactNode } from 'react'
import type { MapCell, MapStation, MapView } from './map-station.ts'

export interface StationMapProps {
  stations: readonly MapStation[]
  /**
   * In place of stations, when they are more than a page should hold: places that the server has gathered for what
   * `onView` told. The map clusters nothing itself then.
   */
  cells?: readonly MapCell[] | undefined
  onView?: ((view: MapView) => void) | undefined
  /** Id of the chosen station, whose popup is open. */
  selected: string | null
  onSelect: (id: string | null) => void
  /** More of the chosen station under its name and state: a link, figures. */
  details?: (station: MapStation) => ReactNode
  /** This browser cannot draw the map (no WebGL 2): show the stations another way, and say so. */
  onUnavailable: () => void
}
