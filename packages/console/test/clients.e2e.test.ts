import { adminUserSet, cardList, clientList, clientSet, stationSet } from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'

let operatorConsole: OperatorConsole
let pageErrors: string[]
let page: Page

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
  await operatorConsole.request(stationSet, { id: null, identity: 'KUHN-1' })
  await operatorConsole.request(stationSet, { id: null, identity: 'FOREIGN-1' })
}, 240_000)
afterAll(() => operatorConsole?.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tab = (name: string) =>
  page.getByRole('navigation', { name: 'Client details' }).getByRole('link', { name, exact: true })

describe('a client', () => {
  // Proves S2.28
  it('is added, and gets a card and a station', async () => {
    await operatorConsole.goto('/crm/client')
    await page.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
    await button('Add client').first().click()
    const dialog = page.getByRole('dialog', { name: 'Add client' })
    await dialog.getByLabel('Name', { exact: false }).first().fill('Kuhn Logistik GmbH')
    await dialog.getByLabel('Email').fill('fleet@kuhn.example')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { name: 'Kuhn Logistik GmbH', level: 1 }).waitFor()

    await page.getByRole('link', { name: 'Add card', exact: true }).click()
    const card = page.getByRole('dialog', { name: 'Add card' })
    await card.getByLabel('Code (idTag)').fill('KUHN-CARD')
    await card.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('table', { name: 'Cards' }).getByText('KUHN-CARD').waitFor()

    await tab('Stations').click()
    await button('Assign station').first().click()
    const assign = page.getByRole('dialog', { name: 'Assign station' })
    await assign.getByRole('combobox', { name: 'Station' }).fill('KUHN')
    await page.getByRole('option', { name: 'KUHN-1' }).click()
    await assign.getByRole('button', { name: 'Assign station', exact: true }).click()
    await page.getByRole('table', { name: 'Stations' }).getByText('KUHN-1').waitFor()

    const [client] = await operatorConsole.request(clientList, { filter: { name: 'Kuhn Logistik GmbH' } })
    expect(client).toMatchObject({ stations: 1, cards: 1, email: 'fleet@kuhn.example' })
    const [stored] = await operatorConsole.request(cardList, { filter: { code: 'KUHN-CARD' } })
    expect(stored?.client).toBe(client?.id)
  })

  it('is found by its number, edited, and listed with a filter of its cards', async () => {
    await operatorConsole.goto('/crm/search?q=kuhn%20logistik')
    await page.getByRole('link', { name: 'Kuhn Logistik GmbH' }).click()
    await page.waitForURL(/\/crm\/client\//)
    await tab('Details').click()
    await page.getByLabel('Registration or tax number').fill('DE 281 446 017')
    await button('Save').click()
    await page.getByText('Changes successfully saved').last().waitFor()
    await page.locator('main header').getByText('DE 281 446 017').waitFor()
    await operatorConsole.goto('/crm/cards')
    await button('Filters').click()
    await page.getByRole('combobox', { name: 'Client' }).click()
    await page.getByRole('option', { name: /Kuhn Logistik/ }).click()
    await page.waitForURL(/client=/)
    await page.getByRole('table', { name: 'Cards' }).getByText('KUHN-CARD').waitFor()
  })

  it('gets an account with a credit limit, whose balance is corrected', async () => {
    const [client] = await operatorConsole.request(clientList, { filter: { name: 'Kuhn Logistik GmbH' } })
    await operatorConsole.goto(`/crm/client/${client!.id}/accounts`)
    await button('Open account').click()
    const accounts = page.getByRole('table', { name: 'Accounts' })
    const choose = async (entry: string) => {
      await accounts.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: entry }).click()
    }
    await choose('Correct balance')
    const correction = page.getByRole('dialog', { name: 'Correct balance' })
    await correction.getByLabel('Amount').fill('25.50')
    await correction.getByLabel('Reason').fill('Paid in cash')
    await correction.getByRole('button', { name: 'Book correction' }).click()
    await accounts.getByText('€25.50').waitFor()
    await choose('Change credit limit')
    const limit = page.getByRole('dialog', { name: 'Credit limit' })
    await limit.getByLabel('Credit limit').fill('10')
    await limit.getByRole('button', { name: 'Save' }).click()
    await accounts.getByText('€10.00').waitFor()
    await button('No notice of a low balance').click()
    const notice = page.getByRole('dialog', { name: 'Notice of a low balance' })
    await notice.getByLabel('Notify below').fill('5')
    await notice.getByRole('button', { name: 'Save' }).click()
    await button('Notice below €5.00').waitFor()
  })

  it('opens its page from the address below the list', async () => {
    const [client] = await operatorConsole.request(clientList, {})
    await operatorConsole.goto(`/crm/clients/${client!.id}/cards`)
    await page.waitForURL(`**/crm/client/${client!.id}/cards`)
    expect(await tab('Cards').getAttribute('aria-current')).toBe('page')
  })

  // Proves A8
  it('shows its users its own objects only', async () => {
    const [client] = await operatorConsole.request(clientList, {})
    await operatorConsole.request(clientSet, { id: null, name: 'Another client' })
    const { password } = operatorConsole
    const user = {
      id: null,
      username: 'clara',
      password,
      interfacecode: 'user',
      passwordchange: false,
    } as const
    await operatorConsole.request(adminUserSet, { ...user, client: client!.id })
    const own = await operatorConsole.openPage()
    await own.goto(operatorConsole.server.origin)
    await own.getByLabel('Login or email').fill('clara')
    await own.getByLabel('Password', { exact: true }).fill(password)
    await own.getByRole('button', { name: 'Sign in' }).click()
    const stations = own.getByRole('table', { name: 'Stations' })
    await stations.getByText('KUHN-1').waitFor()
    expect(await stations.getByText('FOREIGN-1').count()).toBe(0)
    await own.getByRole('link', { name: 'Clients', exact: true }).click()
    const clients = own.getByRole('table', { name: 'Clients' })
    await clients.getByText('Kuhn Logistik GmbH').waitFor()
    expect(await clients.locator('tbody tr').count()).toBe(1)
    await own.context().close()
  })

  it('causes no errors in the page', () => {
    expect(pageErrors).toEqual([])
  })
})
