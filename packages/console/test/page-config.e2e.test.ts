import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from './browser.ts'
import { type BuiltConsole, startBuiltConsole } from './built-console.ts'
import { storedLogin, stubLive } from './network-stubs.mjs'
import { ReusedPage } from './reused-page.ts'

/** Effects of a page configuration that is served with the page, and what the console stores on the device. */
const issued = { access_token: 'a.b.c', token_type: 'Bearer', expires_in: 3600, session: 's-1' }
let built: BuiltConsole
let browser: TestBrowser
let used: ReusedPage
let page: Page

beforeAll(async () => {
  built = await startBuiltConsole()
  browser = await TestBrowser.open()
  used = await ReusedPage.open(browser, built.origin, { locale: 'en-GB' })
  page = used.page
  await stubLive(page)
})

afterAll(async () => {
  await browser?.close()
  await built?.stop()
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const path = (): string => new URL(page.url()).pathname
const stored = (): Promise<Record<string, string>> =>
  page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).map(([name, value]) => [name, String(value)])),
  )

/** Opens an address with this page configuration, signed in by default. */
async function open(at: string, config: object, { isSignedIn = true, answers = {} } = {}): Promise<void> {
  built.overrides = { '/page-config.json': config, ...answers }
  await used.visit(at, { stored: isSignedIn ? { 'stationmaster.login_token': storedLogin } : {} })
}

describe('a flag of the configuration that is switched off', () => {
  // Proves S1.8
  it('crm: the root leads to the OCPP tools; search, notifications and profile are hidden', async () => {
    await open('/', { crm: false })
    expect(path()).toBe('/ocpp')
    expect(await page.getByRole('link', { name: 'Go to Operator' }).count()).toBe(0)
    expect(await page.getByRole('searchbox', { name: /^Search stations/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Notifications' }).count()).toBe(0)
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Profile' }).count()).toBe(0)
    await open('/crm/stations', { crm: false })
    await heading('This area is switched off').waitFor()
    // the menu beside it is that of an open area
    await page
      .getByRole('navigation', { name: 'Main menu' })
      .getByRole('link', { name: 'Commands' })
      .waitFor()
    expect(await page.getByRole('link', { name: 'Transactions' }).count()).toBe(0)
  })

  // Proves S2.12
  it('ocpp: the root leads to the operator, and no link leads to the tools', async () => {
    await open('/', { ocpp: false })
    expect(path()).toBe('/crm')
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
    expect(await page.getByRole('link', { name: 'Go to OCPP tools' }).count()).toBe(0)
    for (const closed of ['/ocpp', '/ocpp/command/CS-1/Reset']) {
      await open(closed, { ocpp: false })
      await heading('This area is switched off').waitFor()
    }
  })

  it.each(['admin', 'driver'])('%s: its address shows that it is switched off', async (area) => {
    await open(`/${area}`, { [area]: false })
    await heading('This area is switched off').waitFor()
  })

  it('all of them: the root shows that nothing is open', async () => {
    await open('/', { crm: false, ocpp: false, driver: false, admin: false })
    await heading('No areas available').waitFor()
  })

  // Proves S2.6
  it('authorize: every user has access without signing in', async () => {
    await open('/signin', { authorize: false }, { isSignedIn: false })
    await heading('Stations').waitFor()
    expect(path()).toBe('/crm')
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Sign out' }).count()).toBe(0)
    await open('/ocpp', { authorize: false }, { isSignedIn: false })
    await heading('Station list').waitFor()
  })

  // Proves S2.9
  it('debug: errors are shown, but not written to the console of the browser', async () => {
    const broken = {
      '/api/v1/card/list': { status: 500, body: { error: { code: 'internal', message: '' } } },
    }
    for (const debug of [true, false]) {
      await open('/crm/profile', { debug }, { answers: broken })
      const warned: string[] = []
      page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()))
      await page.getByRole('link', { name: 'Cards' }).click()
      await page.getByText('Unknown error has occurred').waitFor()
      expect(warned.some((line) => line.includes('/card/list'))).toBe(debug)
    }
  })
})

// Proves S9.2
it('addresses, client and title of the configuration are used', async () => {
  const requests: string[] = []
  const config = { apiPath: '/backend/v7', clientId: 'depot', titleSuffix: 'Depot' }
  await open('/signin', config, { isSignedIn: false, answers: { '/oauth2/token': issued } })
  expect(await page.title()).toBe('Sign in · OCPP CS Depot')
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') requests.push(`${pathname} ${request.postData() ?? ''}`)
  })
  await page.getByLabel('Login or email').fill('mara')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => requests.some((line) => line.includes('"client_id":"depot"'))).toBe(true)
  await expect.poll(() => requests.some((line) => line.startsWith('/backend/v7/whoami'))).toBe(true)
})

// Proves S9.3
it('data on the device keeps its names and is removed at the end of the login session', async () => {
  await open('/', {}, { isSignedIn: false, answers: { '/oauth2/token': issued } })
  await page.getByLabel('Login or email').fill('mara')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading('Stations').waitFor()
  await page.getByRole('link', { name: 'Go to OCPP tools' }).click()
  await heading('Station list').waitFor()
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await heading('Liste der Ladestationen').waitFor()
  await page.getByRole('button', { name: /^Benutzermenü/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dunkles Design' }).click()
  expect(await stored()).toMatchObject({
    'stationmaster.login_token': expect.stringContaining('a.b.c'),
    'stationmaster.user_id': expect.stringMatching(/./),
    'stationmaster.theme_type': 'dark',
    'stationmaster.default_language': 'de',
    'stationmaster.mode_path': '/ocpp',
  })
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  await heading('Anmelden').waitFor()
  expect(await stored()).not.toHaveProperty('stationmaster.login_token')
  expect(await stored()).not.toHaveProperty('stationmaster.user_id')
})
