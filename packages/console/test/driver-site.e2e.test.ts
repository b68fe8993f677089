import {
  adminUserSet,
  type AnswerOf,
  cardSet,
  connectorList,
  driverQueueGet,
  driverQueueJoin,
  incidentList,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPage, pageErrorsOf, type SignIn, storedSignIn, TestBrowser } from './browser.ts'
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

const ask: OperatorConsole['request'] = (row, body) => operatorConsole.request(row, body)

const report = (status: string) =>
  station.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError' })

async function addDriver(username: string): Promise<SignIn> {
  const user = { id: null, username, password, passwordchange: false, interfacecode: 'driver' as const }
  await ask(adminUserSet, user)
  await ask(cardSet, { id: null, code: `${username.toUpperCase()}-1`, driver: username })
  const credentials = { grant_type: 'password', username, password }
  return (await operatorConsole.server.request('/oauth2/token', credentials)) as SignIn
}

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ env: { AREAS: 'authorize,crm,driver,admin,ocpp' } })
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
    return { status: 'Accepted' }
  }
  await station.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await report('Charging')
  const dora = await addDriver('dora')
  otherToken = (await addDriver('otto')).access_token
  const shown = () => ask(connectorList, { filter: { identity: 'QUEUE-1', connectorid: 1 } })
  await vi.waitFor(async () => expect((await shown())[0]?.statecode).toBe('charging'), { timeout: 30_000 })
  browser = await TestBrowser.open()
  page = await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true })
  pageErrors = pageErrorsOf(page)
  await page.goto(`${operatorConsole.server.origin}/livez`)
  await page.evaluate(
    (stored) => localStorage.setItem('stationmaster.login_token', stored),
    storedSignIn(dora),
  )
}, 240_000)

afterAll(async () => {
  await station?.close()
  await browser?.close()
  await operatorConsole?.close()
})

const asOther = (path: string, body: unknown) =>
  operatorConsole.server.request(`/api/v1${path}`, body, otherToken)

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

it('joins where all connectors are taken, sees the place without names, and moves back', async () => {
  await page.goto(`${operatorConsole.server.origin}/driver/stations/${site}`)
  await page.getByRole('button', { name: 'Join queue' }).tap()
  await page.getByText('of 1').waitFor()
  await isSound()
  await asOther(driverQueueJoin.path, { id: site })
  const waiting = page.getByRole('list', { name: 'Queue' }).getByRole('listitem')
  await expect
    .poll(() => waiting.allInnerTexts())
    .toEqual([expect.stringContaining('You'), expect.stringContaining('Another driver')])
  await page.getByRole('button', { name: 'Move back one' }).tap()
  await expect.poll(async () => (await waiting.allInnerTexts())[0]).toContain('Another driver')
  await asOther('/driver/queue/leave', {})
  await page.getByText('of 1').waitFor()
  expect(await page.content()).not.toMatch(/otto|OTTO/)
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

it('passes on', async () => {
  await page.goto(`${operatorConsole.server.origin}/driver/queue`)
  await page.getByRole('button', { name: 'Pass on to the next driver' }).tap()
  await page.getByRole('heading', { name: 'You passed on your turn' }).waitFor()
  await isSound()
  const { own } = (await asOther(driverQueueGet.path, {})) as AnswerOf<typeof driverQueueGet>
  expect(own?.reason).toBe('left')
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
