import { lazy, Suspense } from 'react'
import { Loading } from '../../ui/feedback/feedback.tsx'
import { pageFontReady } from './page-font.ts'
import type { StationMapProps } from './station-map-props.ts'

const Canvas = lazy(async () => {
  const [canvas] = await Promise.all([import('./station-map-canvas.tsx'), pageFontReady()])
  return canvas
})

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
