import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cardSet, stationSet } from '@stationmaster/contract'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

/** Findings of operators that only a real browser shows: layout, focus, printing, and parts that load late. */

const simulator = fileURLToPath(new URL('../../simulator/bin/stationmaster-simulator.mjs', import.meta.url))
const long = { timeout: 60_000, interval: 100 }
/** A station that has charged once. */
const used = 'USED-1'

let operatorConsole: OperatorConsole
let page: Page

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ canDrawMaps: true })
  page = operatorConsole.page
  for (let at = 1; at <= 30; at++)
    await operatorConsole.request(stationSet, { id: null, identity: `PLAIN-${at}`, lat: 52.5, lng: 13.4 })
  const { key, link } = await operatorConsole.request(stationSet, { id: null, identity: used })
  await operatorConsole.request(cardSet, { id: null, code: 'ANNA', name: 'Anna' })
  const words = `--identity ${used} --cards ANNA --scenario plug-first --speed 50`
  const visit = spawn(process.execPath, [simulator, `--url=${link}`, `--key=${key}`, ...words.split(' ')])
  expect(await once(visit, 'exit')).toEqual([0, null])
}, 240_000)
afterEach(async () => {
  await page.emulateMedia({ media: null })
  await page.setViewportSize({ width: 1440, height: 900 })
})
afterAll(() => operatorConsole?.close())

const rows = () => page.locator('main tbody tr')

async function openList(path: string, width = 1440): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await operatorConsole.goto(path)
  await rows().first().waitFor()
}

describe('a row of a list', () => {
  it('opens its menu at the pointer on a right click, and stays on the page', async () => {
    await openList('/crm/stations')
    // the list may be sorted again while the menu is open
    const id = await rows().nth(2).getAttribute('data-row')
    const row = page.locator(`tr[data-row="${id}"]`)
    await row.click({ button: 'right', position: { x: 420, y: 20 } })
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem', { name: 'Open in new tab' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/crm/stations')
    const [box, rowBox] = [await menu.boundingBox(), await row.boundingBox()]
    expect(Math.abs(box!.x - (rowBox!.x + 420))).toBeLessThan(10)
    // Mantine's menu has an element for the focus that is not an entry.
    const faults = (await wcagFaults(page)).filter((fault) => !fault.startsWith('aria-required-children'))
    expect(faults).toEqual([])
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('.')
    await menu.getByRole('menuitem', { name: 'Open in new tab' }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  })

  it('opens a session in a new tab on a middle click', async () => {
    await openList('/crm/transactions')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      rows()
        .first()
        .click({ button: 'middle', position: { x: 500, y: 20 } }),
    ])
    await tab.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(tab.url()).pathname).toMatch(/^\/crm\/transaction\/\d+$/)
    await tab.close()
    expect(new URL(page.url()).search).toBe('')
  })

  it('has a complete focus ring, and no gap in its line, while its columns are wider than the window', async () => {
    await openList('/crm/stations', 1000)
    await rows().nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('main table').evaluate((table) => table.parentElement!.scrollTo({ left: 120 }))
    const cells = await rows()
      .nth(2)
      .locator('td')
      .evaluateAll((all) =>
        all.map((cell) => ({
          left: cell.getBoundingClientRect().left,
          right: cell.getBoundingClientRect().right,
          ring: getComputedStyle(cell).boxShadow,
        })),
      )
    expect(cells[1]!.left).toBe(cells[0]!.right)
    expect(cells.filter(({ ring }) => ring === 'none')).toEqual([])
  })
})

describe('the command palette', () => {
  it('keeps the letters that are typed while it is fetched', async () => {
    await openList('/crm/stations')
    await page.reload()
    await rows().first().waitFor()
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((done) => setTimeout(done, 1_000))
      await route.continue().catch(() => {})
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('dub', { delay: 70 })
    const field = page.getByRole('combobox', { name: 'Search or jump to…' })
    await field.waitFor()
    // files whose answer is pending would never arrive
    await page.unrouteAll({ behavior: 'wait' })
    await page.keyboard.type('lin')
    await expect.poll(() => field.inputValue(), long).toBe('dublin')
    await page.keyboard.press('Escape')
  })
})

describe('the page of a station', () => {
  it('shows its last thirty days, and the palette has its actions first', async () => {
    await operatorConsole.goto(`/crm/station/${used}/details`)
    const history = page.locator('section', { has: page.getByRole('heading', { name: 'Last 30 days' }) })
    for (const name of ['Faults by type', 'Connections', 'Firmware versions'])
      await history.getByText(name, { exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    const first = page.getByRole('listbox').getByRole('group').first()
    await first.getByRole('option', { name: /^Send command/ }).waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('the page of commands', () => {
  it('fits a window of 1440 x 900 px without a scrollbar of its own', async () => {
    await operatorConsole.goto(`/ocpp/command/${used}/ChangeConfiguration`)
    await page.getByRole('button', { name: 'Send' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  })
})

describe('the OCPP log', () => {
  it.each([768, 1024, 1279])('gives the content most of a window of %i px', async (width) => {
    await openList(`/crm/station/${used}/log`, width)
    const widths = await page
      .locator('thead th')
      .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().width))
    expect(widths[2]).toBe(Math.max(...widths))
    expect(widths[2]).toBeGreaterThan(220)
  })

  it('has a menu of filters that scrolls if the window is low', async () => {
    await page.setViewportSize({ width: 390, height: 480 })
    await operatorConsole.goto(`/crm/station/${used}/log`)
    await page.getByRole('button', { name: 'Filters' }).click()
    const menu = page.getByRole('dialog', { name: 'Filters' })
    await menu.getByRole('switch', { name: 'Heartbeats' }).waitFor()
    const edges = () =>
      menu.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })
    await expect.poll(edges, long).toBe(true)
    const clear = menu.getByRole('button', { name: 'Clear filters' })
    expect((await clear.boundingBox())!.y).toBeLessThan(480 - 32)
    await menu.getByRole('switch', { name: 'Heartbeats' }).click()
    await expect.poll(() => clear.isEnabled(), long).toBe(true)
  })
})

describe('a session on a phone', () => {
  it('shows when it began and how long it took', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await operatorConsole.goto('/crm/transactions')
    const card = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem').first()
    await expect.poll(() => card.innerText(), long).toMatch(/Anna.*\sago\s*\d+\s(s|min)/s)
  })
})

describe('the toolbar of a list on a phone', () => {
  it.each(['cards', 'clients', 'sites', 'incidents'])('is one line: %s', async (list) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await operatorConsole.goto(`/crm/${list}`)
    const field = page.getByRole('searchbox', { name: 'Filter' })
    const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
    await more.waitFor()
    const [fieldAt, moreAt] = [await field.boundingBox(), await more.boundingBox()]
    expect(middle(moreAt!)).toBeCloseTo(middle(fieldAt!), 0)
    expect(fieldAt!.width).toBeGreaterThan(200)
  })
})

const middle = ({ y, height }: { y: number; height: number }): number => y + height / 2

/** Returns the selectors of what is only for screens and still shown. */
const stillShown = () =>
  page.evaluate(() =>
    [
      'aside',
      'header:has(button[aria-label="User menu"])',
      'main input',
      'nav[aria-label="Pages"] ul',
    ].filter((selector) =>
      [...document.querySelectorAll(selector)].some((element) => element.getClientRects().length > 0),
    ),
  )

describe('in print', () => {
  it('a list has all rows of its page, without side bar, header and controls', async () => {
    await openList('/crm/stations')
    await page.emulateMedia({ media: 'print' })
    expect(await stillShown()).toEqual([])
    // rows are added in several frames
    await expect.poll(() => rows().count()).toBe(31)
    const last = await rows().last().boundingBox()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeGreaterThanOrEqual(last!.y + last!.height)
    const clipped = await page.locator('main table').evaluate((table) => {
      const around: Element[] = []
      for (let part = table.parentElement; part; part = part.parentElement) around.push(part)
      return around.filter((part) => part.scrollHeight > part.clientHeight + 1 && part.tagName !== 'HTML')
        .length
    })
    expect(clipped).toBe(0)
  })

  it('a page is light whatever the theme, and names the section', async () => {
    await page.evaluate(() => localStorage.setItem('stationmaster.theme_type', 'dark'))
    await operatorConsole.load(`/crm/station/${used}/transactions`)
    await rows().first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('html').getAttribute('data-theme'), long).toBe('light')
    expect(await stillShown()).toEqual([])
    expect(await page.locator('main [data-tab]:visible').allInnerTexts()).toEqual(['Transactions'])
    await page.evaluate(() => localStorage.removeItem('stationmaster.theme_type'))
  })

  it('the OCPP log has all messages that are loaded', async () => {
    await openList(`/crm/station/${used}/log`)
    const onScreen = await rows().count()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => rows().count(), long).toBeGreaterThanOrEqual(onScreen)
    expect(await stillShown()).toEqual([])
  })
})

describe('from right to left', () => {
  it('a label stays before its time', async () => {
    await page.evaluate(() =>
      localStorage.setItem('stationmaster.settings', JSON.stringify({ isDirectionRTL: true })),
    )
    await operatorConsole.load(`/crm/station/${used}`)
    const seen = page.locator('main header time')
    await seen.waitFor()
    const direction = await seen.evaluate((time) => [
      document.documentElement.dir,
      getComputedStyle(time.parentElement!).direction,
    ])
    expect(direction).toEqual(['rtl', 'ltr'])
    await page.evaluate(() => localStorage.removeItem('stationmaster.settings'))
  })
})

/** Colours of a picture of the map at places given as shares of its width and height. */
async function coloursOf(map: Locator, places: [x: number, y: number][]): Promise<string[]> {
  const picture = sharp(await map.screenshot())
  const { width, height } = await picture.metadata()
  return Promise.all(
    places.map(async ([x, y]) => {
      const at = { left: Math.round(x * width), top: Math.round(y * height), width: 1, height: 1 }
      return (await picture.clone().extract(at).removeAlpha().raw().toBuffer()).toString('hex')
    }),
  )
}

describe('the map of a location', () => {
  it('says that it is loading until its tiles have come', async () => {
    const held: (() => void)[] = []
    let isHeld = true
    await page.route('**/geo/land/**', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await operatorConsole.goto('/crm/station/PLAIN-1/location')
    const map = page.locator('.map-host')
    await expect.poll(() => map.getAttribute('data-loading'), long).toBe('Loading the map…')
    isHeld = false
    for (const release of held) release()
    await expect.poll(() => map.getAttribute('data-loading'), long).toBeNull()
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('paints sea and land at a coast', async () => {
    // near The Hague, where the sea is in the north-west
    await operatorConsole.request(stationSet, { id: null, identity: 'COAST-1', lat: 52.1, lng: 4.27 })
    await operatorConsole.goto('/crm/station/COAST-1/location')
    const map = page.locator('.map-host')
    await map.waitFor()
    await expect.poll(() => map.getAttribute('data-loading'), long).toBeNull()
    const [northWest, west, east, southEast] = await coloursOf(map, [
      [0.05, 0.15],
      [0.05, 0.3],
      [0.9, 0.6],
      [0.9, 0.8],
    ])
    expect([northWest, southEast]).toEqual([west, east])
    expect(northWest).not.toBe(southEast)
  })
})
