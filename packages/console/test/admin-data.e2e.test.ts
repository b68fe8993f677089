import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registrySet } from '@stationmaster/contract'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

/** What an administrator maintains in the UI on the real server: registry, resources, references. */
let operatorConsole: OperatorConsole
let page: Page
let pageErrors: string[]

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
}, 120_000)
afterAll(() => operatorConsole?.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
/** Returns an item of the tree; the number of its values may follow the name. */
const inTree = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}( \\d+)?$`) })
const yes = () => dialog('Confirm deletion?').getByRole('button', { name: 'Delete' }).click()

// Proves S1.3, S2.34
it('the registry: values of each type below a key, found by their address, moved and deleted', async () => {
  await operatorConsole.request(registrySet, {
    root: 'CURRENT_CONFIG',
    path: 'Sites',
    name: 'n',
    type: 'integer',
    value: 1,
  })
  await operatorConsole.goto('/admin/registry/CURRENT_CONFIG?key=Sites')
  await button('Add key').click()
  await dialog('Add key').getByLabel('Name').fill('North/Hall 1')
  await dialog('Add key').getByRole('button', { name: 'Add' }).click()
  await page.getByText('No values in this key').waitFor()
  expect(new URL(page.url()).searchParams.get('key')).toBe('Sites/North/Hall 1')
  const values = page.getByRole('table', { name: 'Values' })
  for (const [type, name, value] of [
    ['Number', 'Limit kW', '43.5'],
    ['Text', 'Gate', 'Ворота А'],
  ] as const) {
    await button('Add value').first().click()
    const addDialog = dialog('Add value')
    await addDialog.getByLabel('Name').fill(name)
    await addDialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: type, exact: true }).click()
    await addDialog.getByLabel('Value').fill(value)
    await addDialog.getByRole('button', { name: 'Add' }).click()
    await values.getByRole('row', { name: new RegExp(`${name}.*${value}`) }).waitFor()
  }
  // the keyboard moves through the tree: up to the parent, whose values are shown
  await inTree('Hall 1').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/key=Sites%2FNorth$/)
  await button('Rename or move').click()
  await dialog('Rename or move').getByLabel('Path').fill('Plants/N')
  await dialog('Rename or move').getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/key=Plants%2FN$/)
  await inTree('N').waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await button('Delete').click()
  await dialog('Confirm deletion?').getByText('1 key below, 2 values').waitFor()
  await yes()
  await page.waitForURL(/key=Plants$/)
  await inTree('N').waitFor({ state: 'detached' })
})

it('resources: the terms are written in two languages, and deleting them is confirmed first', async () => {
  await operatorConsole.goto('/admin/resource')
  await button('Add').first().click()
  await page.getByRole('menuitem', { name: 'Text' }).click()
  await dialog('Add text').getByLabel('Name').fill('terms')
  await dialog('Add text').getByRole('button', { name: 'Add' }).click()
  await page.getByText('Used by: terms and conditions').waitFor()
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('# House rules\n\nPark straight.')
  await button('Save').click()
  await page.getByRole('link', { name: 'English', exact: true }).waitFor()
  await page.getByRole('link', { name: 'German: missing' }).click()
  await page.getByText('No text in this language yet').waitFor()
  await text.fill('Gerade parken.')
  await button('Save').click()
  await page.getByRole('link', { name: 'German', exact: true }).waitFor()
  await operatorConsole.load('/terms')
  await page.getByRole('heading', { name: 'House rules' }).waitFor()
  await page.goBack()
  await button('Delete').click()
  await dialog('Confirm deletion?')
    .getByText(/The system looks it up by this path/)
    .waitFor()
  await yes()
  await page.getByText('Choose a resource').waitFor()
})

// Proves S2.16
it('references: standard entries exist, an own one is added, and one in use cannot be deleted', async () => {
  await operatorConsole.goto('/admin/reference/mode')
  const modes = page.getByRole('table', { name: 'Modes' })
  await modes.getByText('Ultra', { exact: true }).waitFor()
  expect(await modes.getByRole('row', { name: /Slow|Standard|Fast|Ultra/ }).count()).toBe(4)
  await page.getByRole('link', { name: 'Currencies' }).click()
  const currencies = page.getByRole('table', { name: 'Currencies' })
  await currencies.getByText('Euro', { exact: true }).click()
  await dialog('Euro')
    .getByText(/^Used by/)
    .waitFor()
  expect(await dialog('Euro').getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await dialog('Euro').getByRole('button', { name: 'Cancel' }).click()
  await button('Add').click()
  const added = dialog('Add to: Currencies')
  await added.getByLabel('Code').fill('eur')
  await added.getByRole('button', { name: 'Add' }).click()
  await added
    .getByText(/three letters/)
    .first()
    .waitFor()
  await added.getByLabel('Code').fill('XTS')
  await added.getByLabel('Name').fill('Test currency')
  await added.getByRole('button', { name: 'Add' }).click()
  await currencies.getByText('Test currency').click()
  await dialog('Test currency').getByRole('button', { name: 'Delete' }).click()
  await yes()
  await currencies.getByText('Test currency').waitFor({ state: 'detached' })
  // the browser reports refusals as well: of the code above, and of keys that were left while they were
  // loading
  expect(pageErrors.filter((line) => !/status of 40[04]/.test(line))).toEqual([])
})
