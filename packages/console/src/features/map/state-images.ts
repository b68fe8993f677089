import { type DisplayState, displayStates } from '../../ui/state/state-names.ts'
import { readDonut, ringParts } from './donut.ts'
import type { MapPalette } from './map-palette.ts'

/** Names of the images of single stations: `pin/2` and, if selected, `pin/2/on`. */
const pinName = /^pin\/(\d)(\/on)?$/

type Draw = (context: CanvasRenderingContext2D) => void

interface Picture {
  /** CSS pixels of each side. */
  size: number
  draw: Draw
}

/** Returns the image that the map requests by name; null for unknown names. */
export function pictureOf(name: string, palette: MapPalette): Picture | null {
  const donut = readDonut(name)
  if (donut !== null) return { size: donut.size, draw: (context) => drawDonut(context, donut, palette) }
  const pin = pinName.exec(name)
  const state = pin === null ? undefined : displayStates[Number(pin[1])]
  if (state === undefined) return null
  const size = pin![2] === undefined ? 24 : 34
  return { size, draw: (context) => drawPin(context, { size, state }, palette) }
}

/** Returns the pixels of an image at the given ratio, in the format of the map. */
export function rasterOf({ size, draw }: Picture, ratio: number): ImageData {
  const canvas = document.createElement('canvas')
  canvas.width = size * ratio
  canvas.height = size * ratio
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.scale(ratio, ratio)
  draw(context)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

function drawDonut(
  context: CanvasRenderingContext2D,
  { size, parts }: { size: number; parts: readonly number[] },
  palette: MapPalette,
): void {
  const middle = size / 2
  const width = 4.5
  const radius = middle - width / 2 - 1.5
  context.beginPath()
  context.arc(middle, middle, middle - 0.5, 0, 2 * Math.PI)
  context.fillStyle = palette.surface
  context.fill()
  context.lineWidth = width
  const isWhole = parts.filter((part) => part > 0).length === 1
  const gap = isWhole ? 0 : 1.2 / radius
  let from = -Math.PI / 2
  parts.forEach((part, index) => {
    if (part <= 0) return
    const to = from + (part / ringParts) * 2 * Math.PI
    context.beginPath()
    context.arc(middle, middle, radius, from + gap / 2, to - gap / 2)
    context.strokeStyle = palette.states[displayStates[index]!]
    context.stroke()
    from = to
  })
}

const glyph = 16

/** Draws the shape of a state on its own background, so that it stands out from any map. */
function drawPin(
  context: CanvasRenderingContext2D,
  { size, state }: { size: number; state: DisplayState },
  palette: MapPalette,
): void {
  const isOn = size > 24
  const scale = (size - (isOn ? 12 : 5)) / glyph
  context.beginPath()
  context.arc(size / 2, size / 2, size / 2 - (isOn ? 2 : 0.5), 0, 2 * Math.PI)
  context.fillStyle = palette.surface
  context.fill()
  if (isOn) {
    context.lineWidth = 2.5
    context.strokeStyle = palette.text
    context.stroke()
  }
  context.translate(size / 2, size / 2 + (state === 'faulted' ? -0.5 : 0))
  context.scale(scale, scale)
  context.translate(-glyph / 2, -glyph / 2)
  shapes[state](new Pen(context, palette.states[state], palette.surface))
}

/** Draws strokes and fills on a square of 16, in the colour of the state or of the background. */
class Pen {
  readonly #context: CanvasRenderingContext2D
  readonly #colour: string
  readonly #ground: string

  constructor(context: CanvasRenderingContext2D, colour: string, ground: string) {
    this.#context = context
    this.#colour = colour
    this.#ground = ground
    context.lineCap = 'round'
    context.lineJoin = 'round'
  }

  disc(): this {
    this.fill('M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14z')
    return this
  }

  ring(dash: number[] = []): this {
    this.#context.setLineDash(dash)
    this.stroke('M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12z', 1.75)
    this.#context.setLineDash([])
    return this
  }

  fill(path: string): this {
    this.#context.fillStyle = this.#colour
    const shape = new Path2D(path)
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
    this.#context.fill(shape)
    return this
  }

  stroke(path: string, width: number): this {
    this.#context.lineWidth = width
    this.#context.strokeStyle = this.#colour
    this.#context.stroke(new Path2D(path))
    return this
  }

  /** Cuts a shape out of the colour. */
  mark(path: string, width = 1.75): this {
    this.#context.lineWidth = width
    this.#context.strokeStyle = this.#ground
    this.#context.stroke(new Path2D(path))
    return this
  }

  cut(path: string): this {
    this.#context.fillStyle = this.#ground
    const shape = new Path2D(path)
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
    this.#context.fill(shape)
    return this
  }
}

/** The shapes of `StateGlyph`: a state must look the same in a list and on the map. */
const shapes: Record<DisplayState, (pen: Pen) => void> = {
  available: (pen) => pen.disc().mark('m4.9 8.3 2.1 2.1 4.1-4.6'),
  preparing: (pen) => pen.ring().fill('M8 2a6 6 0 0 0 0 12z'),
  charging: (pen) => pen.disc().cut('M8.9 2.9 4.6 8.8h2.7l-.5 4.3 4.6-6.2H8.6z'),
  suspended: (pen) => pen.disc().mark('M6.25 5.25v5.5M9.75 5.25v5.5'),
  finishing: (pen) => pen.ring().fill('M5.5 5.5h5v5h-5z'),
  reserved: (pen) => pen.disc().mark('M8 4.25V8l2.4 1.6', 1.6),
  unavailable: (pen) => pen.disc().mark('M4.75 8h6.5', 2),
  faulted: (pen) =>
    pen.fill('M8 1.9 15 14.2H1z').stroke('M8 1.9 15 14.2H1z', 1.2).mark('M8 6.2v3.4M8 12.05v.05', 1.7),
  offline: (pen) => pen.ring([2.7, 2]).stroke('M4.6 11.4 11.4 4.6', 1.75),
}
