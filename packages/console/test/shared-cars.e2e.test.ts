import { adminUserSet, cardSet, carSet, clientSet, transactionList } from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPhone, pageErrorsOf, type SignIn, signInOn, TestBrowser } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { SimulatedStation } from './simulated-station.ts'
import { wcagFaults } from './wcag-faults.ts'

const password = 'a long enough password'

let operatorConsole: OperatorConsole
let browser: TestBrowser
let station: SimulatedStation
let dora: Page
let otto: Page
let pageErrors: string[][]

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ env: { AREAS: 'authorize,crm,driver,admin,ocpp' } })
  const ask: typeof operatorConsole.request = (row, body) => operatorConsole.request(row, body)
  station = await SimulatedStation.open(operatorConsole, {
    identity: 'SHARED-1',
    label: 'Harbour',
    cards: 'OTTO-1',
  })
  for (const username of ['dora', 'otto']) {
    await ask(adminUserSet, { id: null, username, password, passwordchange: false, interfacecode: 'driver' })
    await ask(cardSet, { id: null, code: `${username}-1`, name: 'Blue card', driver: username })
  }
  browser = await TestBrowser.open()
  dora = await openAs('dora')
  otto = await openAs('otto')
  pageErrors = [dora, otto].map(pageErrorsOf)
}, 240_000)

afterAll(async () => {
  await station?.close()
  await browser?.close()
  await operatorConsole?.close()
})

/** Opens a phone with a driver who is signed in. */
async function openAs(username: string): Promise<Page> {
  const { server } = operatorConsole
  const answer = await server.request('/oauth2/token', { grant_type: 'password', username, password })
  const page = await openPhone(browser)
  await signInOn(page, server.origin, answer as SignIn)
  page.setDefaultTimeout(15_000)
  return page
}

const goTo = (page: Page, path: string) => page.goto(operatorConsole.server.origin + path)
async function expectAccessible(page: Page): Promise<void> {
  // the bar at the bottom covers what is not yet scrolled to
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  expect(await wcagFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}

it('a driver shares a car with another one, who finds it among the own cars', async () => {
  await goTo(otto, '/driver/cars')
  await otto.getByText('No cars yet').waitFor()
  await goTo(dora, '/driver/cars')
  await dora.getByRole('button', { name: 'Add car' }).tap()
  const form = dora.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Number plate' }).fill('KI ML 482E')
  await form.getByRole('textbox', { name: 'Name' }).fill('Family')
  await form.getByRole('button', { name: 'Add', exact: true }).tap()
  await dora.getByRole('button', { name: 'Who may charge Family' }).tap()
  const dialog = dora.getByRole('dialog', { name: 'Who may charge Family' })
  await dialog.getByText('Only the owner may charge this car so far.').waitFor()
  await dialog.getByRole('textbox', { name: 'User name or email address' }).fill('otto')
  await dialog.getByRole('button', { name: 'Add', exact: true }).tap()
  await dialog.getByRole('list').getByText('otto').waitFor()
  await expectAccessible(dora)
  await dialog.getByRole('button', { name: 'Close' }).last().tap()
  await dora.getByText('Shared with 1 person').waitFor()
  await expectAccessible(dora)
  // by a live update
  const shared = otto.getByRole('list', { name: 'Shared with me' })
  await shared.getByText('Shared by dora').waitFor()
  await shared.getByText('KI ML 482E').waitFor()
  await expectAccessible(otto)
})

it('the other driver starts with the car, and the session shows it', async () => {
  await goTo(otto, `/driver/charge/${station.id}/${station.connector}`)
  const car = otto.getByRole('group', { name: 'Car', exact: true })
  await car.getByText('Shared by dora').waitFor()
  // the only car is preset
  expect(await car.getByRole('radio', { name: /Family/ }).isChecked()).toBe(true)
  await expectAccessible(otto)
  await otto.getByRole('button', { name: 'Start charging' }).tap()
  await otto.getByRole('button', { name: 'Stop charging' }).waitFor({ timeout: 60_000 })
  await otto.getByText('Family').waitFor()
  await expectAccessible(otto)
  const [session] = await operatorConsole.request(transactionList, { filter: { identity: 'SHARED-1' } })
  expect(session).toMatchObject({ code: 'otto-1', carplate: 'KI ML 482E', carlabel: 'Family' })
})

it('after the removal the session continues, and the car is no longer offered at a start', async () => {
  await dora.getByRole('button', { name: /^Who may charge Family/ }).tap()
  const dialog = dora.getByRole('dialog', { name: 'Who may charge Family' })
  await dialog.getByRole('button', { name: 'Remove otto' }).tap()
  await dora.getByRole('dialog', { name: 'Remove otto?' }).getByRole('button', { name: 'Remove' }).tap()
  await dialog.getByText('Only the owner may charge this car so far.').waitFor()
  await otto.getByRole('button', { name: 'Stop charging' }).tap()
  await otto.getByRole('button', { name: 'Stop now' }).tap()
  await otto.getByRole('heading', { name: 'Receipt' }).waitFor({ timeout: 60_000 })
  await otto.getByText('Family').waitFor()
  await expectAccessible(otto)
  await goTo(otto, `/driver/charge/${station.id}/${station.connector}`)
  await otto.getByRole('group', { name: 'Card', exact: true }).waitFor()
  expect(await otto.getByRole('group', { name: 'Car', exact: true }).count()).toBe(0)
})

it('an operator sees and changes who may charge the car of a client', async () => {
  const client = await operatorConsole.request(clientSet, { id: null, name: 'Fleet' })
  await operatorConsole.request(carSet, { id: null, identity: 'KI FL 1', client: client.id })
  const { page } = operatorConsole
  await operatorConsole.goto(`/crm/client/${client.id}/cars`)
  await page
    .getByRole('row', { name: /KI FL 1/ })
    .getByRole('button')
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Who may charge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who may charge KI FL 1' })
  await dialog.getByRole('textbox', { name: 'User name or email address' }).fill('otto@example.org')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('No user of this client so far').waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove otto@example.org' }).click()
  await page
    .getByRole('dialog', { name: 'Remove otto@example.org?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await dialog.getByText('No drivers yet.').waitFor()
})

it('no page reports an error', () => expect(pageErrors).toEqual([[], []]))
