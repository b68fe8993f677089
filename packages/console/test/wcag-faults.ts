import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules beyond those tags: names that begin with the visible label, and landmarks with distinct names. */
const more = ['label-content-name-mismatch', 'landmark-no-duplicate-banner', 'landmark-unique']

/**
 * Returns violations of WCAG 2.2 A and AA and of three more rules, as far as a program can detect them. `within` is the
 * part of a page that has not been checked before.
 */
export async function wcagFaults(page: Page, { without = '', within = 'html' } = {}): Promise<string[]> {
  // The page's policy forbids injected scripts: axe is loaded by the DevTools protocol, once per loaded page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ({ rules, within }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') } // defined by the script above
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
      // Passed rules are not reported: that would be most of the work.
      const { violations } = await axe.run(within, {
        runOnly: tags,
        rules: Object.fromEntries(rules.map((id) => [id, { enabled: true }])),
        resultTypes: ['violations'],
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
      )
    },
    { rules: more.filter((id) => id !== without), within },
  )
}
