import { cardList } from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

let operatorConsole: OperatorConsole
let pageErrors: string[]
let page: Page

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
}, 240_000)
afterAll(() => operatorConsole?.close())

const dialog = () => page.getByRole('dialog', { name: 'Import cards' })
const choose = (text: string) =>
  dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

describe('an import of cards', () => {
  it('lists the errors by line, and imports the corrected file', async () => {
    await operatorConsole.goto('/crm/cards')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await choose('Card,Name,Max concurrent sessions\nFLEET-1,Ada,1\nFLEET-1,Bob,many\n,Cid,1\n')
    const errors = dialog().getByRole('table').first()
    await errors.getByText('This is required.').waitFor()
    expect(await errors.getByRole('row').count()).toBe(3)
    expect(await wcagFaults(page)).toEqual([])
    expect(await operatorConsole.request(cardList, { filter: { code: 'FLEET-1' } })).toEqual([])
    const submit = dialog().getByRole('button', { name: 'Import', exact: true })
    expect(await submit.isDisabled()).toBe(true)

    await dialog().getByRole('button', { name: 'Choose another file' }).click()
    await choose('Card,Name,Max concurrent sessions\nFLEET-1,Ada,No limit\nFLEET-2,Bob,2\n')
    await dialog().getByRole('button', { name: 'Import 2 cards' }).click()
    await page.getByText('2 cards imported').waitFor()
    await page.getByRole('table', { name: 'Cards' }).getByText('FLEET-2').waitFor()
    const [stored] = await operatorConsole.request(cardList, { filter: { code: 'FLEET-1' } })
    expect(stored).toMatchObject({ name: 'Ada', maxtransactions: 0 })
    expect(pageErrors).toEqual([])
  })
})
