import {
  accountSet,
  commandList,
  connectorSet,
  guestLabelPrint,
  invoiceList,
  sellerSet,
  siteSet,
  tariffSet,
  tariffVersionActivate,
  tariffVersionSet,
} from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sellerData } from '../../server/test/billing-data.ts'
import { guestKey, labelCode } from '../../server/test/guest-codes.ts'
import { TestStripeServer } from '../../server/test/test-stripe-server.ts'
import { openPhone, pageErrorsOf, TestBrowser } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { SimulatedStation } from './simulated-station.ts'
import { wcagFaults } from './wcag-faults.ts'

let stripe: TestStripeServer
let operatorConsole: OperatorConsole
let browser: TestBrowser
let station: SimulatedStation
let page: Page
let pageErrors: string[]
let code: string

beforeAll(async () => {
  stripe = await TestStripeServer.open()
  operatorConsole = await OperatorConsole.open({
    env: { ...stripe.environment, SECRET_KEY: guestKey, AREAS: 'authorize,crm,driver,admin,ocpp' },
  })
  const ask: typeof operatorConsole.request = (row, body) => operatorConsole.request(row, body)
  await ask(accountSet, { operatorid: 'DE*ABC' })
  await ask(sellerSet, { ...sellerData, timezone: 'Europe/Berlin' })
  const place = { code: 'K1', label: 'Harbour', address: 'Quay 1', city: 'Kiel', lat: 54.32, lng: 10.14 }
  const site = await ask(siteSet, { id: null, ...place })
  station = await SimulatedStation.open(operatorConsole, {
    identity: 'GUEST-1',
    label: 'North',
    site: site.id,
  })
  const tariff = await ask(tariffSet, { id: null, label: 'Ad hoc', currency: 'EUR' })
  const component = { type: 'ENERGY' as const, price: '0.50', step_size: 1 }
  await ask(tariffVersionSet, {
    id: tariff.id,
    definition: {
      currency: 'EUR',
      tax_included: 'YES',
      vat: 1900,
      elements: [{ price_components: [component] }],
    },
  })
  await ask(tariffVersionActivate, { id: tariff.id })
  await ask(connectorSet, { id: station.connector, chargername: 'CCS', maxpower: 150_000 })
  await ask(guestLabelPrint, { locale: 'en' })
  code = await labelCode(station.connector)
  browser = await TestBrowser.open()
  page = await openPhone(browser)
  pageErrors = pageErrorsOf(page)
}, 240_000)

afterAll(async () => {
  await station?.close()
  await browser?.close()
  await operatorConsole?.close()
  await stripe?.close()
})

const looksRight = async () => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await wcagFaults(page)).toEqual([])
}
const starts = () => operatorConsole.request(commandList, { filter: { action: 'RemoteStartTransaction' } })
const deliver = async () => {
  for (const event of stripe.takeEvents()) await stripe.deliver(operatorConsole.server.origin, event)
}

it('is switched on by the operator, with the amounts to reserve', async () => {
  await operatorConsole.goto('/crm/invoice')
  const { page: operator } = operatorConsole
  await operator.getByRole('link', { name: 'Charging without an account' }).click()
  await operator.getByLabel('Offer charging without an account').check()
  await operator.getByLabel('Amounts to reserve').fill('15; 30; 50')
  await operator.getByLabel('Telephone number for help').fill('+49 431 1234')
  await operator.getByRole('button', { name: 'Save' }).click()
  await operator.getByText('Saved').waitFor()
  const downloaded = operator.waitForEvent('download')
  await operator.getByRole('button', { name: 'Print all labels' }).click()
  expect((await downloaded).suggestedFilename()).toBe('labels.pdf')
  expect(await wcagFaults(operator)).toEqual([])
})

it('says in plain words that a code or a link is void', async () => {
  for (const path of ['c', 'guest']) {
    await page.goto(`${operatorConsole.server.origin}/driver/${path}/${'x'.repeat(24)}`)
    await page.getByRole('alert').getByText('is not valid any more').waitFor()
  }
  await looksRight()
  // the browser reports the refusals, which are expected
  expect(pageErrors.splice(0).filter((error) => !error.includes('400'))).toEqual([])
})

it('leads from the label over the price and the payment to one start', async () => {
  await page.goto(`${operatorConsole.server.origin}/driver/c/${code}`)
  await page.getByRole('heading', { name: 'Charge without an account' }).waitFor()
  await page.getByText(/^DE\*ABC\*E\d+\*1$/).waitFor()
  const prices = page.getByRole('region', { name: 'Price' }).getByRole('term')
  expect((await prices.allTextContents()).map((text) => text.replace(/€.*/, ''))).toEqual([
    'Energy, per kWh',
    'Time, per minuteNone',
    'Per sessionNone',
    'Other feesNone',
  ])
  expect(await page.content()).not.toContain('GUEST-1')
  await looksRight()
  await page.getByRole('button', { name: 'Continue' }).tap()
  await page.getByRole('heading', { name: 'Pay for connector 1' }).waitFor()
  await page.getByRole('radio', { name: /15\.00/ }).check({ force: true })
  await page.getByText('about 30 kWh').waitFor()
  await looksRight()
  const pay = page.getByRole('button', { name: 'Pay with card or phone' })
  await pay.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await page.waitForURL(`${stripe.url}/pay/*`)
  expect(stripe.ids('checkout.session')).toHaveLength(1)
  const [session] = stripe.ids('checkout.session')
  expect(stripe.object(session!)).toMatchObject({ amount_total: 1500 })
  stripe.pay(session!)
  await page.goto(String(stripe.object(session!).success_url))
  await deliver()
  await page.getByText('of €15.00 reserved').waitFor()
  expect(await starts()).toHaveLength(1)
}, 60_000)

it('shows rising cost, stops, and leads to the receipt under the same link', async () => {
  const cost = async () => (await page.locator('main').textContent()) ?? ''
  await expect
    .poll(async () => /€0\.[1-9]|€[1-9]\.\d\d ?of/.test(await cost()), { timeout: 30_000 })
    .toBe(true)
  await looksRight()
  await page.getByRole('button', { name: 'Stop charging' }).tap()
  await page.getByRole('button', { name: 'Stop now' }).tap()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  await expect
    .poll(
      async () => {
        await deliver()
        return page.getByText('Released').count()
      },
      { timeout: 90_000 },
    )
    .toBe(1)
  await page.getByRole('link', { name: 'Open invoice (PDF)' }).waitFor({ timeout: 90_000 })
  await looksRight()
  const [invoice] = await operatorConsole.request(invoiceList, {})
  await page.getByText(invoice!.code!).waitFor()
  expect(invoice).toMatchObject({ statecode: 'paid', open: '0.00', trial: true })
  await page.getByLabel('Email for the receipt').fill('noor@example.org')
  await page.getByRole('button', { name: 'Send by email' }).tap()
  await page.getByText('Sent.').waitFor()
  expect(pageErrors).toEqual([])
}, 240_000)
