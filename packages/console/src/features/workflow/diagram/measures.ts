import type { Arrow, Box } from './picture.ts'

/** Sizes of the drawn items in px; diagram.module.css uses the same. */
export const stateHead = 46
export const rideHeight = 24
export const rideGap = 4
export const sourceHead = 22
const maxTextWidth = 168
const leastState = 112
/** Border, padding and icon; the space around a label inside a box. */
const stateEdge = 44
const stayEdge = 40

export type Measure = (text: string, size: number, weight: number) => number

let pen: CanvasRenderingContext2D | null | undefined

/** Returns the width of a text in the page's font; estimated by its length without a canvas. */
export const measureText: Measure = (text, size, weight) => {
  pen ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!pen) return text.length * size * 0.58
  pen.font = `${weight} ${size}px "Inter Variable", system-ui, sans-serif`
  return pen.measureText(text).width
}

export interface Size {
  width: number
  height: number
}

const rideWidth = (label: string, measure: Measure): number =>
  Math.min(maxTextWidth, Math.ceil(measure(label, 12, 550))) + 26

export function sizeOfBox(box: Box, second: string, measure: Measure = measureText): Size {
  if (box.kind === 'source')
    return {
      width:
        Math.max(
          Math.ceil(measure(second, 11, 400)),
          ...box.rides.map(({ method }) => rideWidth(method.label, measure)),
        ) + 14,
      height: sourceHead + box.rides.length * (rideHeight + rideGap) + 3,
    }
  const texts = [
    Math.min(maxTextWidth, measure(box.state.label, 13, 600)) + stateEdge,
    measure(second, 11, 400) + stateEdge,
    ...box.stays.map(({ method }) => rideWidth(method.label, measure) + stayEdge),
  ]
  const stays = box.stays.length * (rideHeight + rideGap)
  return {
    width: Math.ceil(Math.max(leastState, ...texts)),
    height: stateHead + (stays > 0 ? stays + 4 : 0),
  }
}

/** Returns the size of an arrow's labels, one below the other. */
export const sizeOfRides = (arrow: Arrow, measure: Measure = measureText): Size => ({
  width: Math.max(0, ...arrow.rides.map(({ method }) => rideWidth(method.label, measure))),
  height: Math.max(0, arrow.rides.length * (rideHeight + rideGap) - rideGap),
})
