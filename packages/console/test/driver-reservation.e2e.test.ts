import {
  adminUserSet,
  type AnswerOf,
  cardSet,
  driverPlaceGet,
  driverQueueGet,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPhone, type SignIn, signInOn, TestBrowser } from './browser.ts'
import { RawStation } from '../../server/test/raw-station.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

const password = 'a long enough password'

let operatorConsole: OperatorConsole
let browser: TestBrowser
// each test has its own, so that a second try does not begin where the first one ended
let station: RawStation
let page: Page
let site: string
let card: string
/** Status of the answer to ReserveNow; null: none. */
let answer: string | null
const requests: string[] = []
let count = 0
let otto: SignIn

const ask: OperatorConsole['request'] = (row, body) => operatorConsole.request(row, body)
const report = (connectorId: number, status: string) =>
  station.call('StatusNotification', { connectorId, status, errorCode: 'NoError' })

async function addDriver(username: string): Promise<SignIn> {
  await ask(adminUserSet, {
    id: null,
    username,
    password,
    passwordchange: false,
    interfacecode: 'driver' as const,
  })
  await ask(cardSet, { id: null, code: `${username.toUpperCase()}-1`, driver: username })
  const credentials = { grant_type: 'password', username, password }
  return (await operatorConsole.server.request('/oauth2/token', credentials)) as SignIn
}

/** Adds a site with a station of two connectors. */
async function addStation(identity: string): Promise<void> {
  const place = { label: 'Harbour', address: 'Quay 1', city: 'Kiel', lat: 54.32, lng: 10.14 }
  site = (await ask(siteSet, { id: null, code: identity, ...place })).id
  const { key, link } = await ask(stationSet, { id: null, identity, typecode: 'public', site })
  station = await RawStation.connect({ url: new URL(link).origin, identity, key: key! })
  station.onCall = (action, payload) => {
    requests.push(action)
    if (action === 'ReserveNow') {
      if (answer === 'Accepted') void report((payload as { connectorId: number }).connectorId, 'Reserved')
      return answer === null ? undefined : { status: answer }
    }
    if (action === 'CancelReservation') void report(1, 'Available')
    return { status: 'Accepted' }
  }
  await station.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await report(1, 'Available')
  await report(2, 'Available')
}

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({
    // shorter than that of a real server, for a station that does not answer; longer than a busy browser takes to draw
    env: { AREAS: 'authorize,crm,driver,admin,ocpp', OCPP_CALL_TIMEOUT_SECONDS: '10' },
  })
  otto = await addDriver('otto')
  browser = await TestBrowser.open()
}, 240_000)

beforeEach(async () => {
  count += 1
  answer = 'Accepted'
  requests.length = 0
  await addStation(`RES-${count}`)
  page = await openPhone(browser)
  await signInOn(page, operatorConsole.server.origin, await addDriver(`dora${count}`))
  card = `DORA${count}-1`
  await page.goto(`${operatorConsole.server.origin}/driver/stations/${site}`)
})

afterEach(async () => {
  await page.context().close()
  await station.close()
})

afterAll(async () => {
  await browser?.close()
  await operatorConsole?.close()
})

const at = () => new Date().toISOString()

async function isSound(): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await wcagFaults(page)).toEqual([])
}

const asOtto = (path: string, body: unknown) =>
  operatorConsole.server.request(`/api/v1${path}`, body, otto.access_token)

/** Reserves connector 2. */
async function reserve(): Promise<void> {
  await page.getByRole('radio', { name: /^2/ }).tap({ force: true })
  await page.getByRole('link', { name: 'Reserve connector 2' }).tap()
  await page.getByRole('button', { name: 'Reserve for 15 min' }).dblclick()
  await page.getByRole('heading', { name: 'Connector 2 is reserved for you' }).waitFor()
}

it('says why the station refused, and offers another connector', async () => {
  answer = 'Faulted'
  await page.getByRole('link', { name: 'Reserve connector 1' }).tap()
  await page.getByText(/^Until .+, only the chosen card can start here\./).waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Reserve for 15 min' }).tap()
  const alert = page.getByRole('alert')
  await alert.getByRole('heading', { name: 'The station refused' }).waitFor()
  await alert.getByText('Connector 1 reports a fault. Nothing is reserved.').waitFor()
  await isSound()
  await page.getByRole('link', { name: 'Choose another connector' }).tap()
  await page.getByRole('heading', { name: 'Harbour' }).waitFor()
})

it('says that the station does not answer, and lets the driver try again', async () => {
  answer = null
  await page.getByRole('link', { name: 'Reserve connector 1' }).tap()
  await page.getByRole('button', { name: 'Reserve for 15 min' }).tap()
  await page.getByRole('heading', { name: 'Asking the station' }).waitFor()
  await page.getByRole('heading', { name: 'No answer from the station' }).waitFor()
  await isSound()
  // the station is asked to cancel what it may still reserve
  await expect.poll(() => requests.filter((action) => action === 'CancelReservation')).toHaveLength(1)
  await page.getByRole('link', { name: 'Try again' }).tap()
  await page.getByRole('button', { name: 'Reserve for 15 min' }).waitFor()
})

it('reserves once with two taps, counts down, and survives a reload', async () => {
  await reserve()
  expect(requests).toEqual(['ReserveNow'])
  expect(await page.getByRole('timer').textContent()).toMatch(/^1[45]:\d\d$/)
  await isSound()
  await page.reload()
  await page.getByRole('heading', { name: 'Connector 2 is reserved for you' }).waitFor()
  await page.getByRole('link', { name: 'Find', exact: true }).tap()
  const banner = page.getByRole('link', { name: 'Connector 2, Harbour', exact: true })
  await banner.getByText(/^Reserved for another 1[45]:\d\d$/).waitFor()
  await isSound()
  const other = (await asOtto(driverPlaceGet.path, { id: site })) as AnswerOf<typeof driverPlaceGet>
  expect(other.list[1]).toMatchObject({ state: 'reserved', reservable: false })
  expect(other.list[1]!.reserveduntil).not.toBeNull()
})

it('is shown at its place, and cancelled after a question', async () => {
  await reserve()
  await page.goto(`${operatorConsole.server.origin}/driver/stations/${site}`)
  await page.getByText('Reserved for you').waitFor()
  // no connector is free for others, and the driver needs no queue
  await report(1, 'Charging')
  await page.getByRole('radio', { name: /^1.*Charging/ }).waitFor()
  await page.getByRole('link', { name: 'Use connector 2' }).waitFor()
  expect(await page.getByRole('button', { name: 'Join queue' }).count()).toBe(0)
  await report(1, 'Available')
  await page.getByText(/^Reserved until /).waitFor()
  await page.getByRole('link', { name: /^Connector 2, Harbour/ }).tap()
  await page.getByRole('button', { name: 'Cancel reservation' }).tap()
  await page.getByRole('button', { name: 'Keep reservation' }).waitFor()
  await page.getByRole('alert').getByText('you can reserve here again only after 30 min.').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Yes, cancel it' }).tap()
  await page.getByRole('heading', { name: 'The reservation is cancelled' }).waitFor()
  await isSound()
  await expect.poll(() => requests).toContain('CancelReservation')
  const { reservation } = (await asOtto(driverQueueGet.path, {})) as AnswerOf<typeof driverQueueGet>
  expect(reservation).toBeNull()
})

it('shows the running session without a network, and the signed values on the receipt', async () => {
  const begin = { connectorId: 1, idTag: card, meterStart: 0, timestamp: at() }
  const { transactionId } = await station.call<{ transactionId: number }>('StartTransaction', begin)
  await report(1, 'Charging')
  const power = { value: '11000', measurand: 'Power.Active.Import', unit: 'W' }
  const soc = { value: '47', measurand: 'SoC', unit: 'Percent' }
  const sampledValue = [{ value: '4200' }, power, soc]
  await station.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: at(), sampledValue }],
  })
  await page.goto(`${operatorConsole.server.origin}/driver/sessions/${transactionId}`)
  await page
    .getByText(/^11\.0\skW$/)
    .first()
    .waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('stationmaster.offline')))
    .toMatch(/4\.2\skWh/)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor()
  await page.getByText(/^11\.0\skW · 4\.2\skWh$/).waitFor()
  await page
    .getByText(/^Your car keeps charging\. .+Values are from .+hold your card to the reader/)
    .waitFor()
  await isSound()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background()).toBe('rgb(245, 246, 249)')
  await page.evaluate(() => localStorage.setItem('stationmaster.theme_type', 'dark'))
  await page.reload()
  await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor()
  expect(await background()).toBe('rgb(15, 18, 22)')
  await isSound()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Stop charging' }).waitFor()
  const signed = {
    value: 'OCMF|{"FV":"1.0"}|{"SD":"00"}',
    format: 'SignedData',
    context: 'Transaction.End',
  }
  await station.call('StopTransaction', {
    transactionId,
    meterStop: 5_000,
    timestamp: at(),
    transactionData: [{ timestamp: at(), sampledValue: [signed] }],
  })
  await report(1, 'Available')
  await page.getByRole('heading', { name: 'Signed meter values' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).tap()
  expect((await download).suggestedFilename()).toBe(`signed-values-${transactionId}.xml`)
  await isSound()
  await page.getByRole('button', { name: 'Table' }).waitFor()
  const small = await page
    .locator('main button')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
    )
  expect(small).toEqual([])
  await page.getByRole('button', { name: 'Table' }).tap()
  const table = page.getByRole('region', { name: `Charging session ${transactionId}` })
  await table.getByRole('columnheader', { name: 'State of charge' }).waitFor()
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await isSound()
  expect(await page.evaluate(() => localStorage.getItem('stationmaster.offline'))).not.toContain('4.2 kWh')
})
