import { Graph, layout } from '@dagrejs/dagre'
import type { Picture } from './picture.ts'

export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}
/** `x` and `y` are the centre. */
export type Place = Point & Size
export type Way = 'across' | 'down'

export interface Placed extends Size {
  way: Way
  boxes: ReadonlyMap<string, Place>
  /** Positions of an arrow's labels, and the points of its line from border to border. */
  arrows: ReadonlyMap<string, { label: Place; points: readonly Point[] }>
}

/** Returns the size of a box, or of the labels of an arrow. */
export type SizeOf = (key: string) => Size

const margin = 16
const nothing: Size = { width: 0, height: 0 }

/** Computes the layout: `across` from left to right, `down` from top to bottom. */
export function placePicture(picture: Picture, sizeOf: SizeOf, way: Way): Placed {
  if (picture.boxes.length === 0) return { width: 0, height: 0, way, boxes: new Map(), arrows: new Map() }
  const graph = new Graph({ multigraph: true })
  graph.setGraph({
    rankdir: way === 'across' ? 'LR' : 'TB',
    nodesep: 20,
    edgesep: 14,
    ranksep: 30,
    marginx: margin,
    marginy: margin,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key } of picture.boxes) graph.setNode(key, { ...sizeOf(key) })
  for (const { key, from, to, rides } of picture.arrows)
    graph.setEdge(from, to, { ...(rides.length > 0 ? sizeOf(key) : nothing), labelpos: 'c' }, key)
  layout(graph)
  const boxes = new Map(
    picture.boxes.map(({ key }) => {
      const { x = 0, y = 0, width, height } = graph.node(key)
      return [key, { x, y, width, height }]
    }),
  )
  const bends = new Map<string, readonly Point[]>()
  const labels = new Map<string, Place>()
  for (const { key, from, to } of picture.arrows) {
    const { x = 0, y = 0, width = 0, height = 0, points = [] } = graph.edge(from, to, key)
    labels.set(key, { x, y, width, height })
    bends.set(key, (points as Point[]).slice(1, -1))
  }
  const lines = linesOf(picture, { boxes, bends }, way)
  const arrows = new Map(
    picture.arrows.map(({ key }) => [key, { label: labels.get(key)!, points: lines.get(key)! }]),
  )
  const { width = 0, height = 0 } = graph.graph()
  return { width, height, way, boxes, arrows }
}

/** One end of an arrow at one side of a box. */
interface End {
  arrow: string
  isStart: boolean
  /** Coordinate along the side that its line comes from or leads to. */
  towards: number
}

/**
 * Returns the points of each line from box to box. Lines that meet at one side of a box are spread along it
 * in the order of their other ends, so that arrow heads stay apart and lines cross less.
 */
function linesOf(
  picture: Picture,
  { boxes, bends }: { boxes: ReadonlyMap<string, Place>; bends: ReadonlyMap<string, readonly Point[]> },
  way: Way,
): Map<string, Point[]> {
  const main = way === 'across' ? 'x' : 'y'
  const aside = way === 'across' ? 'y' : 'x'
  const sides = new Map<string, End[]>()
  const lines = new Map(picture.arrows.map(({ key }) => [key, [...bends.get(key)!]]))
  for (const { key, from, to } of picture.arrows)
    for (const [box, isStart] of [[from, true] as const, [to, false] as const]) {
      const bend = bends.get(key)!.at(isStart ? 0 : -1)!
      const side = `${bend[main] < boxes.get(box)![main] ? 'before' : 'after'} ${box}`
      sides.set(side, [...(sides.get(side) ?? []), { arrow: key, isStart, towards: bend[aside] }])
    }
  for (const [side, ends] of sides) {
    const [where, ...name] = side.split(' ')
    const box = boxes.get(name.join(' '))!
    const [long, deep] = way === 'across' ? [box.height, box.width] : [box.width, box.height]
    ends.sort((a, b) => a.towards - b.towards)
    for (const [at, { arrow, isStart }] of ends.entries()) {
      const point = {
        [main]: box[main] + (where === 'before' ? -deep : deep) / 2,
        [aside]: box[aside] + long * ((at + 1) / (ends.length + 1) - 0.5),
      } as unknown as Point // main and aside are the two axes
      if (isStart) lines.get(arrow)!.unshift(point)
      else lines.get(arrow)!.push(point)
    }
  }
  return lines
}

/** Mirrors the layout for right-to-left languages. */
export function mirrored(placed: Placed): Placed {
  const turn = <P extends Point>(place: P): P => ({ ...place, x: placed.width - place.x })
  return {
    ...placed,
    boxes: new Map([...placed.boxes].map(([key, place]) => [key, turn(place)])),
    arrows: new Map(
      [...placed.arrows].map(([key, { label, points }]) => [
        key,
        { label: turn(label), points: points.map((point) => turn(point)) },
      ]),
    ),
  }
}

/** Returns the scale at which the diagram fits a window of this size; at most 1. */
export const scaleInto = ({ width, height }: Size, window: Size): number =>
  Math.min(1, window.width / Math.max(1, width), window.height / Math.max(1, height))

/** Chooses the direction that needs less shrinking. */
export function placeInto(picture: Picture, sizeOf: SizeOf, window: Size): Placed {
  const across = placePicture(picture, sizeOf, 'across')
  const down = placePicture(picture, sizeOf, 'down')
  return scaleInto(across, window) >= scaleInto(down, window) ? across : down
}

/** Returns a line through all points that leaves and meets each of them in the direction of the diagram. */
export function lineThrough(points: readonly Point[], way: Way): string {
  const [first, ...rest] = points
  if (!first) return ''
  let from = first
  const curves = rest.map((to) => {
    const half = way === 'across' ? (from.x + to.x) / 2 : (from.y + to.y) / 2
    const [out, into] =
      way === 'across'
        ? [
            { x: half, y: from.y },
            { x: half, y: to.y },
          ]
        : [
            { x: from.x, y: half },
            { x: to.x, y: half },
          ]
    from = to
    return `C${round(out)} ${round(into)} ${round(to)}`
  })
  return `M${round(first)} ${curves.join(' ')}`
}

const round = ({ x, y }: Point): string => `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
