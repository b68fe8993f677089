import { randomUUID } from 'node:crypto'
import { type AnswerOf, stationSet, transactionList } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

let operatorConsole: OperatorConsole
let pageErrors: string[]
let sessions: AnswerOf<typeof transactionList>

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  pageErrors = pageErrorsOf(operatorConsole.page)
  const { station } = await operatorConsole.request(stationSet, { id: null, identity: 'SESSIONS-1' })
  const { db } = operatorConsole.server.database!
  const { account_id } = await db.selectFrom('stations').select('account_id').executeTakeFirstOrThrow()
  const rows = [0, 1, 2].map((hours) => ({
    id: randomUUID(),
    number: 1_000 + hours,
    account_id,
    station_id: station.id,
    evse_no: 1,
    id_tag: 'TAG',
    id_tag_folded: 'tag',
    start_key: `start ${hours}`,
    decision: 'Accepted',
    state: 'finished' as const,
    flags: hours === 0 ? ['no-energy'] : [],
    meter_start_wh: 0,
    energy_wh: hours * 5_000,
    started_at: new Date(Date.now() - (hours + 2) * 3_600_000),
    stopped_at: new Date(Date.now() - (hours + 1) * 3_600_000),
  }))
  await db.insertInto('transactions').values(rows).execute()
  sessions = await operatorConsole.request(transactionList, { orderby: ['datestart DESC'] })
}, 240_000)
afterAll(() => operatorConsole?.close())

const number = (at: number) => String(sessions[at]!.transactionid)

it('opens beside the list, where the arrow keys move to other sessions, and as a page', async () => {
  const { page } = operatorConsole
  await operatorConsole.goto('/crm/transactions?state=finished')
  await page
    .getByRole('row', { name: new RegExp(number(0)) })
    .getByText(sessions[0]!.identity)
    .click()
  const drawer = page.getByRole('dialog', { name: new RegExp(number(0)) })
  await drawer.getByText('No energy was delivered.').waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.getByRole('dialog', { name: new RegExp(number(1)) }).waitFor()
  await page.keyboard.press('ArrowUp')
  await drawer.waitFor()
  await drawer.getByRole('link', { name: 'Open page' }).click()
  await page.waitForURL(new RegExp(`/crm/transaction/${number(0)}$`))
  await page.getByRole('link', { name: sessions[0]!.identity, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Print receipt' }).waitFor()
  await page.getByText('Average power', { exact: true }).waitFor()
})

it('shows the messages of its time in the log of the station', async () => {
  const { page } = operatorConsole
  await operatorConsole.goto(`/crm/transaction/${number(0)}`)
  await page.getByRole('link', { name: 'OCPP messages' }).click()
  await page.waitForURL(/\/log\?.*from=/)
  expect(pageErrors).toEqual([])
})
