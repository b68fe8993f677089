import type { ReactNode } from 'react'
import type { MapCell, MapStation, MapView } from './map-station.ts'

export interface StationMapProps {
  stations: readonly MapStation[]
  /**
   * Used instead of stations if there are too many for a page: clusters that the server computed for the view
   * last passed to `onView`. The map itself clusters nothing then.
   */
  cells?: readonly MapCell[] | undefined
  onView?: ((view: MapView) => void) | undefined
  /** Id of the selected station, whose popup is open. */
  selected: string | null
  onSelect: (id: string | null) => void
  /** Details of the selected station below its name and state: a link, figures. */
  details?: (station: MapStation) => ReactNode
  /** Called if this browser cannot draw the map (no WebGL 2): show a message and the stations in another way. */
  onUnavailable: () => void
}
