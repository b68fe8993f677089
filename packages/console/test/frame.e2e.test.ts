import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followLink, pushAddress, TestBrowser } from './browser.ts'
import { type BuiltConsole, startBuiltConsole } from './built-console.ts'
import { storedLogin, stubLive } from './network-stubs.mjs'
import { ReusedPage } from './reused-page.ts'
import { contrastFaults, wcagFaults } from './wcag-faults.ts'

/**
 * The layout and the UI components in a real browser, under the content security policy that the server
 * sends: contrast, target size, overflow at 320 px. Screens are tested against the real server.
 */

interface Look {
  theme: 'light' | 'dark' | 'semi-dark'
  language: string
  rtl: boolean
}
const plain: Look = { theme: 'semi-dark', language: 'en', rtl: false }
const looks: Look[] = [
  plain,
  { theme: 'light', language: 'de', rtl: true },
  { theme: 'dark', language: 'ru', rtl: false },
]

let built: BuiltConsole
let browser: TestBrowser
let used: ReusedPage

beforeAll(async () => {
  built = await startBuiltConsole({ hasGallery: true })
  browser = await TestBrowser.open()
  used = await ReusedPage.open(browser, built.origin)
  await stubLive(used.page)
})

afterAll(async () => {
  await browser?.close()
  await built?.stop()
})

/** Opens an address with these settings, signed in or not, and waits for its heading. */
async function open(
  path: string,
  look: Look,
  { width = 1440, login }: { width?: number; login?: string } = {},
): Promise<Page> {
  const stored = {
    'stationmaster.theme_type': look.theme,
    'stationmaster.default_language': look.language,
    'stationmaster.settings': JSON.stringify({ isDirectionRTL: look.rtl }),
    ...(login ? { 'stationmaster.login_token': login } : {}),
  }
  const page = await used.visit(path, { width, stored })
  await page.evaluate(() => document.fonts.ready)
  expect(used.pageErrors).toEqual([])
  return page
}

/** Returns by how many px the content is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

const inside = ['/crm/profile', '/ocpp', '/ocpp/command/CS-1/SetChargingProfile', '/nowhere']

describe.each(looks)('in $theme, $language, right to left: $rtl', (look) => {
  // Proves F16
  it('the UI components meet WCAG 2.2 AA', async () => {
    const page = await open('/gallery', look)
    // the gallery shows some components several times under one name
    expect(await wcagFaults(page, { without: 'landmark-unique' })).toEqual([])
  })

  it('/signin and /setup meet WCAG 2.2 AA and fit a phone', async () => {
    const page = await open('/signin', look, { width: 390 })
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.textContent()
    expect(await wcagFaults(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await pushAddress(page, '/setup')
    await expect.poll(() => heading.textContent()).not.toBe(before)
    expect(await wcagFaults(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    expect(used.pageErrors).toEqual([])
  })

  it('the screens inside the frame meet WCAG 2.2 AA and fit a phone', async () => {
    const page = await open('/crm/profile', look, { width: 390, login: storedLogin })
    for (const path of inside) {
      await followLink(page, path)
      if (path.includes('/command/')) await page.locator('main form').waitFor()
      expect(await wcagFaults(page), path).toEqual([])
      expect(await overflow(page), path).toBe(0)
    }
    expect(used.pageErrors).toEqual([])
  })
})

it('a text with too little contrast is detected after the same text had enough', async () => {
  const page = await open('/signin', plain)
  const heading = page.locator('h1')
  const faultsWith = async (style: string): Promise<string[]> => {
    await heading.evaluate((element, style) => void (element.style.cssText = style), style)
    return contrastFaults(page, 'main')
  }
  for (const style of ['color: #aaa', 'background: #777; color: #666', 'opacity: 0.3']) {
    expect(await faultsWith(''), style).toEqual([])
    expect(await faultsWith(style), style).toHaveLength(1)
  }
  expect(await faultsWith('')).toEqual([])
})

it('the UI components fit a window of 320 px', async () => {
  const page = await open('/gallery', plain, { width: 320 })
  expect(await overflow(page)).toBe(0)
})

// Proves S1.7
it('theme, language and direction are set before the first paint', async () => {
  const look: Look = { theme: 'dark', language: 'de', rtl: true }
  const page = await open('/signin', look)
  const html = page.locator('html')
  expect(await html.getAttribute('data-theme')).toBe('dark')
  expect(await html.getAttribute('lang')).toBe('de')
  expect(await html.getAttribute('dir')).toBe('rtl')
})

// Proves A4, S4.10
it('tokens in the address are removed from it before anything else', async () => {
  const page = await open('/signin#access_token=secret&expires_in=60&session=s', plain).catch(() => null)
  expect(page?.url()).not.toContain('secret')
})

// Proves F16, S1.7, S3.4, S4.8
it('the settings apply immediately and persist', async () => {
  const page = await open('/crm/profile', plain, { login: storedLogin })
  await page.getByRole('button', { name: 'Settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Settings' })
  await panel.getByText('Icons', { exact: true }).click()
  await panel.getByText('Dark', { exact: true }).click()
  await panel.getByText('Boxed', { exact: true }).click()
  expect(await wcagFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect((await page.locator('aside').boundingBox())?.width).toBe(64)
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.getByRole('button', { name: 'Settings' }).click()
  await panel.getByText('System', { exact: true }).click()
  const theme = () => page.locator('html').getAttribute('data-theme')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect.poll(theme).toBe(colorScheme)
    expect(await wcagFaults(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
  await page.emulateMedia({ colorScheme: null })
  const stored = await page.evaluate(() => localStorage.getItem('stationmaster.settings'))
  expect(JSON.parse(stored ?? '{}')).toMatchObject({ navStyle: 'mini', layoutType: 'boxed' })
})

// Proves F16, S2.21, S4.8
it('below 992 px the menu is a drawer', async () => {
  const page = await open('/crm/profile', plain, { width: 991, login: storedLogin })
  expect(await page.locator('aside').count()).toBe(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Stations' }).waitFor()
  expect(await menu.getByRole('link', { name: 'OCPP tools' }).count()).toBe(1)
  expect(await wcagFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
})

it('the command palette and the list of shortcuts open by key and meet WCAG', async () => {
  const page = await open('/crm/profile', plain, { login: storedLogin })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or jump to…' })
  await field.fill('card')
  await page.getByRole('option', { name: /Cards/ }).waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await wcagFaults(page)).toEqual([])
})

// Proves S2.10
it('shows when the network connection is lost, and when it is back', async () => {
  const page = await open('/crm/profile', plain, { login: storedLogin })
  const lostConnection = page.getByRole('dialog', { name: 'Lost connection...' })
  try {
    await page.context().setOffline(true)
    await lostConnection.waitFor()
  } finally {
    await page.context().setOffline(false)
  }
  await lostConnection.waitFor({ state: 'detached' })
})
