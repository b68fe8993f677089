import {
  adminUserSet,
  type AnswerOf,
  cardList,
  cardSet,
  clientSet,
  connectorList,
  driverQueueGet,
  driverQueueJoin,
  incidentList,
  siteSet,
  stationSet,
  tariffSet,
  tariffVersionActivate,
  tariffVersionSet,
} from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPhone, pageErrorsOf, type SignIn, signInOn, TestBrowser } from './browser.ts'
import { RawStation } from '../../server/test/raw-station.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

const password = 'a long enough password'
/** A picture of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let operatorConsole: OperatorConsole
let browser: TestBrowser
let station: RawStation
let page: Page
let pageErrors: string[]
let site: string
let otherToken: string
let thirdToken: string
/** Id of the driver whose page is tested. */
let dora: string
let connector: string
/** Answer of the station to RemoteStartTransaction; undefined: none. */
let startAnswer: { status: string } | undefined = { status: 'Accepted' }

const ask: OperatorConsole['request'] = (row, body) => operatorConsole.request(row, body)

const report = (status: string) =>
  station.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError' })

async function addDriver(username: string): Promise<SignIn> {
  const user = { id: null, username, password, passwordchange: false, interfacecode: 'driver' as const }
  const { id } = await ask(adminUserSet, user)
  if (username === 'dora') dora = id
  await ask(cardSet, { id: null, code: `${username.toUpperCase()}-1`, driver: username })
  const credentials = { grant_type: 'password', username, password }
  return (await operatorConsole.server.request('/oauth2/token', credentials)) as SignIn
}

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({
    env: {
      AREAS: 'authorize,crm,driver,admin,ocpp',
      OFFLINE_PAYMENTS: 'on',
      // shorter than that of a real server, for a station that does not answer
      OCPP_CALL_TIMEOUT_SECONDS: '5',
    },
  })
  const place = { code: 'K1', label: 'Harbour', address: 'Quay 1', city: 'Kiel', lat: 54.32, lng: 10.14 }
  site = (await ask(siteSet, { id: null, ...place })).id
  const { key, link } = await ask(stationSet, {
    id: null,
    identity: 'QUEUE-1',
    label: 'North',
    typecode: 'public',
    site,
  })
  station = await RawStation.connect({ url: new URL(link).origin, identity: 'QUEUE-1', key: key! })
  station.onCall = (action) => {
    if (action === 'ReserveNow') void report('Reserved')
    return action === 'RemoteStartTransaction' ? startAnswer : { status: 'Accepted' }
  }
  await station.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await report('Charging')
  const login = await addDriver('dora')
  otherToken = (await addDriver('otto')).access_token
  thirdToken = (await addDriver('emma')).access_token
  const shown = () => ask(connectorList, { filter: { identity: 'QUEUE-1', connectorid: 1 } })
  await vi.waitFor(async () => expect((await shown())[0]?.statecode).toBe('charging'), { timeout: 30_000 })
  connector = (await shown())[0]!.id
  const tariff = await ask(tariffSet, { id: null, label: 'Harbour price', currency: 'EUR' })
  const definition = {
    currency: 'EUR',
    tax_included: 'YES' as const,
    vat: 1900,
    preauthorize_amount: '20.00',
    elements: [{ price_components: [{ type: 'ENERGY' as const, price: '0.50', step_size: 1 }] }],
  }
  await ask(tariffVersionSet, { id: tariff.id, definition })
  await ask(tariffVersionActivate, { id: tariff.id })
  browser = await TestBrowser.open()
  page = await openPhone(browser)
  pageErrors = pageErrorsOf(page)
  await signInOn(page, operatorConsole.server.origin, login)
}, 240_000)

afterAll(async () => {
  await station?.close()
  await browser?.close()
  await operatorConsole?.close()
})

const asOther = (path: string, body: unknown) =>
  operatorConsole.server.request(`/api/v1${path}`, body, otherToken)
const asThird = (path: string, body: unknown) =>
  operatorConsole.server.request(`/api/v1${path}`, body, thirdToken)

async function isSound(): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await wcagFaults(page)).toEqual([])
}

const findIncidents = () => ask(incidentList, { filter: { rule: 'driver_report' } })

it('reports a problem with a photo', async () => {
  await page.goto(`${operatorConsole.server.origin}/driver/stations/${site}`)
  await page.getByRole('link', { name: 'Report a problem' }).tap()
  await page.getByRole('radio', { name: 'Damaged' }).check()
  await page.getByLabel('Anything else?').fill('The cable is torn.')
  await page
    .getByLabel('Add photo')
    .setInputFiles({ name: 'cable.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await page
    .getByRole('button', { name: 'Send report' })
    .evaluate((button) => button.scrollIntoView({ block: 'end' }))
  await isSound()
  await page.getByRole('button', { name: 'Send report' }).tap()
  await page.getByRole('heading', { name: 'Report sent' }).waitFor()
  await page.getByText('1 photo').waitFor()
  await isSound()
})

it('marks a place as a favourite, and finds it by the filter', async () => {
  const openPlace = () => page.goto(`${operatorConsole.server.origin}/driver/stations/${site}`)
  await openPlace()
  const add = page.getByRole('button', { name: 'Favourite', exact: true, pressed: false })
  const remove = page.getByRole('button', { name: 'Favourite', exact: true, pressed: true })
  const { width, height } = (await add.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48)
  await add.tap()
  await remove.waitFor()
  await isSound()
  await page.getByRole('link', { name: 'Find', exact: true }).tap()
  const row = page
    .getByRole('list', { name: 'Find a station' })
    .getByRole('link', { name: /^Harbour Favourite/ })
  await row.waitFor()
  const filter = page.getByRole('button', { name: 'Favourites' })
  await filter.tap()
  await page.getByRole('button', { name: 'Favourites', pressed: true }).waitFor()
  await row.waitFor()
  await isSound()
  await page.reload()
  await row.tap()
  await remove.tap()
  await add.waitFor()
  await page.goto(`${operatorConsole.server.origin}/driver?favourites=1`)
  await page.getByText('0 places').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).tap()
  await page.getByRole('link', { name: /^Harbour/ }).waitFor()
})

const timestamp = () => new Date().toISOString()
const startPage = () => page.goto(`${operatorConsole.server.origin}/driver/charge/${site}/${connector}`)
const startButton = () => page.getByRole('button', { name: 'Start charging' })

it('says that the station has refused, what it costs, and what to do next', async () => {
  await report('Available')
  startAnswer = { status: 'Rejected' }
  await startPage()
  await startButton().tap()
  await page.getByRole('alert').getByRole('heading', { name: 'The station refused' }).waitFor()
  await page.getByText('You pay nothing. Try again or choose another connector.').waitFor()
  await isSound()
  await page.getByRole('link', { name: 'Try again' }).tap()
  await startButton().waitFor()
})

it('says that the station does not answer, and follows a start that comes late', async () => {
  startAnswer = undefined
  await startButton().tap()
  await page.getByRole('heading', { name: 'Contacting the station' }).waitFor()
  await page.getByRole('alert').getByRole('heading', { name: 'No answer yet' }).waitFor()
  await page.getByText(/^The station has not answered\. If it starts later, you see it here\./).waitFor()
  await page.getByRole('link', { name: 'Choose another connector' }).waitFor()
  await isSound()
  const begin = { connectorId: 1, idTag: 'DORA-1', meterStart: 0, timestamp: timestamp() }
  const { transactionId } = await station.call<{ transactionId: number }>('StartTransaction', begin)
  await page.waitForURL(/\/driver\/sessions\/\d+$/)
  await station.call('StopTransaction', { transactionId, meterStop: 0, timestamp: timestamp() })
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  startAnswer = { status: 'Accepted' }
})

it('shows a balance that does not cover the start, and the way to top it up', async () => {
  const client = await ask(clientSet, { id: null, name: 'Dora', isprepaid: true, lowbalance: '5.00' })
  const [card] = await ask(cardList, { filter: { code: 'DORA-1' } })
  await ask(adminUserSet, { id: dora, client: client.id })
  await ask(cardSet, { id: card!.id, client: client.id })
  await vi.waitFor(async () => {
    await startPage()
    await page
      .getByText('This start reserves €20.00. Your balance does not cover it.')
      .waitFor({ timeout: 4_000 })
  }, 60_000)
  await page.getByText('€0.00 available').waitFor()
  await isSound()
  await startButton().tap()
  await page.getByText(/^0\.00 EUR of your balance are available\. This start needs 20\.00 EUR/).waitFor()
  await page.getByRole('link', { name: 'Top up' }).tap()
  await page.getByText('Your balance is below €5.00.').waitFor()
  await page.getByText('No invoices yet').waitFor()
  await isSound()
  await page.getByRole('radio', { name: '€25.00' }).check({ force: true })
  await page.getByRole('button', { name: 'Continue to payment' }).tap()
  await page.waitForURL(/\/driver\/money\/payment\/[^/]+$/)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await page.getByText('€25.00 has arrived.').waitFor()
  await isSound()
  await startPage()
  await page.getByText('€25.00 available').waitFor()
  await page.getByText('€20.00 is reserved at the start.').waitFor()
  await isSound()
  // the browser reports the refused start
  expect(pageErrors.splice(0).filter((error) => !/40[09]/.test(error))).toEqual([])
  await report('Charging')
})

it('joins a queue of three, sees the places without names, and moves back', async () => {
  await page.goto(`${operatorConsole.server.origin}/driver/stations/${site}`)
  await page.getByRole('button', { name: 'Join queue' }).tap()
  await page.getByText('of 1').waitFor()
  await isSound()
  await asOther(driverQueueJoin.path, { id: site })
  await asThird(driverQueueJoin.path, { id: site })
  await page.getByText('of 3').waitFor()
  const waiting = page.getByRole('list', { name: 'Queue' }).getByRole('listitem')
  await expect
    .poll(() => waiting.allInnerTexts())
    .toEqual(['You', 'Another driver', 'Another driver'].map((name) => expect.stringContaining(name)))
  await page.getByRole('button', { name: 'Move back one' }).tap()
  await expect
    .poll(() => waiting.allInnerTexts())
    .toEqual(['Another driver', 'You', 'Another driver'].map((name) => expect.stringContaining(name)))
  await isSound()
  await asOther('/driver/queue/leave', {})
  await page.getByText('of 2').waitFor()
  expect(await page.content()).not.toMatch(/otto|emma/i)
})

it('shows the turn by itself, reserved at the station, and starts there', async () => {
  await report('Available')
  await page.getByRole('heading', { name: 'Your turn: connector 1' }).waitFor()
  await page.getByText('Reserved', { exact: true }).waitFor()
  expect(await page.getByRole('timer').textContent()).toMatch(/^(10:00|9:\d\d)$/)
  await isSound()
  await page.getByRole('link', { name: 'Find', exact: true }).tap()
  await page.getByRole('link', { name: 'Your turn at Harbour: connector 1' }).tap()
  await page.getByRole('link', { name: 'Start on connector 1' }).tap()
  await page.getByRole('button', { name: 'Start charging' }).tap()
  await page.waitForURL(/\/driver\/charge\/[^/]+\/[^/]+\/[^/]+$/)
  await page.getByRole('heading', { name: 'Plug in the cable' }).waitFor()
})

it('passes on, so that the next driver is the first', async () => {
  await page.goto(`${operatorConsole.server.origin}/driver/queue`)
  await page.getByRole('button', { name: 'Pass on to the next driver' }).tap()
  await page.getByRole('heading', { name: 'You passed on your turn' }).waitFor()
  await isSound()
  const { own } = (await asOther(driverQueueGet.path, {})) as AnswerOf<typeof driverQueueGet>
  expect(own?.reason).toBe('left')
  // the connector is offered again when the start that the station has accepted can lead to no session
  const { own: next } = (await asThird(driverQueueGet.path, {})) as AnswerOf<typeof driverQueueGet>
  expect(next).toMatchObject({ phase: 'waiting', position: 1 })
})

it('saves the favourites first for the page without a network', async () => {
  const added = { id: null, identity: 'ANCHORAGE-1', label: 'Anchorage', typecode: 'public' as const }
  const { key, link } = await ask(stationSet, added)
  const other = await RawStation.connect({
    url: new URL(link).origin,
    identity: added.identity,
    key: key!,
  })
  await other.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await other.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  await page.goto(`${operatorConsole.server.origin}/driver/stations/${site}`)
  await page.getByRole('button', { name: 'Favourite', exact: true, pressed: false }).tap()
  await page.getByRole('button', { name: 'Favourite', exact: true, pressed: true }).waitFor()
  await page.goto(`${operatorConsole.server.origin}/driver`)
  const shown = page.getByRole('list', { name: 'Find a station' }).getByRole('link')
  await expect
    .poll(async () => (await shown.allInnerTexts()).map((text) => /^\w+/.exec(text)?.[0]))
    .toEqual(['Anchorage', 'Harbour'])
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('stationmaster.offline')!)?.places))
    .toMatchObject([{ title: 'Harbour' }, { title: 'Anchorage' }])
  await other.close()
})

it('gets the answer of the operator, who sees the report with its photo', async () => {
  await vi.waitFor(async () => expect(await findIncidents()).toHaveLength(1), {
    timeout: 80_000,
    interval: 500,
  })
  const [incident] = await findIncidents()
  const operator = operatorConsole.page
  await operatorConsole.load(`/crm/incidents/${incident!.id}`)
  await operator.getByRole('heading', { name: 'Drivers report: Damaged (1 report)' }).waitFor()
  const photo = operator.getByRole('img', { name: 'Photo cable.png' })
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await operator.getByLabel('Answer to the drivers').fill('We have replaced the cable.')
  await operator.getByRole('button', { name: 'Answer and close' }).click()
  await operator.getByText('Closed', { exact: true }).first().waitFor()
  await page.goto(`${operatorConsole.server.origin}/driver/report`)
  await page.getByText('We have replaced the cable.').waitFor()
  await isSound()
  expect(pageErrors).toEqual([])
})
