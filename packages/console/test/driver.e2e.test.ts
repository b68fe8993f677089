import { createECDH, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  accountSet,
  adminUserSet,
  cardAction,
  cardSet,
  clientSet,
  commandList,
  connectorSet,
  siteSet,
  tariffSet,
  tariffVersionActivate,
  tariffVersionSet,
  transactionList,
} from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, openPhone, pageErrorsOf, type SignIn, signInOn, TestBrowser } from './browser.ts'
import { layoutShifts, observeLayoutShifts } from './layout-shifts.ts'
import { screens } from '../src/areas/driver/driver-screens.ts'
import { pages } from '../vite/first-files.ts'
import { OperatorConsole } from './operator-console.ts'
import { SimulatedStation } from './simulated-station.ts'
import { wcagFaults } from './wcag-faults.ts'

const password = 'a long enough password'

const price = (type: 'ENERGY' | 'PARKING_TIME', amount: string) => ({ type, price: amount, step_size: 1 })

let operatorConsole: OperatorConsole
let browser: TestBrowser
let station: SimulatedStation
let page: Page
let pageErrors: string[]
let card: string

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ env: { AREAS: 'authorize,crm,driver,admin,ocpp' } })
  const { request, server } = operatorConsole
  const ask: typeof request = (row, body) => operatorConsole.request(row, body)
  await ask(accountSet, { operatorid: 'DE*ABC' })
  const place = { code: 'K1', label: 'Harbour', address: 'Quay 1', city: 'Kiel', lat: 54.32, lng: 10.14 }
  const site = await ask(siteSet, { id: null, ...place, openinghours: { twentyfourseven: true } })
  station = await SimulatedStation.open(operatorConsole, {
    identity: 'DRIVER-1',
    label: 'North',
    site: site.id,
    cards: 'DORA-1',
  })
  const client = await ask(clientSet, { id: null, name: 'Dora' })
  const user = {
    id: null,
    username: 'dora',
    password,
    passwordchange: false,
    interfacecode: 'driver' as const,
  }
  await ask(adminUserSet, user)
  card = (
    await ask(cardSet, { id: null, code: 'DORA-1', name: 'Blue card', driver: 'dora', client: client.id })
  ).id
  const tariff = await ask(tariffSet, { id: null, label: 'Harbour price', currency: 'EUR' })
  await ask(tariffVersionSet, {
    id: tariff.id,
    definition: {
      currency: 'EUR',
      tax_included: 'YES',
      vat: 1900,
      elements: [{ price_components: [price('ENERGY', '0.50'), price('PARKING_TIME', '6')] }],
    },
  })
  await ask(tariffVersionActivate, { id: tariff.id })
  await ask(connectorSet, { id: station.connector, chargername: 'CCS', maxpower: 150_000 })
  browser = await TestBrowser.open()
  const credentials = { grant_type: 'password', username: 'dora', password }
  const answer = (await server.request('/oauth2/token', credentials)) as SignIn
  page = await openPhone(browser)
  pageErrors = pageErrorsOf(page)
  await signInOn(page, server.origin, answer)
  await page.goto(`${server.origin}/`)
}, 240_000)

afterAll(async () => {
  await station?.close()
  await browser?.close()
  await operatorConsole?.close()
})

const noOverflow = async () =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
const sessions = () => operatorConsole.request(transactionList, {})
const goTo = (path: string) => page.goto(operatorConsole.server.origin + path)

it('finds a place with its price, and shows all parts of it in their order', async () => {
  await page.getByRole('heading', { name: 'Find a station' }).waitFor()
  await page.getByText('€10.00').waitFor()
  await noOverflow()
  expect(await wcagFaults(page)).toEqual([])
  await page.getByRole('link', { name: /Harbour/ }).tap()
  await page.getByRole('heading', { name: 'Harbour', exact: true }).waitFor()
  const prices = page.getByRole('region', { name: 'Price' }).getByRole('term')
  expect((await prices.allTextContents()).map((text) => text.replace(/[€\d].*/, ''))).toEqual([
    'Energy, per kWh',
    'Time, per minute',
    'Per sessionNone',
    'Other feesNone',
  ])
  await noOverflow()
  // the bar at the bottom covers what is not yet scrolled to
  await page.getByRole('link', { name: 'Report a problem' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  expect(await wcagFaults(page)).toEqual([])
  expect(await page.content()).not.toContain('DRIVER-1')
})

it('shows a place to visitors without JavaScript, and the app to drivers at the same address', async () => {
  const { pathname, href } = new URL(page.url())
  const visitor = await openPage(browser, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  await visitor.goto(href)
  await visitor.getByRole('heading', { name: 'Harbour', exact: true }).waitFor()
  await visitor.getByText('Energy, per kWh').waitFor()
  const sitemap = await page.request.get(new URL('/sitemap.xml', href).href)
  expect(await sitemap.text()).toContain(pathname)
  await page.addInitScript(observeLayoutShifts)
  // the content for visitors is painted before the application and its styles arrive
  await page.route('**/assets/**', async (route) => {
    await delay(500)
    await route.continue()
  })
  await page.goto(href)
  await page.getByRole('link', { name: 'Use connector 1' }).waitFor()
  expect(await page.locator('#place').count()).toBe(0)
  expect(await layoutShifts(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

it('shows the start of the page above the background of its body until the application has loaded', async () => {
  const { href } = new URL(page.url())
  // never loaded: the page is replaced
  await page.route('**/assets/*.js', () => undefined)
  await page.goto(`${operatorConsole.server.origin}/driver`, { waitUntil: 'commit' })
  await page.waitForFunction(() => getComputedStyle(document.body).backgroundColor !== 'rgba(0, 0, 0, 0)')
  const stack = await page.evaluate(() =>
    document.elementsFromPoint(195, 80).map(({ localName }) => localName),
  )
  await page.unrouteAll()
  expect(stack.indexOf('i')).toBeGreaterThan(-1)
  expect(stack.indexOf('i')).toBeLessThan(stack.indexOf('body'))
  await page.goto(href)
})

it('does not start with a blocked card, and says why', async () => {
  await operatorConsole.request(cardAction, { id: card, action: 'disable' })
  await page.getByRole('link', { name: 'Use connector 1' }).tap()
  await page.getByText(/^DE\*ABC\*E\d+\*1$/).waitFor()
  await page.getByRole('button', { name: 'Start charging' }).tap()
  await page.getByText('The card is blocked.').waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await operatorConsole.request(cardAction, { id: card, action: 'enable' })
})

it('starts once on a double tap, shows rising cost after a reload, stops, and shows the receipt', async () => {
  await page.reload()
  const start = page.getByRole('button', { name: 'Start charging' })
  await start.waitFor()
  await start.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.waitForURL(/\/driver\/sessions\/\d+$/)
  await page.getByText('Cost now').waitFor()
  const starts = await operatorConsole.request(commandList, { filter: { action: 'RemoteStartTransaction' } })
  expect(starts.length).toBe(1)
  await page.reload()
  await page.getByText('Cost now').waitFor()
  const cost = async () => (await page.getByText('Cost now').locator('xpath=..').textContent()) ?? ''
  await expect.poll(cost).toMatch(/€0\.[1-9]|€[1-9]/)
  const first = await cost()
  await expect.poll(cost).not.toBe(first)
  await page.context().setOffline(true)
  await page.getByText(/^Your car keeps charging\. This phone has no connection\. Values are from/).waitFor()
  const last = await cost()
  expect(await wcagFaults(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByText(/^Your car keeps charging/).waitFor({ state: 'detached' })
  await expect.poll(cost).not.toBe(last)
  await noOverflow()
  expect(await wcagFaults(page)).toEqual([])
  const stop = page.getByRole('button', { name: 'Stop charging' })
  const { x, y, width, height } = (await stop.boundingBox())!
  await stop.tap()
  // a second tap at the same place continues
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  await stop.waitFor()
  expect((await sessions())[0]!.statecode).toBe('running')
  await stop.tap()
  await page.getByRole('button', { name: 'Stop now' }).tap()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  await page.getByRole('status').getByText('The session has ended.').waitFor()
  await page.getByRole('button', { name: 'How it is calculated' }).waitFor()
  await noOverflow()
  expect((await sessions()).length).toBe(1)
})

it('explains the cost of a session to its driver, who computes it again', async () => {
  await page.getByRole('button', { name: 'How it is calculated' }).tap()
  const again = page.getByRole('dialog').getByRole('button', { name: 'Recompute' })
  expect((await again.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await again.tap()
  await page.getByText('Recomputed: equal').waitFor()
  await noOverflow()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

it('adds a car whose connector filters the places', async () => {
  await goTo('/driver/cars')
  await page.getByText('No cars yet').waitFor()
  await page.getByRole('button', { name: 'Add car' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Number plate' }).fill('KI ML 482E')
  await dialog.getByLabel('Connector type').fill('CCS')
  expect(await wcagFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add', exact: true }).tap()
  await page.getByRole('list', { name: 'My cars' }).getByText('KI ML 482E').waitFor()
  await noOverflow()
  await goTo('/driver')
  await page.getByRole('button', { name: 'Fits KI ML 482E' }).tap()
  await page.waitForURL(/type=CCS/)
  await page.getByRole('link', { name: /Harbour/ }).waitFor()
})

it('blocks a lost card immediately, with undo, and shows the own data', async () => {
  await goTo('/driver/cards')
  const cards = page.getByRole('list', { name: 'My cards' })
  await cards.getByRole('button', { name: 'Block card ·· RA-1' }).tap()
  await cards.getByText('Lost').waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).tap()
  await cards.getByText('Valid').waitFor()
  await noOverflow()
  await page.getByRole('link', { name: /^Notices/ }).tap()
  await page.getByText(/^Charging at Harbour has ended: [\d.]+ kWh, €\d/).waitFor()
  await goTo('/driver/data')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).tap(),
  ])
  expect(file.suggestedFilename()).toMatch(/^stationmaster-[\d-]+\.json$/)
  expect(await wcagFaults(page)).toEqual([])
})

/** Lets the browser subscribe without a push service. */
const fakeSubscription = (keys: { p256dh: string; auth: string }) => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/dora'
  let isOn = false
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: () => Promise.resolve(!(isOn = false)),
  } as unknown as PushSubscription
  PushManager.prototype.subscribe = () => {
    isOn = true
    return Promise.resolve(subscription)
  }
  PushManager.prototype.getSubscription = () => Promise.resolve(isOn ? subscription : null)
}

it('turns on notices after a tap, shows what the server sends, and opens the page that it is about', async () => {
  await goTo('/driver/notice')
  // Debian's browser without windows has no notifications: it denies them, and shows none
  await page.getByText(/^Notices are blocked in this browser/).waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'default' }))
  await page.reload()
  const turnOn = page.getByRole('button', { name: 'Turn on' })
  await turnOn.waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await noOverflow()
  await page.evaluate(() => (Notification.requestPermission = () => Promise.resolve('default')))
  await turnOn.tap()
  await turnOn.and(page.locator(':enabled')).waitFor()
  await page.reload()
  await page.evaluate(() => (Notification.requestPermission = () => Promise.resolve('granted')))
  const pair = createECDH('prime256v1')
  const keys = { p256dh: pair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
  await page.evaluate(fakeSubscription, keys)
  await turnOn.tap()
  await page.getByText('This device gets your notices until you sign out.').waitFor()
  await page.getByRole('switch', { name: 'Low balance' }).click()
  await page.getByRole('switch', { name: 'Low balance', checked: false }).waitFor()
  expect(await wcagFaults(page)).toEqual([])

  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const message = { title: 'Ladevorgang', body: 'Beendet', tag: 'n-1', lang: 'de', path: '/driver/sessions' }
  const deliver = async (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin: operatorConsole.server.origin,
      registrationId: await registered,
      data,
    })
  const worker = page.context().serviceWorkers()[0]!
  // the types of a worker are not those of a page
  await worker.evaluate(`self.shown = []
    registration.showNotification = (title, options) => Promise.resolve(void shown.push({ title, ...options }))`)
  const shown = () => worker.evaluate('shown')
  const click = () =>
    worker.evaluate(`{
      const { data } = shown.pop()
      const event = new ExtendableEvent('notificationclick')
      dispatchEvent(Object.assign(event, { notification: { data, close() {} } }))
    }`)
  await deliver(JSON.stringify(message))
  const { path, ...rest } = message
  await expect.poll(shown).toMatchObject([{ ...rest, data: { path } }])
  await click()
  await page.getByRole('heading', { name: 'My charging sessions' }).waitFor()
  // a path that leads elsewhere opens nothing
  await deliver(JSON.stringify({ ...message, path: 'https://example.org/' }))
  await expect.poll(shown).toHaveLength(1)
  await click()
  await deliver('not JSON')
  await expect.poll(shown).toMatchObject([{ title: 'Stationmaster' }])
  expect(new URL(page.url()).pathname).toBe('/driver/sessions')
})

/** Answers lists half a second later; sessions with none of them if there are to be none. */
const slowLists = (hasSessions: boolean) =>
  page.route(/\/(card|transaction)\/list$/, async (route) => {
    await delay(500)
    if (hasSessions || route.request().url().includes('/card/')) await route.continue()
    else await route.fulfill({ response: await route.fetch(), json: [] })
  })

it('uses the data that are requested together with a page', async () => {
  const own = pages.filter(({ path }) => screens.some((screen) => screen.path === path))
  for (const { path } of own) {
    await goTo(path)
    await page.locator('main[data-address]').waitFor()
    // a page that requests another body leaves them unused
    await expect
      .poll(() => page.evaluate(() => window.__stationmaster?.data?.map(({ path }) => path) ?? []))
      .toEqual([])
  }
})

// Proves L276
it('moves nothing when cards and sessions are loaded again', async () => {
  await goTo('/driver/cards')
  const saved = () => page.evaluate(() => localStorage.getItem('stationmaster.offline') ?? '')
  await expect.poll(saved).toMatch(/"cards":.*"sessions":/)
  await page.addInitScript(observeLayoutShifts)
  await slowLists(true)
  await goTo('/driver/cards')
  await page.getByRole('list', { name: 'My charging sessions' }).waitFor()
  await page.getByRole('button', { name: /Block card/ }).waitFor()
  expect(await layoutShifts(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

it('moves nothing when a driver without sessions opens the cards on a new phone', async () => {
  await goTo('/driver/data')
  await page.evaluate(() => localStorage.removeItem('stationmaster.offline'))
  await page.addInitScript(observeLayoutShifts)
  await slowLists(false)
  await goTo('/driver/cards')
  await page.getByText('Sessions of cards that are linked to you appear here').waitFor()
  await page.getByRole('link', { name: 'Profile' }).waitFor()
  expect(await layoutShifts(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

it('shows saved places, cards and sessions without a network, and nothing after signing out', async () => {
  await goTo('/driver/cards')
  await page.getByText('Harbour').waitFor()
  await goTo('/driver')
  await page.getByRole('link', { name: /Harbour/ }).waitFor()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  for (const text of ['Harbour', 'Blue card', 'Places, as saved'])
    await page.getByText(text).first().waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await noOverflow()
  const cached = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
      return all.flat().map(({ url }) => new URL(url).pathname)
    })
  expect((await cached()).sort()).toEqual(['/icon.svg', '/offline.css', '/offline.html', '/offline.js'])
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Find a station' }).waitFor()
  const saved = () => page.evaluate(() => localStorage.getItem('stationmaster.offline'))
  expect(await saved()).toContain('Harbour')
})

it('keeps drivers out of the area of operators, and reports no error', async () => {
  await goTo('/crm/stations')
  await page.getByRole('heading', { name: 'Find a station' }).waitFor()
  expect(pageErrors.filter((text) => !/400|ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(text))).toEqual([])
  await page.getByRole('button', { name: /: dora$/ }).tap()
  await page.getByRole('menuitem', { name: 'Sign out' }).tap()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('stationmaster.offline'))).toBeNull()
})
