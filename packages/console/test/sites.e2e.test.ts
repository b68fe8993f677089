import { networkSet, siteGet, stationGet, stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { screenFaults } from './screen-faults.ts'
import { wcagFaults } from './wcag-faults.ts'

let operatorConsole: OperatorConsole
let pageErrors: string[]
beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ canDrawMaps: true })
  pageErrors = pageErrorsOf(operatorConsole.page)
  await operatorConsole.request(networkSet, { id: null, code: 'north', name: 'North', statecode: 'enabled' })
  for (const identity of ['HBF-1', 'HBF-2']) await operatorConsole.request(stationSet, { id: null, identity })
}, 240_000)
afterAll(() => operatorConsole?.close())

const siteId = () => /\/crm\/site\/([^/?]+)/.exec(operatorConsole.page.url())![1]!
const stationOf = (identity: string) => operatorConsole.request(stationGet, { identity })
const tab = (name: string) =>
  operatorConsole.page
    .getByRole('navigation', { name: 'Sections of the site' })
    .getByRole('link', { name })
    .click()

describe('a site', () => {
  it('is added from the list, and its page opens', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/crm/sites')
    await page.getByText('No sites yet').waitFor()
    await page.getByRole('button', { name: 'Add site' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Site').fill('Hauptbahnhof')
    await dialog.getByLabel('Network').fill('North')
    await page.getByRole('option', { name: 'North' }).click()
    await dialog.getByLabel('Address').fill('Europaplatz 1')
    await dialog.getByLabel('City').fill('Berlin')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Hauptbahnhof', level: 1 }).waitFor()
    expect(await operatorConsole.request(siteGet, { id: siteId() })).toMatchObject({
      label: 'Hauptbahnhof',
      city: 'Berlin',
      networkname: 'North',
    })
  })

  it('gets stations without a site, which take its network and address', async () => {
    const { page } = operatorConsole
    await page.getByRole('button', { name: 'Assign stations' }).first().click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Stations', { exact: true })
    for (const identity of ['HBF-1', 'HBF-2']) {
      await field.fill(identity)
      await page.getByRole('option', { name: identity }).click()
    }
    await field.press('Escape')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('table', { name: 'Stations' }).getByText('HBF-2').waitFor()
    expect(await stationOf('HBF-1')).toMatchObject({
      sitename: 'Hauptbahnhof',
      networkname: 'North',
      address: 'Europaplatz 1, Berlin',
    })
  })

  it('is edited with contact, grid limit and opening hours', async () => {
    const { page } = operatorConsole
    await tab('Details')
    for (const [name, phone] of [
      ['Night desk', '+49 30 1'],
      ['Jens Krüger', '+49 30 2970 4410'],
    ] as const) {
      await page.getByRole('button', { name: 'Add contact' }).click()
      await page.getByLabel('Name', { exact: true }).last().fill(name)
      await page.getByLabel('Phone').last().fill(phone)
    }
    await page.getByRole('button', { name: 'Move Jens Krüger up' }).click()
    await page.getByLabel('Grid limit in kW').fill('400')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Opening hours' }).click()
    await page.getByRole('option', { name: 'By weekday' }).click()
    await page.getByLabel('Monday').fill('8-18')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Mon 08:00–18:00').waitFor()
    await page.getByText('0% of 400.0 kW').waitFor()
    const call = page.getByRole('link', { name: '+49 30 2970 4410' })
    expect(await call.getAttribute('href')).toBe('tel:+493029704410')
    expect(await operatorConsole.request(siteGet, { id: siteId() })).toMatchObject({
      contacts: [{ name: 'Jens Krüger' }, { name: 'Night desk' }],
      gridlimit: 400_000,
      openinghours: {
        twentyfourseven: false,
        regular_hours: [{ weekday: 1, period_begin: '08:00', period_end: '18:00' }],
      },
    })
  })

  it.each([390, 1440])(
    'shows its chart of power in the height that it had while loading, at %d px',
    async (width) => {
      const { page } = operatorConsole
      const heightOf = async () => (await card.boundingBox())!.height
      const card = page.locator('section', {
        has: page.getByRole('heading', { name: 'Power, last 24 hours' }),
      })
      const held: (() => Promise<void>)[] = []
      await page.setViewportSize({ width, height: 900 })
      await page.route('**/site/power', (route) => void held.push(() => route.continue()))
      await operatorConsole.load(`/crm/site/${siteId()}`)
      await card.waitFor()
      await expect.poll(() => held.length).toBe(1)
      const loading = await heightOf()
      await held[0]!()
      await card.getByRole('img').waitFor()
      expect(await heightOf()).toBe(loading)
      await page.unroute('**/site/power')
    },
  )

  it('has files, which are downloaded and removed', async () => {
    const { page } = operatorConsole
    await tab('Files')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'plan.pdf' }).click()
    expect((await downloading).suggestedFilename()).toBe('plan.pdf')
    expect(await wcagFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove plan.pdf' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No files yet').waitFor()
  })

  it('filters the list of stations', async () => {
    const { page } = operatorConsole
    await operatorConsole.request(stationSet, { id: null, identity: 'ELSEWHERE' })
    await tab('Stations')
    await page.getByRole('link', { name: 'Show in the list of stations' }).click()
    const list = page.getByRole('table', { name: 'Stations' })
    await list.getByText('HBF-1').waitFor()
    expect(await list.getByText('ELSEWHERE').count()).toBe(0)
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  })

  it('is shown with its network', async () => {
    const { page } = operatorConsole
    await operatorConsole.goto('/crm/network')
    await page.getByRole('table', { name: 'North' }).getByText('Hauptbahnhof').click()
    await page.getByRole('heading', { name: 'Hauptbahnhof', level: 1 }).waitFor()
  })
})

it('the list of networks opens at its top, without accessibility faults', async () => {
  const faults = await screenFaults(operatorConsole, { '/crm/network': 'Hauptbahnhof' })
  expect(faults).toEqual([])
})

it('no error was reported in the browser', () => {
  expect(pageErrors).toEqual([])
})
