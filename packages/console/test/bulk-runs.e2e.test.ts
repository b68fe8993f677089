import { stationSet } from '@stationmaster/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

let operatorConsole: OperatorConsole
let page: Page
let pageErrors: string[]

const identities = ['FIVE-1', 'FIVE-2', 'FIVE-3', 'FIVE-4', 'FIVE-5']

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
  await Promise.all(
    identities.map((identity) => operatorConsole.request(stationSet, { id: null, identity, tags: ['five'] })),
  )
}, 240_000)
afterAll(() => operatorConsole?.close())

const window = () => page.getByRole('dialog', { name: 'Change configuration key' })
const button = (name: string, of: Page | Locator = page) => of.getByRole('button', { name, exact: true })

it('changes a configuration key of five stations in five clicks and shows a result for each', async () => {
  await operatorConsole.goto('/crm/stations?tag=five')
  await page.getByRole('link', { name: /FIVE-5/ }).waitFor()
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  await click(page.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await click(button('Actions'))
  await click(page.getByRole('menuitem', { name: 'Change configuration key' }))
  await window()
    .getByRole('textbox', { name: /^Configuration key/ })
    .fill('HeartbeatInterval')
  await click(window().getByRole('textbox', { name: 'Value' }))
  await page.keyboard.type('60')
  await click(button('Start', window()))
  await window().getByText('5 of 5 done · 0 accepted · 5 not accepted').waitFor()
  expect(clicks).toBe(5)
  const results = window().getByRole('list', { name: 'Results' }).getByRole('listitem')
  const expected = identities.map((identity) => [identity, 'The station is offline.', 'Offline'].join('\n'))
  await expect.poll(() => results.allInnerTexts()).toEqual(expected)
  await window().getByText('HeartbeatInterval = 60').waitFor()
  expect(await wcagFaults(page)).toEqual([])
})

it('retries the failures as a new run, with the focus in the window', async () => {
  await button('Retry 5 failures', window()).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Close')
  await button('Retry 5 failures', window()).waitFor()
  await window().locator('footer').getByRole('button', { name: 'Close' }).click()
  await window().waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})

it('opens the results of earlier runs from the list of the last ones', async () => {
  await page.getByRole('checkbox', { name: 'Select FIVE-1' }).click()
  await button('Actions').click()
  await page.getByRole('menuitem', { name: 'Last bulk runs' }).click()
  const runs = page.getByRole('dialog', { name: 'Last bulk runs' })
  const open = runs.getByRole('button', { name: 'Results: Change configuration key · 5 stations' })
  await expect.poll(() => open.count()).toBe(2)
  expect(await wcagFaults(page)).toEqual([])
  await open.last().click()
  await window().getByText('5 of 5 done · 0 accepted · 5 not accepted').waitFor()
  await page.keyboard.press('Escape')
  await window().waitFor({ state: 'detached' })
  await expect.poll(() => open.last().evaluate((element) => element === document.activeElement)).toBe(true)
  expect(pageErrors).toEqual([])
})
