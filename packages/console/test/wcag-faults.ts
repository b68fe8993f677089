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

/** Returns violations of a rule that depends on the width of the window: targets that are too small or too close. */
export const targetFaults = (page: Page, within: string): Promise<string[]> =>
  violationsOf(page, within, { runOnly: ['target-size'] })

/** What is added to a page. */
interface Tools {
  axe: typeof import('axe-core')
  textColours: typeof textColours
}

/**
 * Runs a function in a page that has axe. The page's policy forbids injected scripts: axe is loaded by the DevTools
 * protocol, once per loaded page.
 */
async function withAxe<A, R>(
  page: Page,
  run: (argument: A) => Promise<R | 'no axe'>,
  argument: A,
): Promise<R> {
  const call = run as Parameters<typeof page.evaluate<R | 'no axe', A>>[0]
  const found = await page.evaluate(call, argument as never)
  if (found !== 'no axe') return found
  await page.evaluate(`${axeSource};window.textColours = ${String(textColours)}`)
  return (await page.evaluate(call, argument as never)) as R
}

const violationsOf = (page: Page, within: string, options: RunOptions): Promise<string[]> =>
  withAxe(
    page,
    async ({ within, options }) => {
      if (!('axe' in window)) return 'no axe'
      const { axe } = window as unknown as Tools
      // Passed rules are not reported: that would be most of the work.
      const { violations } = await axe.run(within, { ...options, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
      )
    },
    { within, options },
  )

/** Combinations of colours that axe has found to have enough contrast. */
const passedColours = new Set<string>()

/**
 * Returns texts of a part of a page whose colours have too little contrast: all that a change of the theme can violate.
 * axe takes most of its time for this rule, so texts in a combination of colours that it has passed before, on this
 * page or another one, are not checked again.
 */
export async function contrastFaults(page: Page, within: string): Promise<string[]> {
  const { faults, passed } = await withAxe(
    page,
    async (part) => {
      if (!('axe' in window)) return 'no axe'
      const { axe, textColours } = window as unknown as Tools
      const texts = textColours(part)
      if (texts.size === 0) return { faults: [], passed: [] }
      const { violations, passes } = await axe.run([...texts.keys()] as unknown as ElementContext, {
        runOnly: ['color-contrast'],
        resultTypes: ['violations', 'passes'],
        elementRef: true,
      })
      const coloursOf = (results: typeof violations) =>
        results.flatMap(({ nodes }) => nodes).flatMap(({ element }) => texts.get(element!) ?? [])
      const violated = new Set(coloursOf(violations))
      return {
        faults: violations
          .flatMap(({ nodes }) => nodes)
          .map((node) => `color-contrast: ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ''}`),
        passed: coloursOf(passes).filter((colours) => !violated.has(colours)),
      }
    },
    { within, known: [...passedColours] },
  )
  for (const colours of passed) passedColours.add(colours)
  return faults
}
