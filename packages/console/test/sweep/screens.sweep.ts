import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followLink, openPage, pageErrorsOf, TestBrowser } from '../browser.ts'
import { drawn, LoadingMonitor } from '../loading-monitor.ts'
import { foreignWords, type Language } from '../page-texts.ts'
import { wcagFaults } from '../wcag-faults.ts'
import { addresses, filled } from './addresses.ts'
import { misplacedLabels, overflowOf, shownOf, textFaults } from './page-faults.ts'
import { type Role, type RoleData, roles, SweepDemo } from './sweep-demo.ts'

/** Every screen of the console for each role, in English in three themes, in five other languages, at two widths. */

interface Look {
  language: Language
  theme: 'light' | 'dark' | 'semi-dark'
  /** Widths of the window, one after the other. */
  widths: readonly number[]
  /** True if the page is checked for accessibility, which does not depend on the language. */
  isChecked: boolean
}
const widths = [1440, 390]
const looks: Look[] = [
  ...(['light', 'dark', 'semi-dark'] as const).map(
    (theme): Look => ({ language: 'en', theme, widths, isChecked: true }),
  ),
  ...(['de', 'fr', 'it', 'ru', 'nl'] as const).map(
    (language): Look => ({ language, theme: 'light', widths, isChecked: false }),
  ),
]

/** Options of `scripts/sweep.mjs`. Without a folder for them, no screenshots are taken. */
const {
  SWEEP_ROUTE: route = '',
  SWEEP_ROLE: roleText = '',
  SWEEP_LANGUAGE: language,
  SWEEP_THEME: theme,
  SWEEP_SHOTS: shots,
} = process.env
const heights: Readonly<Record<number, number>> = { 1440: 900, 390: 844 }

/**
 * Data of the demo and of the installation that are also texts of the console, notices in the language of the user,
 * titles that have an OCPP term, and the remark on pages with few texts.
 */
const ofData =
  /^(My stations|Lost card|Last year’s member|Visitor|Facility manager|Energy|Charging time|Idle time|Fast|Slow|Standard|Ultra|Session|Reservation|kWh|Reset|Authorize|Accepted|\(hardly .*\))$|reports a fault/

let demo: SweepDemo
let browser: TestBrowser
beforeAll(async () => {
  if (shots) await mkdir(shots, { recursive: true })
  demo = await SweepDemo.open()
  browser = await TestBrowser.open({ canDrawMaps: true })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await demo?.close()
})

const addressesOf = (role: Role): readonly string[] =>
  (role === 'driver'
    ? [...addresses.filter((path) => path.startsWith('/driver')), '/profile', '/crm']
    : addresses
  ).filter((path) => path.includes(route))

/** The page of a role, signed in. */
async function openConsole({ login }: RoleData, look: Look): Promise<Page> {
  const page = await openPage(browser)
  await page.addInitScript(({ language, theme }) => {
    localStorage.setItem('stationmaster.theme_type', theme)
    localStorage.setItem('stationmaster.default_language', language)
  }, look)
  await page.goto(demo.origin)
  await page.locator('input[autocomplete~="username"]').fill(login.username)
  await page.locator('input[type="password"]').fill(login.password)
  await page.locator('form button[type="submit"]').click()
  await page.locator('main[data-address]').waitFor()
  return page
}

async function shoot(page: Page, role: Role, address: string): Promise<void> {
  if (!shots) return
  const look = await page.evaluate(
    () =>
      `${document.documentElement.lang}-${localStorage.getItem('stationmaster.theme_type')}-${innerWidth}`,
  )
  const name = `${role}-${look}-${address}`.replace(/[^\w.-]+/g, '_')
  await page.screenshot({ path: join(shots, `${name}.png`) })
}

describe.each(roles.filter((role) => role.includes(roleText)))('as %s', (role) => {
  let data: RoleData
  beforeAll(async () => {
    data = await demo.data(role)
  }, 240_000)

  describe.each(
    looks.filter(
      (look) => (language ?? look.language) === look.language && (theme ?? look.theme) === look.theme,
    ),
  )('in $language, $theme', (look) => {
    let page: Page
    let loading: LoadingMonitor
    let pageErrors: string[]
    beforeAll(async () => {
      page = await openConsole(data, look)
      loading = new LoadingMonitor(page)
      pageErrors = pageErrorsOf(page)
    }, 60_000)
    afterAll(() => page?.context().close())

    it.each(addressesOf(role))('%s', async (address) => {
      const path = filled(address, data.objects)
      expect(path, 'the demo has an object of each kind').not.toBeNull()
      await page.setViewportSize({ width: look.widths[0]!, height: heights[look.widths[0]!]! })
      await followRedirects(page, path!)
      const faults: string[] = []
      for (const width of look.widths) {
        await page.setViewportSize({ width, height: heights[width]! })
        await loading.done()
        await drawn(page, 2)
        await shoot(page, role, address)
        faults.push(...(await faultsAt(page, look, data.others)).map((fault) => `${width}: ${fault}`))
      }
      // the browser itself reports requests for what does not exist
      faults.push(...pageErrors.splice(0).filter((line) => !/status of 404/.test(line)))
      expect(faults).toEqual([])
    })
  })
})

/** Opens an address as a link does; it may redirect to another one. */
async function followRedirects(page: Page, path: string): Promise<void> {
  await followLink(page, path).catch(async (error: unknown) => {
    if (new URL(page.url()).pathname === path.replace(/\?.*/, '')) throw error
  })
  await page.locator('h1').first().waitFor()
}

async function faultsAt(page: Page, look: Look, others: readonly string[]): Promise<string[]> {
  const overflow = await overflowOf(page)
  return [
    ...(overflow > 0 ? [`wider than the window by ${overflow} px`] : []),
    ...(look.isChecked ? await wcagFaults(page) : []),
    ...(await textFaults(page)),
    ...(await misplacedLabels(page)).map((text) => `not in the middle: ${text}`),
    ...(look.language === 'en' ? [] : await foreignWords(page, look.language))
      .filter((text) => !ofData.test(text))
      .map((text) => `not translated: ${text}`),
    ...(await shownOf(page, others)).map((name) => `of another client: ${name}`),
  ]
}
