import type { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

/** Themes and widths in which screens are checked. */
export const looks = [
  ['light', 1440],
  ['dark', 390],
] as const

/**
 * Opens screens, each with a text that it waits for: the first is loaded with the theme, the others are opened as by
 * a link. Returns their accessibility faults, and those that do not open at their top or are wider than the window.
 */
export async function screenFaults(
  operatorConsole: OperatorConsole,
  [theme, width]: readonly [theme: string, width: number],
  screens: readonly (readonly [path: string, text: string])[],
): Promise<string[]> {
  const { page } = operatorConsole
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate((chosen) => localStorage.setItem('stationmaster.theme_type', chosen), theme)
  const faults: string[] = []
  for (const [index, [path, text]] of screens.entries()) {
    await (index === 0 ? operatorConsole.load(path) : operatorConsole.goto(path))
    await page.getByText(text).first().waitFor()
    faults.push(...(await wcagFaults(page)).map((fault) => `${path}: ${fault}`))
    const scrolled = await page.evaluate(() => scrollY)
    if (scrolled > 0) faults.push(`${path}: opens ${scrolled} px below its top`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) faults.push(`${path}: ${overflow} px wider than the window`)
  }
  return faults
}
