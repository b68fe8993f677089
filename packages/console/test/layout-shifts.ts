import type { Page } from 'playwright-core'

interface Shifts {
  layoutShifts: string[]
}

/**
 * Script for `addInitScript`: records the parts of the page that move without an input, with the value of the Layout
 * Instability API.
 */
export function observeLayoutShifts(): void {
  const found: Shifts = Object.assign(globalThis, { layoutShifts: [] })
  interface Shift extends PerformanceEntry {
    value: number
    sources: { node: Node | null }[]
  }
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      if (value > 0.005)
        found.layoutShifts.push(`${value}: ${sources.map(({ node }) => node?.textContent).join(' | ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Returns what has moved since the page was loaded. */
export const layoutShifts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as typeof globalThis & Shifts).layoutShifts)
