import uPlot from 'uplot'
import type { Curve } from './curve.ts'
import { newest } from './series.ts'
import { canvasFont, tokenColour } from './token-colours.ts'

const lineHeight = 15
/** CSS pixels; below this width the names would cover the curves, and the legend has them too. */
const narrowest = 420

interface Label {
  text: string
  colour: string
  /** Right end and middle of the text, in CSS pixels of the plot area. */
  x: number
  y: number
  point: number
}

/** Moves overlapping labels apart; they must already be inside the area. */
export function spread(labels: Label[], height: number): Label[] {
  const ordered = [...labels].sort((left, right) => left.y - right.y)
  ordered.forEach((label, index) => {
    const above = ordered[index - 1]
    label.y = Math.max(label.y, above === undefined ? lineHeight / 2 : above.y + lineHeight)
  })
  ordered.reverse().forEach((label, index) => {
    const below = ordered[index - 1]
    label.y = Math.min(label.y, below === undefined ? height - lineHeight / 2 : below.y - lineHeight)
  })
  return labels
}

/** Draws each curve's name at its newest point, so that users need not look up colours in a legend. */
export function drawLabels(plot: uPlot, curves: readonly Curve[], rightToLeft: boolean): void {
  const ratio = uPlot.pxRatio
  const { left, top, width, height } = plot.bbox
  if (width / ratio < narrowest) return
  const labels = curves.flatMap((curve, index): Label[] => {
    const series = plot.series[index + 1]
    const last = series?.show === true ? newest(plot.data[index + 1] as (number | null)[]) : null
    if (last === null) return []
    const x = plot.valToPos(plot.data[0]![last.index]!, 'x')
    const point = plot.valToPos(last.value, curve.axis === 'own' ? curve.key : curve.axis)
    if (x < 0 || x > width / ratio + 1) return []
    return [{ text: curve.label, colour: tokenColour(`${curve.colour}-text`), x, y: point - 11, point }]
  })
  const context = plot.ctx
  context.save()
  context.scale(ratio, ratio)
  context.translate(left / ratio, top / ratio)
  context.font = canvasFont(550)
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  context.direction = rightToLeft ? 'rtl' : 'ltr'
  context.lineJoin = 'round'
  const halo = tokenColour('--surface')
  for (const label of spread(labels, height / ratio)) {
    const textWidth = context.measureText(label.text).width
    // Near the start of the plot there is no space before the point: the name is placed after it.
    const x = label.x - 8 < textWidth ? Math.min(label.x + 8 + textWidth, width / ratio) : label.x - 8
    context.lineWidth = 4
    context.strokeStyle = halo
    context.strokeText(label.text, x, label.y)
    context.fillStyle = label.colour
    context.fillText(label.text, x, label.y)
    dot(context, label, halo)
  }
  context.restore()
}

function dot(context: CanvasRenderingContext2D, label: Label, halo: string): void {
  context.beginPath()
  context.arc(label.x, label.point, 3.5, 0, 2 * Math.PI)
  context.lineWidth = 2
  context.strokeStyle = halo
  context.stroke()
  context.fill()
}
