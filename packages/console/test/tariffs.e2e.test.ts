import { tariffList, tariffVersionList } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

let operatorConsole: OperatorConsole
let pageErrors: string[]
beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  pageErrors = pageErrorsOf(operatorConsole.page)
}, 240_000)
afterAll(() => operatorConsole?.close())

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

it.each([
  ['light', 1440],
  ['dark', 390],
] as const)('its screens have no accessibility faults (%s, %d px)', async (theme, width) => {
  const { page } = operatorConsole
  const { id } = await tariff()
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate((chosen) => localStorage.setItem('stationmaster.theme_type', chosen), theme)
  const faults: string[] = []
  for (const [path, text] of [
    ['/crm/tariff', 'DC Germany'],
    [`/crm/tariff/${id}`, '€31.02'],
  ] as const) {
    await operatorConsole.load(path)
    await page.getByText(text).first().waitFor()
    faults.push(...(await wcagFaults(page)).map((fault) => `${path}: ${fault}`))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) faults.push(`${path}: ${overflow} px wider than the window`)
  }
  expect(faults).toEqual([])
})

it('no error was reported in the browser', () => {
  expect(pageErrors).toEqual([])
})
