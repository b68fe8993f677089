import {
  accountSet,
  cardSet,
  commandList,
  commandSend,
  objectFileSet,
  profileSet,
  stationSet,
  transactionList,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { HostileStation, hostile, hostileIdentity } from './hostile-station.ts'
import { OperatorConsole } from './operator-console.ts'
import { drawn, LoadingMonitor } from './loading-monitor.ts'

/**
 * A10: texts of stations and users are displayed as plain text on every screen: no script runs, no policy is
 * violated, nothing is added to the page, and its layout holds.
 */
let operatorConsole: OperatorConsole
let station: HostileStation
let pageErrors: string[]
let loading: LoadingMonitor
const dialogs: string[] = []
let stationId: string
let number: number

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ canDrawMaps: true })
  const { page } = operatorConsole
  pageErrors = pageErrorsOf(page)
  loading = new LoadingMonitor(page)
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  await operatorConsole.load('/crm')
  await setTexts()
}, 240_000)
afterAll(async () => {
  await station?.close()
  await operatorConsole?.close()
})

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Puts hostile texts into every field that users can set. */
async function setTexts(): Promise<void> {
  const { all, long, middle, override, short } = hostile
  const texts = { label: middle, description: `${all}${long}`.slice(0, 2000), address: `${all}${override}` }
  const place = { lat: 52.09, lng: 5.12 }
  const made = await operatorConsole.request(stationSet, {
    id: null,
    identity: hostileIdentity,
    ...texts,
    ...place,
  })
  stationId = made.station.id
  await operatorConsole.request(accountSet, { name: middle })
  for (const code of [short, override.slice(0, 20)])
    await operatorConsole.request(cardSet, {
      id: null,
      code,
      name: middle,
      label: override,
      description: long.slice(0, 2000),
      parentcode: hostile.link.slice(0, 20),
    })
  await operatorConsole.request(objectFileSet, { id: stationId, name: all.slice(0, 200), data: dot })
  station = await HostileStation.connect(operatorConsole.server.origin, made.key!)
  await station.sendAll()
  number = (await operatorConsole.request(transactionList, {})).find(
    (row) => row.connectorid === 1,
  )!.transactionid
  await sendCommands()
}

async function sendCommands(): Promise<void> {
  const { all } = hostile
  const location = `ftp://example.org/${encodeURIComponent(all)}`
  const schedule = { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] }
  const profile = {
    chargingProfileId: 1,
    stackLevel: 0,
    chargingProfilePurpose: 'TxDefaultProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: schedule,
  }
  await operatorConsole.request(profileSet, { id: null, description: hostile.middle, profile })
  const orders: [action: string, payload: Record<string, unknown>][] = [
    ['GetConfiguration', {}],
    ['GetDiagnostics', { location }],
    ['DataTransfer', { vendorId: hostile.middle, messageId: hostile.short, data: all }],
    ['ClearCache', {}],
    ['ChangeConfiguration', { key: hostile.short, value: all }],
    [
      'ReserveNow',
      { connectorId: 2, expiryDate: new Date(Date.now() + 600_000).toISOString(), idTag: hostile.short },
    ],
  ]
  for (const [action, payload] of orders)
    await operatorConsole.request(commandSend, {
      identities: [hostileIdentity],
      action,
      payload,
      waitms: 10_000,
    })
  expect((await operatorConsole.request(commandList, {})).every((row) => row.statecode !== 'queued')).toBe(
    true,
  )
}

/** Returns elements and side effects that a text would have created if it had been interpreted. */
const injected = () =>
  operatorConsole.page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const isForeign =
          element.matches(
            'img[src="x"], iframe, object, embed, b[onclick], svg[onload], base, title ~ title',
          ) ||
          (element.matches('script') && !element.hasAttribute('src') && !element.hasAttribute('nonce'))
        const hasScript = element
          .getAttributeNames()
          .some(
            (name) =>
              name.startsWith('on') || /^\s*(javascript|vbscript):/i.test(element.getAttribute(name)!),
          )
        return isForeign || hasScript
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )

/** Returns by how many px the page is wider than its window, and the elements that overflow. */
const tooWide = () =>
  operatorConsole.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )

const path = (...parts: (string | number)[]) => `/${parts.map((part) => encodeURIComponent(part)).join('/')}`
const sections = [
  'activity',
  'details',
  'connectors',
  'location',
  'transactions',
  'reservations',
  'log',
  'photos',
  'link',
]
const commands = [
  'GetConfiguration',
  'DataTransfer',
  'SetChargingProfile',
  'ChangeConfiguration',
  'GetDiagnostics',
]
const search = encodeURIComponent(hostile.middle)
/** Every screen; the function returns the address, which contains ids that are not known before. */
const screens: [what: string, address: () => string][] = [
  ['the overview', () => '/crm'],
  ['tiles of stations', () => '/crm/stations?view=tiles'],
  ['the table of stations', () => '/crm/stations?view=table'],
  ['the map', () => '/crm/stations?view=map'],
  ['stations that were searched', () => `/crm/stations?q=${search}`],
  ...sections.map((section): [string, () => string] => [
    `a station: ${section}`,
    () => path('crm', 'station', hostileIdentity, section),
  ]),
  ['a station by its id', () => path('crm', 'station', stationId)],
  ['transactions', () => '/crm/transactions'],
  ['a transaction', () => `/crm/transactions?tx=${number}`],
  ['cards', () => '/crm/cards'],
  ['the search', () => `/crm/search?q=${search}`],
  ['notices', () => '/crm/notice'],
  ['the profile', () => '/crm/profile'],
  ['the stations of the tools', () => '/ocpp'],
  ...commands.map((command): [string, () => string] => [
    `a command: ${command}`,
    () => path('ocpp', 'command', hostileIdentity, command),
  ]),
  ['an address that does not exist', () => path('crm', hostile.middle)],
  ['a station that does not exist', () => path('crm', 'station', hostile.short)],
  ['a command that does not exist', () => path('ocpp', 'command', hostileIdentity, hostile.short)],
]

/** Widths of a desktop and of a phone; the page adapts without a reload. */
const widths = [1440, 390]

// Proves A10, S2.14
it.each(screens)(
  '%s shows texts as plain text',
  async (_what, address) => {
    const { page } = operatorConsole
    await page.setViewportSize({ width: widths[0]!, height: 900 })
    await operatorConsole.goto(address())
    await page.locator('h1, [role="dialog"]').first().waitFor()
    await loading.done()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await drawn(page, 2)
      expect(await injected()).toEqual([])
      expect(await tooWide(), `at ${width} px`).toBeLessThanOrEqual(0)
    }
    expect(dialogs).toEqual([])
    // the browser itself reports addresses that do not exist
    expect(pageErrors.splice(0).filter((line) => !/status of 404/.test(line))).toEqual([])
  },
  60_000,
)

// Proves A10
it('hostile texts are displayed character by character', async () => {
  await operatorConsole.page.setViewportSize({ width: 1440, height: 900 })
  await operatorConsole.goto(path('crm', 'station', hostileIdentity, 'details'))
  await operatorConsole.page.getByText(hostile.all, { exact: false }).first().waitFor()
  await operatorConsole.goto('/crm/cards')
  await operatorConsole.page.getByText(hostile.middle, { exact: false }).first().waitFor()
})

// Proves A10
it('markup injected into a page is detected by these tests', async () => {
  await operatorConsole.page.evaluate(
    (markup) => document.body.insertAdjacentHTML('beforeend', markup),
    hostile.all,
  )
  expect((await injected()).join()).toContain('<svg onload')
  await expect.poll(() => pageErrors.join()).toMatch(/policy: (script|img|frame)-src/)
})
