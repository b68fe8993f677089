import {
  clientAccountLimit,
  clientAccountOpen,
  clientSet,
  ownerStatementCreate,
  ownerStatementList,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { screenFaults } from './screen-faults.ts'

let operatorConsole: OperatorConsole
let pageErrors: string[]
let owner: string

/** First day of the last month whose statements can be created: two days after its end. */
const lastMonth = () => {
  const at = new Date(Date.now() - 2 * 86_400_000)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1)).toISOString().slice(0, 10)
}

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  pageErrors = pageErrorsOf(operatorConsole.page)
  const { pool } = operatorConsole.server.database!
  owner = (await operatorConsole.request(clientSet, { id: null, name: 'Harbour AG' })).id
  const { rows } = await pool.query<{ account: string }>(
    'select account_id as account from clients where id = $1',
    [owner],
  )
  const { account } = rows[0]!
  for (const [index, name] of ['Hauptbahnhof', 'Ostbahnhof', 'Messe'].entries()) {
    const site = (await operatorConsole.request(siteSet, { id: null, label: name })).id
    const { station } = await operatorConsole.request(stationSet, { id: null, identity: `CP-${index}`, site })
    // ten sessions a day in the last month and in this one, at 12.25 each
    await pool.query(
      `insert into revenue_entries (account_id, rating_id, transaction_id, booked_at, day, station_id, site_id,
        client_id, owner_id, tariff_version_id, currency, digits, sessions, energy_wh, listed_minor, net_minor, tax_minor,
        commission_minor)
      select $1, gen_random_uuid(), gen_random_uuid(), d, d::date, $2, $3, $4, $4, gen_random_uuid(), 'EUR', 2, 1, 26788,
        1225, 1029, 196, 103
      from generate_series($5::timestamptz, now(), interval '1 day') d, generate_series(1, $6::int)`,
      [account, station.id, site, owner, lastMonth(), 10 - 3 * index],
    )
  }
  // a day with more than the others
  await pool.query(`insert into revenue_entries (account_id, rating_id, transaction_id, booked_at, day, station_id,
      client_id, tariff_version_id, currency, digits, sessions, energy_wh, listed_minor, net_minor, tax_minor, commission_minor)
    select account_id, gen_random_uuid(), gen_random_uuid(), booked_at, day, station_id, client_id, tariff_version_id,
      currency, digits, sessions, energy_wh, listed_minor, net_minor, tax_minor, commission_minor
    from revenue_entries where day = (select max(day) from revenue_entries) limit 3`)
  // the job books them within a minute; the credit limit takes the place of the balance
  await pool.query('update owner_shares set is_booked = true')
  const { id } = await operatorConsole.request(clientAccountOpen, { id: owner })
  await operatorConsole.request(clientAccountLimit, { id, creditlimit: '1000000.00' })
  await operatorConsole.request(ownerStatementCreate, { month: lastMonth().slice(0, 7) })
}, 240_000)
afterAll(() => operatorConsole?.close())

const statement = async () => (await operatorConsole.request(ownerStatementList, {}))[0]!

describe('a report', () => {
  it('is grouped by site, and by the length of its periods', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/crm/report?range=month')
    const chart = page.getByRole('list', { name: 'Gross revenue, Time' })
    await chart.waitFor()
    // the lengths of the bars are in proportion to their amounts
    const bars = await chart.locator('li').evaluateAll((items) =>
      items.map((item) => ({
        amount: Number(/[\d.,]+/.exec(item.querySelector('span')!.textContent)![0].replaceAll(',', '')),
        height: item.querySelector('i')!.getBoundingClientRect().height,
      })),
    )
    const [first, last] = [bars.at(-2)!, bars.at(-1)!]
    expect(last.amount).toBeGreaterThan(first.amount)
    expect(last.height / first.height).toBeCloseTo(last.amount / first.amount, 1)
    await page.getByText('Site', { exact: true }).click()
    await page.getByRole('row', { name: /Hauptbahnhof/ }).waitFor()
    await page.getByRole('row', { name: /^Total/ }).waitFor()
  })
})

describe('the bookkeeping', () => {
  it('has a file once the numbers are saved', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/crm/report/accounting')
    await page.getByText('Save the numbers below first.').waitFor()
    await page.getByLabel('Adviser number').fill('29098')
    await page.getByLabel('Client number').fill('55003')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('EXTF batch of bookings').waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await file).suggestedFilename()).toMatch(/^EXTF_Buchungsstapel_\d{4}-\d{2}_EUR\.csv$/)
  })
})

describe('a statement of an owner', () => {
  it('is opened from the list, and gets the bank account of the owner', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/crm/report/owners')
    await page.getByRole('link', { name: 'Harbour AG' }).first().click()
    await page.getByRole('row', { name: /CP-0/ }).waitFor()
    await page.getByRole('button', { name: 'Bank account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('DE89370400440532013000').waitFor()
    expect((await statement()).holder).toBe('Harbour AG')
  })

  it('is paid once it is confirmed', async () => {
    const { page } = operatorConsole
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByText('Paid', { exact: true }).first().waitFor()
    expect(await statement()).toMatchObject({ statecode: 'paid', iban: 'DE89370400440532013000' })
  })
})

it('a grouped report and a statement have no accessibility faults', async () => {
  const { id } = await statement()
  const faults = await screenFaults(operatorConsole, {
    '/crm/report?by=site&range=month': 'Hauptbahnhof',
    [`/crm/report/owners/${id}`]: 'CP-0',
  })
  expect(faults).toEqual([])
})

it('no error was reported in the browser', () => {
  expect(pageErrors).toEqual([])
})
