import {
  cardSet,
  chargeList,
  clientSet,
  invoiceList,
  sellerSet,
  stationSet,
  tariffList,
  tariffVersionList,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { address, sellerData } from '../../server/test/billing-data.ts'
import { sumsOfLedger } from '../../server/test/ledger-fixture.ts'
import { RawStation } from '../../server/test/raw-station.ts'
import { TestStripeServer } from '../../server/test/test-stripe-server.ts'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

let operatorConsole: OperatorConsole
let stripe: TestStripeServer
let pageErrors: string[]
beforeAll(async () => {
  stripe = await TestStripeServer.open()
  operatorConsole = await OperatorConsole.open({ env: stripe.environment })
  pageErrors = pageErrorsOf(operatorConsole.page)
}, 240_000)
afterAll(async () => {
  await operatorConsole?.close()
  await stripe?.close()
})

const tariff = async () => (await operatorConsole.request(tariffList, {}))[0]!

describe('a tariff', () => {
  it('is added from the list, and its page opens with an empty draft', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/crm/tariff')
    await page.getByText('No tariffs yet').waitFor()
    await page.getByRole('button', { name: 'Add tariff' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('DC Germany')
    await dialog.getByLabel('Currency').fill('EUR')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'DC Germany', level: 1 }).waitFor()
    await page.getByText('Enter all required values').waitFor()
    expect(await tariff()).toMatchObject({ label: 'DC Germany', currency: 'EUR', statecode: 'draft' })
  })

  it('shows words and prices of sessions while it is edited, and is saved', async () => {
    const { page } = operatorConsole
    await page.getByRole('textbox', { name: 'Price 1' }).fill('0.64')
    await page.getByLabel('Tax rate').fill('19')
    await page.getByRole('button', { name: 'Add price' }).click()
    await page.getByRole('combobox', { name: 'Charged, price 2' }).click()
    await page.getByRole('option', { name: 'Idle time' }).click()
    await page.getByRole('textbox', { name: 'Price 2' }).fill('0.10')
    await page.getByLabel('Free for').fill('15')
    const words = page.getByRole('region', { name: 'Price in words' })
    await words.getByText('€0.64').waitFor()
    await words.getByText('15 min after charging are free').waitFor()
    // 38 kWh × 0.64 + (82 − 15) min × 0.10
    await page.getByText('€31.02').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Can be activated').waitFor()
    await page.getByRole('link', { name: 'v1' }).waitFor()
    expect(await wcagFaults(page)).toEqual([])
  })

  it('is activated from today on', async () => {
    const { page } = operatorConsole
    await page.getByRole('button', { name: 'Activate…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No findings').waitFor()
    await dialog.getByRole('button', { name: 'Activate' }).click()
    await page.getByText(/^since /).waitFor()
    const [version] = await operatorConsole.request(tariffVersionList, { id: (await tariff()).id })
    expect(version).toMatchObject({
      statecode: 'active',
      definition: { vat: 1900, idle: { grace_seconds: 900 } },
    })
  })
})

const now = () => new Date().toISOString()

describe('a session with this tariff', () => {
  let socket: RawStation
  let transactionId: number
  const meter = (wh: number) =>
    socket.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: now(), sampledValue: [{ value: String(wh) }] }],
    })
  beforeAll(async () => {
    const ask: typeof operatorConsole.request = (row, body) => operatorConsole.request(row, body)
    await ask(sellerSet, sellerData)
    const client = await ask(clientSet, { id: null, name: 'Zaphod GmbH', ...address })
    await ask(cardSet, { id: null, code: 'ZAPHOD', client: client.id })
    const { key } = await ask(stationSet, { id: null, identity: 'DC-1' })
    const url = operatorConsole.server.origin.replace('http', 'ws')
    socket = await RawStation.connect({ url, identity: 'DC-1', key: key! })
    await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    await socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
    const start = { connectorId: 1, idTag: 'ZAPHOD', meterStart: 0, timestamp: now() }
    transactionId = (await socket.call<{ transactionId: number }>('StartTransaction', start)).transactionId
    await meter(10_000)
  })
  afterAll(() => socket?.close())

  it('costs more with each reading, without a reload', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto(`/crm/transaction/${transactionId}`)
    // 10 kWh × 0.64
    await page.getByText('€6.40').first().waitFor({ timeout: 30_000 })
    await meter(20_000)
    await page.getByText('€12.80').first().waitFor()
  })

  it('explains its price, is invoiced, paid on the page of the provider, and leaves a balanced ledger', async () => {
    const { page, server } = operatorConsole
    await socket.call('StopTransaction', { transactionId, meterStop: 26_788, timestamp: now() })
    // 26.788 kWh × 0.64 = 17.14432
    await page.getByText('€17.14').first().waitFor({ timeout: 60_000 })
    await expect.poll(async () => (await operatorConsole.request(chargeList, {})).length).toBe(1)
    // readings, tariff version and calculation, which the server computes again from its frozen input
    await page.getByRole('button', { name: 'How it is calculated' }).click()
    const why = page.getByRole('dialog', { name: 'Why €17.14' })
    for (const text of ['26.788', '× €0.64/kWh', '17.14432', /at session start/])
      await why.getByText(text).first().waitFor()
    await why.getByRole('button', { name: 'Recompute' }).click()
    await why.getByText('Recomputed: equal').waitFor()
    await page.keyboard.press('Escape')
    await why.waitFor({ state: 'hidden' })
    await operatorConsole.goto('/crm/invoice')
    await page.getByRole('button', { name: 'Create invoice' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Client' }).click()
    await page.getByRole('option', { name: /Zaphod GmbH/ }).click()
    const today = now().slice(0, 10)
    await dialog.getByLabel('First day').fill(today)
    await dialog.getByLabel('Last day').fill(today)
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await page.getByRole('heading', { name: 'Draft', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Issue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
    await page.getByRole('heading', { name: /^INV-/, level: 1 }).waitFor()
    await page.getByRole('link', { name: /PDF/ }).first().waitFor()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL(`${stripe.url}/pay/**`)
    stripe.pay(page.url().split('/').at(-1)!)
    await stripe.deliverAll(server.origin)
    const [invoice] = await operatorConsole.request(invoiceList, {})
    await operatorConsole.load(`/crm/invoice/${invoice!.id}`)
    await page.getByText('Succeeded').first().waitFor()
    await expect
      .poll(async () => {
        for (const event of stripe.takeEvents()) await stripe.deliver(server.origin, event)
        return (await operatorConsole.request(invoiceList, {}))[0]
      })
      .toMatchObject({ statecode: 'paid', amount: '17.14', open: '0.00' })
    expect(await wcagFaults(page)).toEqual([])
    expect(await sumsOfLedger(server.database!.db)).toMatchObject({ total: 0, wrong: 0 })
  })
})

describe('an invoice with a wrong address', () => {
  it('is credited and invoiced again, and what was paid counts for the new one', async () => {
    const { page, server } = operatorConsole
    const [first] = await operatorConsole.request(invoiceList, {})
    await operatorConsole.request(clientSet, { id: first!.client!, street: 'Neue Gasse 2' })
    await operatorConsole.goto(`/crm/invoice/${first!.id}`)
    await page.getByRole('button', { name: 'Credit and reissue' }).click()
    const dialog = page.getByRole('dialog', { name: `Credit and reissue ${first!.code}` })
    await dialog.getByText('The €17.14 paid so far count for the new invoice.').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong address')
    expect(await wcagFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Credit and reissue' }).click()
    await page.getByRole('link', { name: /^Replaced by INV-/ }).click()
    await page.getByRole('link', { name: `Replaces ${first!.code}` }).waitFor()
    await page.getByText('Paid').first().waitFor()
    expect(await wcagFaults(page)).toEqual([])
    const invoices = await operatorConsole.request(invoiceList, { orderby: ['code'] })
    expect(invoices.map(({ typecode, statecode, paid }) => [typecode, statecode, paid])).toEqual([
      ['credit_note', 'closed', '0.00'],
      ['invoice', 'closed', '0.00'],
      ['invoice', 'paid', '17.14'],
    ])
    expect(await sumsOfLedger(server.database!.db)).toMatchObject({ total: 0, wrong: 0 })
  })
})

it('no error was reported in the browser', () => {
  expect(pageErrors).toEqual([])
})
