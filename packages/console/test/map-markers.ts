import { expect } from 'vitest'
import type { Page } from 'playwright-core'

export interface Site {
  identity: string
  lat: number
  lng: number
}

interface Point {
  x: number
  y: number
}

/** Distance in px that the map keeps between stations and its edges. */
const padding = 56

/** Web Mercator, the whole world as a square of side 1. */
const mercator = ({ lat, lng }: Site): Point => ({
  x: (lng + 180) / 360,
  y: 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI),
})

const middle = (values: number[]): number => (Math.min(...values) + Math.max(...values)) / 2
const reach = (values: number[]): number => Math.max(...values) - Math.min(...values)
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Returns the position of the cluster of some stations, in px of a map that shows all of them. */
export function placeOf(
  all: readonly Site[],
  some: readonly string[],
  size: { width: number; height: number },
) {
  const points = all.map(mercator)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const scale = Math.min((size.width - 2 * padding) / reach(xs), (size.height - 2 * padding) / reach(ys))
  const marked = all.filter(({ identity }) => some.includes(identity)).map(mercator)
  return {
    x: size.width / 2 + (mean(marked.map(({ x }) => x)) - middle(xs)) * scale,
    y: size.height / 2 + (mean(marked.map(({ y }) => y)) - middle(ys)) * scale,
  }
}

/**
 * Points at the marker of some stations on a map that shows all, and waits until the map has drawn it: the
 * pointer becomes a hand. Resolves to a function that clicks it.
 */
export async function markAt(page: Page, all: readonly Site[], some: readonly string[]) {
  const canvas = page.getByRole('region', { name: 'Map of the stations' })
  const box = await canvas.boundingBox()
  if (!box) throw new Error('there is no map')
  const place = placeOf(all, some, box)
  const at = { x: box.x + place.x, y: box.y + place.y }
  let step = 0
  const pointer = async (): Promise<string> => {
    // The map tests what is below the pointer only when the pointer moves.
    step = (step + 1) % 2
    await page.mouse.move(at.x + step, at.y)
    return canvas.evaluate((element) => (element as HTMLElement).style.cursor)
  }
  await expect.poll(pointer, { timeout: 90_000, interval: 200 }).toBe('pointer')
  return { click: () => page.mouse.click(at.x, at.y) }
}
