import { Suspense } from 'react'
import { Loading } from '../../ui/feedback/feedback.tsx'
import { lateMap } from './late-map.ts'
import type { StationMapProps } from './station-map-props.ts'

const Canvas = lateMap(() => import('./station-map-canvas.tsx'))

/**
 * Stations on a map: clusters as rings of their states, pins with the shape of the state, a popup, and a list
 * of the visible stations for keyboard and screen reader. Map and base map are loaded on the first render; it
 * fills its parent. Needs the texts `map`.
 */
export function StationMap(props: StationMapProps) {
  return (
    <Suspense fallback={<Loading rows={8} />}>
      <Canvas {...props} />
    </Suspense>
  )
}
