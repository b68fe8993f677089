import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules beyond those tags: names that begin with what is seen, and landmarks that can be told apart. */
const more = ['label-content-name-mismatch', 'landmark-no-duplicate-banner', 'landmark-unique']

/** Returns where a page departs from WCAG 2.2 A and AA and from three rules more, as far as a program can see. */
export async function wcagFaults(page: Page, { without = '' } = {}): Promise<string[]> {
  // The policy of the page lets nobody add scripts to it: axe comes by the debugging line.
  await page.evaluate(axeSource)
  return page.evaluate(
    async (rules) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') } // put there by the line above
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
      // What is in order need not be described: that would be most of the work.
      const { violations } = await axe.run(document, {
        runOnly: tags,
        rules: Object.fromEntries(rules.map((id) => [id, { enabled: true }])),
        resultTypes: ['violations'],
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
      )
    },
    more.filter((id) => id !== without),
  )
}
