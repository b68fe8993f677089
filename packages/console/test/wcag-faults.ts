import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules beyond those tags: names that begin with the visible label, and landmarks with distinct names. */
const more = ['label-content-name-mismatch', 'landmark-no-duplicate-banner', 'landmark-unique']

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns violations of WCAG 2.2 A and AA and of three more rules, as far as a program can detect them. `within` is the
 * part of a page that has not been checked before.
 */
export const wcagFaults = (page: Page, { without = '', within = 'html' } = {}): Promise<string[]> =>
  violationsOf(page, within, { runOnly: tags, rules: enabled(more.filter((id) => id !== without)) })

/** Returns texts of a part of a page whose colours have too little contrast: all that a change of the theme can violate. */
export const contrastFaults = (page: Page, within: string): Promise<string[]> =>
  violationsOf(page, within, { runOnly: ['color-contrast'] })

const enabled = (ids: readonly string[]): RunOptions['rules'] =>
  Object.fromEntries(ids.map((id) => [id, { enabled: true }]))

async function violationsOf(page: Page, within: string, options: RunOptions): Promise<string[]> {
  // The page's policy forbids injected scripts: axe is loaded by the DevTools protocol, once per loaded page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ within, options }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') } // defined by the script above
      // Passed rules are not reported: that would be most of the work.
      const { violations } = await axe.run(within, { ...options, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
      )
    },
    { within, options },
  )
}
