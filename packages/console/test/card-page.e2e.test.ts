import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type AnswerOf, cardAction, cardSet, stationSet } from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

const simulator = fileURLToPath(new URL('../../simulator/bin/stationmaster-simulator.mjs', import.meta.url))

let operatorConsole: OperatorConsole
let page: Page
let pageErrors: string[]
let card: AnswerOf<typeof cardSet>

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
  const { key, link } = await operatorConsole.request(stationSet, { id: null, identity: 'CARDS-1' })
  card = await operatorConsole.request(cardSet, { id: null, code: 'AOIFE-1', name: 'Aoife Byrne' })
  const visit = async () => {
    const words = '--identity CARDS-1 --cards AOIFE-1 --scenario plug-first --speed 50'
    const run = spawn(process.execPath, [simulator, `--url=${link}`, `--key=${key}`, ...words.split(' ')])
    await once(run, 'exit')
  }
  await visit()
  await operatorConsole.request(cardAction, { id: card.id, action: 'disable' })
  await visit()
}, 240_000)
afterAll(() => operatorConsole?.close())

const attempts = () => page.getByRole('table', { name: 'Latest attempts' })
const unblock = () => page.getByRole('button', { name: 'Unblock', exact: true })

it('says why a driver cannot charge one click after the name', async () => {
  await operatorConsole.goto('/crm/stations')
  const begun = performance.now()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Aoife')
  await page.getByRole('option', { name: /Aoife Byrne/ }).click()
  await page.waitForURL(`**/crm/card/${card.id}`)
  await page.getByText('The card is blocked.').waitFor()
  await page.getByText(/Since .*, by admin\./).waitFor()
  await attempts().getByText('Card was blocked').first().waitFor()
  expect(performance.now() - begun).toBeLessThan(20_000)
})

it('lists attempts, refused ones alone too, with station, session and messages', async () => {
  await operatorConsole.goto('/crm/card/AOIFE-1')
  await attempts().getByText('Accepted', { exact: true }).waitFor()
  await attempts().getByText('CARDS-1').first().waitFor()
  await attempts().getByText(/Wh/).first().waitFor()
  await page.getByRole('radiogroup', { name: 'Latest attempts' }).getByText('Refused').click()
  await attempts().getByText('Accepted', { exact: true }).waitFor({ state: 'detached' })
  await attempts().getByText('Card was blocked').first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Authorize').first().waitFor()
  await drawer.getByRole('link', { name: 'Station', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

it('unblocks the card, and offers to block it again', async () => {
  await operatorConsole.goto(`/crm/card/${card.id}`)
  await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor()
  await unblock().click()
  await page.getByText('This card can charge.').waitFor()
  await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
  expect(await unblock().count()).toBe(0)
})

it('opens beside the list, and as a page', async () => {
  await operatorConsole.request(cardSet, { id: null, code: 'ZOE-1', name: 'Zoe' })
  await operatorConsole.goto('/crm/cards')
  await page.getByRole('table', { name: 'Cards' }).getByText('Aoife Byrne').click()
  const drawer = page.getByRole('dialog', { name: 'Aoife Byrne' })
  await drawer.getByText('This card can charge.').waitFor()
  await drawer.getByRole('table', { name: 'Latest attempts' }).waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await page.keyboard.press('p')
  const check = page.getByRole('dialog', { name: 'Check another place' })
  await check.getByRole('button', { name: 'Close' }).click()
  await check.waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowUp')
  await page.getByRole('dialog', { name: 'Zoe' }).getByText('No attempts are stored').waitFor()
  await page.keyboard.press('ArrowDown')
  await drawer.getByRole('link', { name: 'Open page' }).click()
  await page.waitForURL(`**/crm/card/${card.id}`)
})

it('names an unknown code, and offers to create the card', async () => {
  await operatorConsole.goto('/crm/card/NEW-1')
  await page.getByText('Not in the system').waitFor()
  await page.getByRole('button', { name: 'Create card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add card' })
  expect(await dialog.getByLabel('Code (idTag)').inputValue()).toBe('NEW-1')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('No attempts are stored for this card.').waitFor()
  expect(pageErrors).toEqual([])
})
