import { MarkerType, type Node } from '@xyflow/react'
import type { LineEdge } from './diagram-items.tsx'
import type { Placed, Size } from './layout.ts'
import type { Picture } from './picture.ts'

/** Size of an item until the browser has measured it. */
export const estimate: Size = { width: 160, height: 46 }

/** Returns each state, then its outgoing transitions: the reading order. */
export function nodesOf(picture: Picture, placed: Placed, sizes: ReadonlyMap<string, Size>): Node[] {
  const node = (type: string, key: string, data: Record<string, unknown>): Node[] => {
    const place = placed.boxes.get(key) ?? placed.arrows.get(key)?.label
    const measured = sizes.get(key)
    if (!place) return []
    return [
      {
        id: key,
        type,
        data,
        position: { x: place.x - place.width / 2, y: place.y - place.height / 2 },
        initialWidth: estimate.width,
        initialHeight: estimate.height,
        ...(measured && { measured }),
        // The library would announce "node", in English.
        domAttributes: { 'aria-roledescription': undefined },
      },
    ]
  }
  return picture.boxes.flatMap((box) => [
    ...node(box.kind, box.key, { box }),
    ...picture.arrows
      .filter(({ from, rides }) => from === box.key && rides.length > 0)
      .flatMap((arrow) => node('rides', arrow.key, { arrow })),
  ])
}

/** Returns the lines of all arrows, highlighted or dimmed if an item is hovered. */
export function edgesOf(picture: Picture, placed: Placed, lit: ReadonlySet<string> | null): LineEdge[] {
  return picture.arrows.map(({ key, from, to, rides }) => {
    const source = picture.boxes.find((box) => box.key === from)
    const isLit = lit?.has(key) ?? false
    const color = isLit ? 'var(--accent-text)' : 'var(--text-3)'
    return {
      id: key,
      type: 'line',
      source: from,
      target: to,
      data: {
        points: placed.arrows.get(key)?.points ?? [],
        way: placed.way,
        rides: source?.kind === 'source' ? source.rides : rides,
        isDimmed: lit !== null && !isLit,
      },
      style: { stroke: color, strokeWidth: isLit ? 2 : 1.5 },
      markerEnd: {
        type: MarkerType.ArrowClosed,
        color,
        width: 14,
        height: 14,
        markerUnits: 'userSpaceOnUse',
      },
      // The labels next to the lines are the accessible buttons.
      domAttributes: { 'aria-hidden': true },
    }
  })
}
