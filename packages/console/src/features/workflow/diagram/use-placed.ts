import { useEffect, useMemo, useState } from 'react'
import { mirrored, type Placed, placeInto, scaleInto, type Sizes } from './layout.ts'
import { type Size, sizeOfBox, sizeOfRides } from './measures.ts'
import type { Picture } from './picture.ts'
import type { DiagramWords } from './words.ts'

/** Smallest scale unless the user selects another: below it the window scrolls. */
const leastScale = 0.6
const steps = { least: 0.4, most: 1.6, by: 1.2 }

/** Computes the layout for the window: in the direction that fits, mirrored for right-to-left languages. */
export function usePlaced(picture: Picture, words: DiagramWords, window: Size, isRtl: boolean): Placed {
  const hasFont = useFontReady()
  return useMemo(() => {
    const sizes: Sizes = {
      boxes: new Map(
        picture.boxes.map((box) => [
          box.key,
          sizeOfBox(box, box.kind === 'state' ? words.second(box) : words.source(box)),
        ]),
      ),
      arrows: new Map(picture.arrows.map((arrow) => [arrow.key, sizeOfRides(arrow)])),
    }
    const placed = placeInto(picture, sizes, window)
    return isRtl ? mirrored(placed) : placed
    // The texts are a new object in each render; they depend only on the picture and the language.
    // eslint-disable-next-line react/exhaustive-deps
  }, [picture, window.width, window.height, isRtl, hasFont])
}

/** Texts are measured in the page's font: once more after it has loaded. */
function useFontReady(): boolean {
  const [isReady, setReady] = useState(() => document.fonts?.status !== 'loading')
  useEffect(() => {
    if (!isReady) void document.fonts.ready.then(() => setReady(true))
  }, [isReady])
  return isReady
}

export interface Zoom {
  scale: number
  /** True if the whole diagram is fitted into the window. */
  isFitted: boolean
  fit: () => void
  closer?: () => void
  further?: () => void
}

/** Returns the zoom: large enough to read, until the user changes it. */
export function useZoom(placed: Size, window: Size): Zoom {
  const [chosen, choose] = useState<number | null>(null)
  const fitting = Math.max(steps.least, scaleInto(placed, window))
  const scale = chosen ?? Math.max(leastScale, fitting)
  const to = (next: number) =>
    next < steps.least || next > steps.most ? undefined : () => choose(Math.round(next * 100) / 100)
  return {
    scale,
    isFitted: scale === fitting,
    fit: () => choose(fitting),
    closer: to(scale * steps.by),
    further: to(scale / steps.by),
  }
}
