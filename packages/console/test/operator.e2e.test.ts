import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cardAction, cardSet, unmatchedList, stationSet, transactionList } from '@stationmaster/contract'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { markAt, type Site } from './map-markers.ts'
import { OperatorConsole } from './operator-console.ts'
import { foreignWords } from './page-texts.ts'

const simulator = fileURLToPath(new URL('../../simulator/bin/stationmaster-simulator.mjs', import.meta.url))
const long = { timeout: 60_000, interval: 200 }

/** Three stations at one site, one far away, none with access to the internet. */
const sites: Site[] = [
  { identity: 'UTRECHT-1', lat: 52.09, lng: 5.12 },
  { identity: 'UTRECHT-2', lat: 52.1, lng: 5.13 },
  { identity: 'UTRECHT-3', lat: 52.08, lng: 5.11 },
  { identity: 'BERLIN-1', lat: 52.52, lng: 13.405 },
]

let operatorConsole: OperatorConsole
let pageErrors: string[]

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ canDrawMaps: true })
  pageErrors = pageErrorsOf(operatorConsole.page)
  for (const { identity, lat, lng } of sites)
    await operatorConsole.request(stationSet, { id: null, identity, lat, lng })
}, 240_000)
afterAll(() => operatorConsole?.close())

const inView = () =>
  operatorConsole.page.getByRole('region', { name: 'Stations in view' }).locator('p').first()
const shows = (words: string) => expect.poll(() => inView().textContent(), long).toBe(words)
const theme = () => operatorConsole.page.locator('html').getAttribute('data-theme')
const cards = () => operatorConsole.page.getByRole('table', { name: 'Cards' })
const fleet = async () => (await cards().locator('tbody').innerText()).match(/FLEET-\d+/g) ?? []
const button = (name: string | RegExp, within: Locator = operatorConsole.page.locator('body')) =>
  within.getByRole('button', { name, exact: true })

async function openMap(): Promise<void> {
  await operatorConsole.goto('/crm/stations?view=map')
  await shows('4 stations in view')
}

describe('the map, without the internet', () => {
  // Every pixel is rendered by the processor.
  beforeAll(() => operatorConsole.page.setViewportSize({ width: 1024, height: 640 }))
  afterAll(() => operatorConsole.page.setViewportSize({ width: 1440, height: 900 }))

  // Proves F23, S2.25
  it('clusters stations of one site, and expands the cluster on a click', async () => {
    await openMap()
    await markAt(operatorConsole.page, sites, ['UTRECHT-1', 'UTRECHT-2', 'UTRECHT-3']).then((mark) =>
      mark.click(),
    )
    await shows('3 stations in view')
    await button('Show all stations').click()
    await shows('4 stations in view')
  })

  // Proves F23
  it('opens the station of a single marker', async () => {
    await openMap()
    await markAt(operatorConsole.page, sites, ['BERLIN-1']).then((mark) => mark.click())
    await operatorConsole.page.getByRole('link', { name: 'Open', exact: true }).click()
    await operatorConsole.page.getByRole('heading', { name: 'BERLIN-1', level: 1 }).waitFor()
  })

  // Proves F23
  it('is equally usable by keyboard', async () => {
    await openMap()
    const list = operatorConsole.page.getByRole('region', { name: 'Stations in view' })
    await button(/UTRECHT-2/, list).press('Enter')
    await operatorConsole.page.getByRole('link', { name: 'Open', exact: true }).press('Enter')
    await operatorConsole.page.getByRole('heading', { name: 'UTRECHT-2', level: 1 }).waitFor()
  })

  // Proves F23
  it('requests nothing from other hosts', () => {
    expect([...operatorConsole.hosts]).toEqual([new URL(operatorConsole.server.origin).host])
  })
})

describe('an unmatched StopTransaction', () => {
  // Proves INV-4, G32
  it('is listed, resolved by naming its transaction, and removed from the list', async () => {
    const { key, link } = await operatorConsole.request(stationSet, { id: null, identity: 'FORGETFUL-1' })
    await operatorConsole.request(cardSet, { id: null, code: 'FORGETFUL' })
    // It sends neither transaction number nor card: only a user can decide which transaction this stop ends.
    const words = '--identity FORGETFUL-1 --cards FORGETFUL --quirks Q1,Q26 --scenario plug-first --speed 50'
    const visit = spawn(process.execPath, [simulator, `--url=${link}`, `--key=${key}`, ...words.split(' ')])
    expect(await once(visit, 'exit')).toEqual([0, null])
    const ofStation = { filter: { identity: 'FORGETFUL-1' } }
    const [session] = await operatorConsole.request(transactionList, ofStation)
    expect(session?.statecode).toBe('running')

    const { page } = operatorConsole
    await operatorConsole.goto(`/crm/station/${session!.stationid}/details`)
    const unmatched = page.getByRole('table', { name: 'Unmatched messages' })
    await unmatched.getByText('Stop of an unknown session').click()
    const dialog = page.getByRole('dialog', { name: 'Unmatched message' })
    await dialog.getByText('"transactionId": -1').waitFor()
    await dialog.getByLabel('Transaction', { exact: true }).fill(String(session!.transactionid))
    await dialog.getByLabel('Note', { exact: true }).fill('Same car')
    await button('Apply', dialog).click()
    await page.getByText('Resolved', { exact: true }).waitFor()
    await unmatched.waitFor({ state: 'detached' })

    await operatorConsole.goto(`/crm/transactions?tx=${session!.transactionid}`)
    await page.getByRole('dialog').getByText('Finished', { exact: true }).waitFor()
    const [row] = await operatorConsole.request(unmatchedList, ofStation)
    expect(row?.resolution).toContain('Same car')
  })
})

describe('a list', () => {
  const names = Array.from({ length: 60 }, (_, at) => `FLEET-${String(at + 1).padStart(2, '0')}`)
  const blocked = names.slice(0, 5)
  /** The second page of active stations in descending order. */
  const wanted = names.slice(5).reverse().slice(25, 50)

  async function isAsItWasLeft(): Promise<void> {
    const { page } = operatorConsole
    await expect.poll(fleet, long).toEqual(wanted)
    expect(await page.getByRole('searchbox', { name: 'Filter' }).inputValue()).toBe('fleet-')
    expect(await page.getByRole('radio', { name: 'Active', exact: true }).isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: '25' }).isChecked()).toBe(true)
    const head = cards().getByRole('columnheader', { name: 'Card', exact: true })
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    expect(await button('Page 2').getAttribute('aria-current')).toBe('page')
  }

  beforeAll(async () => {
    const made = await Promise.all(names.map((code) => operatorConsole.request(cardSet, { id: null, code })))
    for (const { id } of made.filter(({ code }) => blocked.includes(code)))
      await operatorConsole.request(cardAction, { id, action: 'disable' })
  })

  // Proves F21, S1.1
  it('keeps page, sort, filter and search through a reload, Back and Forward', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/crm/cards')
    await page.getByRole('searchbox', { name: 'Filter' }).fill('fleet-')
    await page.getByText('Active', { exact: true }).click()
    await page.getByRole('navigation', { name: 'Pages' }).getByText('25', { exact: true }).click()
    const head = cards().getByRole('columnheader', { name: 'Card', exact: true })
    await button('Card', head).click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    await button('Card', head).click()
    await button('Page 2').click()
    await isAsItWasLeft()

    await page.reload()
    await isAsItWasLeft()

    await page.getByRole('link', { name: 'Transactions' }).first().click()
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor()
    await page.goBack()
    await isAsItWasLeft()
    await page.goForward()
    await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor()
    await page.goBack()
    await isAsItWasLeft()
  })
})

describe('the choices of a user', () => {
  // Proves F16, S2.19, S4.7
  it('the theme of the user menu applies immediately', async () => {
    await operatorConsole.goto('/crm/stations')
    await button(/^User menu/).click()
    await operatorConsole.page.getByRole('menuitemcheckbox', { name: 'Dark theme' }).click()
    await expect.poll(theme).toBe('dark')
  })

  // Proves F20, S1.6
  it.each([
    ['Deutsch', 'de', 'Language'],
    ['Русский', 'ru', 'Sprache'],
    ['English', 'en', 'Язык'],
  ] as const)('the language picker translates every text to %s', async (name, code, picker) => {
    const { page } = operatorConsole
    for (const path of ['/crm/stations', '/crm/cards', '/ocpp']) {
      await operatorConsole.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path === '/crm/stations') {
        // This check does detect texts of the previous language.
        expect(await foreignWords(page, code)).not.toEqual([])
        await button(picker).click()
        await page.getByRole('menuitem', { name }).click()
      }
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(code)
      await expect.poll(() => foreignWords(page, code), long).toEqual([])
      expect(await theme()).toBe('dark')
    }
  })

  // Proves F16
  it('in the settings persist through a reload', async () => {
    const { page } = operatorConsole
    const panel = page.getByRole('dialog', { name: 'Settings' })
    const chosen = () =>
      panel
        .getByRole('radio', { checked: true })
        .evaluateAll((all) =>
          all.map((one) => one.ariaLabel ?? (one as HTMLInputElement).labels?.[0]?.innerText),
        )
    await operatorConsole.goto('/crm/stations')
    await button('Settings').click()
    for (const word of ['Icons', 'Framed', 'Light']) await panel.getByText(word, { exact: true }).click()
    await panel.getByRole('radio', { name: 'Teal' }).check({ force: true })
    const dense = panel.getByRole('switch', { name: 'Dense tables' })
    await dense.check({ force: true })
    await expect.poll(chosen).toEqual(['Light', 'Teal', 'Icons', 'Framed'])

    await page.reload()
    expect(await theme()).toBe('light')
    await button('Settings').click()
    await expect.poll(chosen).toEqual(['Light', 'Teal', 'Icons', 'Framed'])
    expect(await dense.isChecked()).toBe(true)

    await button('Reset to defaults', panel).click()
    await expect.poll(theme).toBe('semi-dark')
    await page.reload()
    expect(await theme()).toBe('semi-dark')
  })

  // Proves S3.4
  it('from right to left, identity and label of a station are aligned on the same side', async () => {
    const { page } = operatorConsole
    await operatorConsole.request(stationSet, { id: null, identity: 'HARBOUR-1', label: 'Pier' })
    await page.evaluate(() => localStorage.setItem('stationmaster.settings', '{"isDirectionRTL":true}'))
    await operatorConsole.load('/crm/stations?q=HARBOUR-1')
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    const cell = page.getByRole('row', { name: /HARBOUR-1/ })
    // of the text, not of the box that contains it
    const endOf = (text: string): Promise<number> =>
      cell.getByText(text, { exact: true }).evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return Math.round(range.getBoundingClientRect().right)
      })
    expect(await endOf('Pier')).toBe(await endOf('HARBOUR-1'))
    const count = await page
      .locator('main header')
      .getByText('1 station', { exact: true })
      .evaluate((text) => getComputedStyle(text).unicodeBidi)
    expect(count).toBe('isolate')
    await page.evaluate(() => localStorage.removeItem('stationmaster.settings'))
  })
})

it('nothing of this caused errors in the browser console', () => {
  expect(pageErrors).toEqual([])
})
