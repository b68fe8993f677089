import type { Page } from 'playwright-core'
import { pushAddress } from './browser.ts'
import { drawn, LoadingMonitor } from './loading-monitor.ts'
import type { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

/** Themes and widths in which screens are checked. */
export const looks = [
  ['light', 1440],
  ['dark', 390],
] as const

type Look = readonly [theme: string, width: number]

async function setLook(page: Page, [theme, width]: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate((chosen) => localStorage.setItem('stationmaster.theme_type', chosen), theme)
}

/** Returns what is wrong with the layout of the page that is shown. */
async function layoutFaults(page: Page): Promise<string[]> {
  const scrolled = await page.evaluate(() => scrollY)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [
    ...(scrolled > 0 ? [`opens ${scrolled} px below its top`] : []),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
  ]
}

/**
 * Opens screens, each with a text that it waits for: the first is loaded with the theme, the others are opened as by
 * a link. Returns their accessibility faults, and those that do not open at their top or are wider than the window.
 */
export async function screenFaults(
  operatorConsole: OperatorConsole,
  look: Look,
  screens: readonly (readonly [path: string, text: string])[],
): Promise<string[]> {
  const { page } = operatorConsole
  await setLook(page, look)
  const faults: string[] = []
  for (const [index, [path, text]] of screens.entries()) {
    await (index === 0 ? operatorConsole.load(path) : operatorConsole.goto(path))
    await page.getByText(text).first().waitFor()
    const found = [...(await wcagFaults(page)), ...(await layoutFaults(page))]
    faults.push(...found.map((fault) => `${path}: ${fault}`))
  }
  return faults
}

/**
 * Opens each address and waits until it has finished loading. Returns the faults that `screenFaults` returns, and where
 * the page contains a word that the user must not see. The frame, which all addresses have in common, is checked once.
 */
export async function addressFaults(
  operatorConsole: OperatorConsole,
  look: Look,
  { addresses, hidden }: { addresses: readonly string[]; hidden: string },
): Promise<string[]> {
  const { page } = operatorConsole
  await setLook(page, look)
  const loading = new LoadingMonitor(page)
  const faults: string[] = []
  for (const [index, address] of addresses.entries()) {
    await (index === 0 ? operatorConsole.load(address) : pushAddress(page, address))
    await loading.done()
    await page.locator('h1').first().waitFor()
    await drawn(page, 2)
    const found = [
      ...(await wcagFaults(page, { within: index === 0 ? 'html' : 'main' })),
      ...(await layoutFaults(page)),
      ...((await page.locator('body').innerText()).includes(hidden) ? [`contains ${hidden}`] : []),
    ]
    faults.push(...found.map((fault) => `${address}: ${fault}`))
  }
  return faults
}
