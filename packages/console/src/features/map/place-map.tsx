import { Suspense, useState } from 'react'
import { useTexts } from '../../lib/texts.ts'
import './map.css'
import { lateMap } from './late-map.ts'
import type { Position } from './position.ts'

const PickerCanvas = lateMap(() => import('./picker-canvas.tsx'))

/** A small map with one pin, absent in browsers that cannot draw it. Needs the texts `map`. */
export function PlaceMap({ position, height = 190 }: { position: Position; height?: number }) {
  const t = useTexts('map')
  const [canDraw, setCanDraw] = useState(true)
  if (!canDraw) return null
  return (
    <div className="map-picker-frame" style={{ blockSize: height }}>
      <Suspense fallback={<p className="muted">{t('loading')}</p>}>
        <PickerCanvas value={position} onPick={null} onUnavailable={() => setCanDraw(false)} />
      </Suspense>
    </div>
  )
}
