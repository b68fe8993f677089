import type { Page } from 'playwright-core'
import { pushAddress } from './browser.ts'
import { LoadingMonitor } from './loading-monitor.ts'
import type { OperatorConsole } from './operator-console.ts'
import { shownOf, textFaults } from './sweep/page-faults.ts'
import { contrastFaults, targetFaults, wcagFaults } from './wcag-faults.ts'

interface Look {
  theme: 'light' | 'dark'
  width: 1440 | 320
}

/** Themes and widths in which screens are checked. From one to the next, either the theme or the width changes. */
const looks: readonly Look[] = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 1440 },
  { theme: 'dark', width: 320 },
  { theme: 'light', width: 320 },
]

/** Addresses of pages with a map, which must be drawn: a browser that cannot draw it shows something else. */
const withMap = /view=map|\/location$/

/**
 * Looks of a page with a map, which have both themes and both widths: each change of the theme draws another map,
 * which takes a second of processor time without a graphics card.
 */
const looksOfMaps: readonly Look[] = [looks[0]!, looks[2]!]

/** Changes what differs from the look before. */
const setLook = async (page: Page, { theme, width }: Look, before?: Look): Promise<void> => {
  if (width !== before?.width) await page.setViewportSize({ width, height: 900 })
  if (theme !== before?.theme) await page.emulateMedia({ colorScheme: theme })
}

/** Returns what is wrong with the layout of the page that is shown. */
async function layoutFaults(page: Page): Promise<string[]> {
  const { scrolled, overflow } = await page.evaluate(() => ({
    scrolled: scrollY,
    overflow: document.documentElement.scrollWidth - innerWidth,
  }))
  return [
    ...(scrolled > 0 ? [`opens ${scrolled} px below its top`] : []),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
  ]
}

interface Check {
  addresses: readonly string[]
  /** Waits until the page of an address is complete, after it was opened and when its width has changed. */
  complete: (address: string) => Promise<unknown>
  /** Returns what else is wrong with a page at a width. */
  more?: () => Promise<string[]>
}

/**
 * Opens each address once, the first by loading it and the others as by a link, and checks it in all looks. Returns
 * the accessibility faults of pages, and those that do not open at their top or are wider than the window.
 *
 * Opening a page takes longest. Every second one is opened in the last look and checked in the reverse order,
 * so that pages are opened at both widths. Rules that depend on neither theme nor width are checked once per page.
 */
async function faultsInAllLooks(
  { page, load }: OperatorConsole,
  { addresses, complete, more }: Check,
): Promise<string[]> {
  await page.evaluate(() => localStorage.setItem('stationmaster.theme_type', 'system'))
  const faults: string[] = []
  let before: Look | undefined
  for (const [index, address] of addresses.entries()) {
    // the frame, which all have in common, is checked once
    const part = index === 0 ? 'html' : 'main'
    const ofPage = withMap.test(address) ? looksOfMaps : looks
    for (const [step, look] of (index % 2 === 0 ? ofPage : ofPage.toReversed()).entries()) {
      await setLook(page, look, before)
      const isNewWidth = step === 0 || look.width !== before?.width
      before = look
      if (step === 0) await (index === 0 ? load(address) : pushAddress(page, address))
      if (isNewWidth) await complete(address)
      const found = [
        ...(step === 0
          ? await wcagFaults(page, { within: part })
          : [...(isNewWidth ? await targetFaults(page, part) : []), ...(await contrastFaults(page, part))]),
        ...(isNewWidth ? [...(await layoutFaults(page)), ...((await more?.()) ?? [])] : []),
      ]
      faults.push(...found.map((fault) => `${address}, ${look.theme}, ${look.width} px: ${fault}`))
    }
  }
  return faults
}

/** Checks screens in all looks, each with a text that it waits for. */
export const screenFaults = (
  operatorConsole: OperatorConsole,
  screens: Readonly<Record<string, string>>,
): Promise<string[]> =>
  faultsInAllLooks(operatorConsole, {
    addresses: Object.keys(screens),
    complete: (path) => operatorConsole.page.getByText(screens[path]!).first().waitFor(),
  })

/**
 * Checks addresses in all looks, each when it has finished loading, that no text is missing or cut, and that no page
 * contains a word that the user must not see.
 */
export function addressFaults(
  operatorConsole: OperatorConsole,
  { addresses, hidden = [] }: { addresses: readonly string[]; hidden?: readonly string[] },
): Promise<string[]> {
  const { page } = operatorConsole
  const loading = new LoadingMonitor(page)
  return faultsInAllLooks(operatorConsole, {
    addresses,
    complete: async (address) => {
      if (withMap.test(address)) await page.locator('.map-host canvas').waitFor()
      await loading.done()
    },
    more: async () => [
      ...(await textFaults(page)),
      ...(hidden.length > 0 ? await shownOf(page, hidden) : []).map((word) => `contains ${word}`),
    ],
  })
}
