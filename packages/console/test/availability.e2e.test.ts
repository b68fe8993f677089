import { stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

let operatorConsole: OperatorConsole
let pageErrors: string[]

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  pageErrors = pageErrorsOf(operatorConsole.page)
  await operatorConsole.request(stationSet, { id: null, identity: 'AVAILABLE-1' })
}, 240_000)
afterAll(() => operatorConsole?.close())

it('the availability of a month is shown by both definitions, and without data', async () => {
  const { page } = operatorConsole
  await operatorConsole.goto('/crm/availability')
  await page.getByRole('heading', { name: 'Availability', level: 1 }).waitFor()
  await page.getByText('No connectors yet').waitFor()
  await page.getByText('US NEVI').click()
  await page.getByText('(all minutes − (outage − excluded)) ÷ all minutes').waitFor()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await page.getByText('No exclusions in this month.', { exact: false }).waitFor()
  await expect.poll(() => page.url()).toMatch(/month=20\d\d-\d\d/)
  expect(page.url()).toContain('definition=nevi')
  expect(await wcagFaults(page)).toEqual([])
  expect(pageErrors).toEqual([])
})
