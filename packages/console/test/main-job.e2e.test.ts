import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser, openPage, pageErrorsOf } from './browser.ts'
import { layoutShifts, observeLayoutShifts } from './layout-shifts.ts'
import { drawn } from './loading-monitor.ts'
import { ServerProcess } from './server-process.ts'

/** Distances of the visible table from the top of the page, each once. */
interface Tops {
  tops: number[]
}

function observeTable(): void {
  const found: Tops = Object.assign(globalThis, { tops: [] })
  const look = (): void => {
    const table = document.querySelector('main table')
    const top = table?.checkVisibility({ visibilityProperty: true }) && table.getBoundingClientRect().top
    if (typeof top === 'number' && !found.tops.includes(top)) found.tops.push(top)
    requestAnimationFrame(look)
  }
  look()
}

const password = 'a long enough password'

describe('the main journey, from a command to the charging curve', () => {
  let demo: ServerProcess
  let browser: TestBrowser
  let page: Page
  let pageErrors: string[]
  const open = (path: string) => page.goto(demo.origin + path)
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  beforeAll(async () => {
    demo = await ServerProcess.start({ demo: true })
    browser = await TestBrowser.open()
    page = await openPage(browser)
    pageErrors = pageErrorsOf(page)
  }, 240_000)

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
  })

  // Proves F26
  it('creates the first administrator with the printed code', async () => {
    await open('/')
    await page.getByLabel('One-time code').fill(demo.code)
    await page.getByLabel('Login').fill('admin')
    await page.getByLabel('Email').fill('admin@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password confirmation').fill(password)
    await button('Create administrator').click()
    await page.getByRole('heading', { name: 'Stations', level: 1 }).waitFor()
    await page.getByRole('link', { name: /DEMO-AMS-01/ }).waitFor()
  })

  // Proves F26, S1.1
  it('shows stations that change their state without a reload', async () => {
    await open('/crm/stations')
    const charging = page.getByRole('button', { name: /^Charging/ })
    await charging.waitFor()
    const shown = () => page.getByRole('table', { name: 'Stations' }).locator('tbody').innerText()
    const before = await shown()
    await page.evaluate(() => Object.assign(globalThis, { wasHereBefore: true }))
    // Drivers come and go, meters rise: some cell of the list changes within the pace of the demo.
    await expect.poll(shown, { timeout: 60_000, interval: 250 }).not.toBe(before)
    expect(await page.evaluate(() => 'wasHereBefore' in globalThis)).toBe(true)
  })

  /** Opens a page whose lists arrive one after the other, until the part is visible and all have arrived. */
  async function openSlowly(path: string, part: Locator): Promise<void> {
    const held: (() => void)[] = []
    const lists = /\/(list|count)$/
    await page.route(lists, async (route) => {
      await new Promise<void>((release) => held.push(release))
      await route.continue()
    })
    await open(path)
    while (!(await part.isVisible())) {
      held.shift()?.()
      await drawn(page, 10)
    }
    for (const release of held.splice(0)) {
      release()
      await drawn(page, 10)
    }
    await page.unroute(lists)
  }

  it('shows a station once it is complete, so that nothing moves under the pointer', async () => {
    const identity = await stationIn('charging')
    await page.addInitScript(observeLayoutShifts)
    const connector = page.getByRole('region', { name: 'Connector 1' })
    await openSlowly(`/crm/station/${identity}/connectors`, connector)
    expect(await layoutShifts(page)).toEqual([])
  })

  it('shows a list once its filters are complete, so that its rows do not move', async () => {
    await page.addInitScript(observeTable)
    await openSlowly('/crm/stations', page.getByRole('link', { name: /DEMO-AMS-01/ }))
    await page.getByRole('button', { name: 'Filters' }).waitFor()
    expect(await page.evaluate(() => (globalThis as typeof globalThis & Tops).tops)).toHaveLength(1)
  })

  // Proves F26, S2.26
  it('starts charging from a connector, sees the curve grow, and stops it', async () => {
    // A station that no virtual driver uses.
    const identity = await stationIn('available')
    await open(`/crm/station/${identity}/connectors`)
    const connector = page.getByRole('region', { name: 'Connector 1' })
    await connector.getByRole('button', { name: 'Charge' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Card/).fill('DEMO-OFFICE-1')
    await dialog.getByRole('button', { name: 'Charge' }).click()
    await connector.getByRole('button', { name: 'Stop' }).waitFor({ timeout: 60_000 })
    const session = await connector.getByRole('button', { name: /^Session \d+/ }).innerText()
    const number = session.replace(/\D/g, '')

    const curve = page.getByRole('img', { name: new RegExp(`${number}`) })
    await curve.waitFor({ timeout: 60_000 })
    const words = () => curve.getAttribute('aria-label')
    const early = await words()
    await expect.poll(words, { timeout: 60_000, interval: 500 }).not.toBe(early)

    await connector.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await connector.getByRole('button', { name: 'Charge' }).waitFor({ timeout: 60_000 })

    await open(`/crm/transactions?tx=${number}`)
    const facts = page.getByRole('dialog', { name: new RegExp(number) })
    await facts.getByText('Remote', { exact: true }).waitFor()
    await facts.getByText('Finished', { exact: true }).waitFor()
    await facts
      .getByText(/^[\d,]+\sWh$/)
      .first()
      .waitFor()
  })

  // Proves F26, S1.4, S2.40
  it("sends GetConfiguration and shows the station's keys", async () => {
    await open('/ocpp/command/DEMO-AMS-01/GetConfiguration')
    await button('Send').click()
    await page.getByRole('cell', { name: 'HeartbeatInterval' }).first().waitFor()
    await page.getByRole('cell', { name: 'SendLocalListMaxLength' }).first().waitFor()
    await button('As the station sent it').first().click()
    await page.getByText('"HeartbeatInterval"').first().waitFor()
  })

  it('restarts a station in two clicks from its page', async () => {
    const identity = await stationIn('available')
    await open(`/crm/station/${identity}`)
    await button('Reset…').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByText('Restarting…').waitFor()
  })

  // Proves F26
  it('shows which field of an invalid SetChargingProfile is wrong', async () => {
    await open('/ocpp/command/DEMO-AMS-01/SetChargingProfile')
    await page.getByLabel(/^Connector/).fill('1')
    await page.getByLabel(/^Profile number/).fill('1')
    await page.getByLabel(/^Stack level/).fill('0')
    await button('Send').click()
    const wrong = page.getByRole('combobox', { name: /^Purpose/ })
    await expect.poll(() => wrong.getAttribute('aria-invalid')).toBe('true')
    const right = page.getByLabel(/^Profile number/)
    expect(await right.getAttribute('aria-invalid')).not.toBe('true')
  })

  // Proves F20, S2.15, S5.4
  it('requires a station when none is chosen', async () => {
    await open('/ocpp/command/-/ClearCache')
    await button('Send').click()
    await page.getByText('No stations selected. Specify a station.').waitFor()
  })

  // Proves F2
  it('removes the sample data from the settings with one action', async () => {
    await open('/crm/stations')
    await button('Settings').click()
    await button('Remove demo data').click()
    await page
      .getByRole('dialog', { name: 'Remove demo data' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByText('The demo data was removed').waitFor({ timeout: 60_000 })
    await page.getByText('No stations yet').waitFor()
  })

  it('causes no errors in the browser console', () => {
    expect(pageErrors).toEqual([])
  })

  /** Returns the first station of the list with the state. */
  async function stationIn(state: 'available' | 'charging'): Promise<string> {
    await open(`/crm/stations?state=${state}`)
    const link = page.getByRole('table', { name: 'Stations' }).getByRole('link', { name: /DEMO-/ }).first()
    await link.waitFor({ timeout: 120_000 })
    return /DEMO-[A-Z0-9-]+/.exec(await link.innerText())![0]
  }
})
