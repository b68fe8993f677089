import { accessRuleSet, cardSet, localListSet, siteSet, stationSet } from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

let operatorConsole: OperatorConsole
let page: Page
let pageErrors: string[]
let card: string

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
  const site = (await operatorConsole.request(siteSet, { id: null, label: 'Depot' })).id
  const { station } = await operatorConsole.request(stationSet, { id: null, identity: 'DEPOT-1', site })
  await operatorConsole.request(stationSet, { id: null, identity: 'STREET-1' })
  card = (await operatorConsole.request(cardSet, { id: null, code: 'VAN-7', name: 'Van 7' })).id
  await operatorConsole.request(accessRuleSet, {
    id: null,
    label: 'No vans here',
    effect: 'deny',
    card,
    site,
  })
  await operatorConsole.request(localListSet, { id: station.id, automatic: 'on' })
}, 240_000)
afterAll(() => operatorConsole?.close())

it('lists the rules with what they select, and opens one', async () => {
  await operatorConsole.goto('/crm/cards/rules')
  const row = page.getByRole('row', { name: /No vans here/ })
  await row.waitFor()
  expect(await row.innerText()).toMatch(/VAN-7[\s\S]*Depot/)
  await row.getByText('No vans here').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

it('counts the stations whose local list is out of date, and shows them', async () => {
  await page.getByRole('link', { name: '1 out of date' }).click()
  await page.getByRole('link', { name: /DEPOT-1/ }).waitFor()
  await page.getByRole('link', { name: /STREET-1/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /DEPOT-1/ }).click()
  await page.getByRole('heading', { name: 'DEPOT-1', level: 1 }).waitFor()
})

it('says whether a card could charge at another place, and which rule decides', async () => {
  await operatorConsole.goto(`/crm/card/${card}`)
  await page.getByRole('button', { name: 'Check another place' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check another place' })
  const choose = async (identity: string) => {
    await dialog.getByRole('combobox', { name: /^Station/ }).fill(identity)
    await page.getByRole('option', { name: identity }).click()
  }
  await choose('DEPOT-1')
  await dialog.getByText('The card cannot charge here.').waitFor()
  const rules = dialog.getByRole('list', { name: 'Access rules' })
  expect(await rules.innerText()).toMatch(/No vans here\s+decides\s+Deny/)
  expect(await wcagFaults(page)).toEqual([])
  await choose('STREET-1')
  await dialog.getByText('The card can charge here.').waitFor()
  await rules.getByText('applies at other places').waitFor()
  expect(pageErrors).toEqual([])
})
