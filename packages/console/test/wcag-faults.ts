import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { textColours } from './text-colours.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules beyond those tags: names that begin with the visible label, and landmarks with distinct names. */
const more = ['label-content-name-mismatch', 'landmark-no-duplicate-banner', 'landmark-unique']

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

interface Part {
  /** A rule that is not checked. */
  without?: string
  /** Selects the part of a page that has not been checked before. */
  within?: string
}

/**
 * Returns violations of WCAG 2.2 A and AA and of three more rules, as far as a program can detect them. `within` is the
 * part of a page that has not been checked before.
 */
export async function wcagFaults(
  page: Page,
  { without = '', within = 'html' }: Part = {},
): Promise<string[]> {
  const rules = { ...enabled(more.filter((id) => id !== without)), 'color-contrast': { enabled: false } }
  return [
    ...(await violationsOf(page, within, { runOnly: tags, rules })),
    ...(await contrastFaults(page, within)),
  ]
}

const enabled = (ids: readonly string[]): NonNullable<RunOptions['rules']> =>
  Object.fromEntries(ids.map((id) => [id, { enabled: true }]))

/** Adds axe to a page: its policy forbids injected scripts, so it is loaded by the DevTools protocol, once per load. */
async function addAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
}

async function violationsOf(page: Page, within: string, options: RunOptions): Promise<string[]> {
  await addAxe(page)
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

/** Combinations of colours and font that axe has found to have enough contrast. */
const passedColours = new Set<string>()

/**
 * Returns texts of a part of a page whose colours have too little contrast: all that a change of the theme can violate.
 * axe takes most of its time for this rule, so texts in a combination of colours and font that it has passed before,
 * on this page or another one, are not checked again.
 */
export async function contrastFaults(page: Page, within: string): Promise<string[]> {
  const fresh = await page.evaluateHandle(textColours, { within, known: [...passedColours] })
  try {
    if (await fresh.evaluate((texts) => texts.size === 0)) return []
    await addAxe(page)
    const { faults, passed } = await fresh.evaluate(async (texts) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations, passes } = await axe.run([...texts.keys()] as unknown as ElementContext, {
        runOnly: ['color-contrast'],
        resultTypes: ['violations', 'passes'],
        elementRef: true,
      })
      const of = (results: typeof violations) => results.flatMap(({ nodes }) => nodes)
      const coloursOf = (results: typeof violations) =>
        of(results).flatMap(({ element }) => texts.get(element!) ?? [])
      const violated = new Set(coloursOf(violations))
      return {
        faults: of(violations).map(
          (node) => `color-contrast: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`,
        ),
        passed: coloursOf(passes).filter((colours) => !violated.has(colours)),
      }
    })
    for (const colours of passed) passedColours.add(colours)
    return faults
  } finally {
    await fresh.dispose()
  }
}
