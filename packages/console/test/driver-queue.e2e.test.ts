import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  adminUserSet,
  type AnswerOf,
  cardSet,
  connectorList,
  connectorStart,
  connectorStop,
  driverQueueGet,
  driverQueueJoin,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openPage, pageErrorsOf, type SignIn, storedSignIn, TestBrowser } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

const simulator = fileURLToPath(new URL('../../simulator/bin/stationmaster-simulator.mjs', import.meta.url))
const password = 'a long enough password'

let operatorConsole: OperatorConsole
let browser: TestBrowser
let station: ChildProcess
let runStation: (scenario: string) => ChildProcess
let page: Page
let pageErrors: string[]
let connector: AnswerOf<typeof connectorList>[number]
let site: string
let otherToken: string

const ask: OperatorConsole['request'] = (row, body) => operatorConsole.request(row, body)

async function addDriver(username: string): Promise<SignIn> {
  const user = { id: null, username, password, passwordchange: false, interfacecode: 'driver' as const }
  await ask(adminUserSet, user)
  await ask(cardSet, { id: null, code: `${username.toUpperCase()}-1`, driver: username })
  const credentials = { grant_type: 'password', username, password }
  return (await operatorConsole.server.request('/oauth2/token', credentials)) as SignIn
}

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open({ env: { AREAS: 'authorize,crm,driver,admin,ocpp' } })
  const place = { code: 'K1', label: 'Harbour', address: 'Quay 1', city: 'Kiel', lat: 54.32, lng: 10.14 }
  site = (await ask(siteSet, { id: null, ...place })).id
  const { key, link } = await ask(stationSet, {
    id: null,
    identity: 'QUEUE-1',
    label: 'North',
    typecode: 'public',
    site,
  })
  runStation = (scenario) => {
    const words = `--identity QUEUE-1 --scenario ${scenario} --speed 12 --sample-interval 2 --cards OTTO-1`
    return spawn(process.execPath, [simulator, `--url=${link}`, `--key=${key}`, ...words.split(' ')])
  }
  station = runStation('remote-start')
  const dora = await addDriver('dora')
  otherToken = (await addDriver('otto')).access_token
  const connectors = () => ask(connectorList, { filter: { identity: 'QUEUE-1', connectorid: 1 } })
  await vi.waitFor(async () => expect((await connectors())[0]?.statecode).toBe('available'), {
    timeout: 90_000,
    interval: 200,
  })
  connector = (await connectors())[0]!
  await ask(connectorStart, { id: connector.id, card: 'OTTO-1' })
  await vi.waitFor(async () => expect((await connectors())[0]?.statecode).toBe('charging'), {
    timeout: 60_000,
    interval: 200,
  })
  browser = await TestBrowser.open()
  page = await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true })
  pageErrors = pageErrorsOf(page)
  await page.goto(`${operatorConsole.server.origin}/livez`)
  await page.evaluate(
    (stored) => localStorage.setItem('stationmaster.login_token', stored),
    storedSignIn(dora),
  )
}, 240_000)

afterAll(async () => {
  if (station?.exitCode === null) {
    station.kill('SIGKILL')
    await once(station, 'exit')
  }
  await browser?.close()
  await operatorConsole?.close()
})

const asOther = (path: string, body: unknown) =>
  operatorConsole.server.request(`/api/v1${path}`, body, otherToken)

async function isSound(): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await wcagFaults(page)).toEqual([])
}

it('joins where all connectors are taken, sees the place without names, and moves back', async () => {
  await page.goto(`${operatorConsole.server.origin}/driver/stations/${site}`)
  await page.getByRole('button', { name: 'Join queue' }).tap()
  await page.getByText('of 1').waitFor()
  await isSound()
  await asOther(driverQueueJoin.path, { id: site })
  const waiting = page.getByRole('list', { name: 'Queue' }).getByRole('listitem')
  await expect
    .poll(() => waiting.allInnerTexts())
    .toEqual([expect.stringContaining('You'), expect.stringContaining('Another driver')])
  await page.getByRole('button', { name: 'Move back one' }).tap()
  await expect.poll(async () => (await waiting.allInnerTexts())[0]).toContain('Another driver')
  await asOther('/driver/queue/leave', {})
  await page.getByText('of 1').waitFor()
  expect(await page.content()).not.toMatch(/otto|OTTO/)
})

it('shows the turn by itself, reserved at the station, and starts there', async () => {
  const ended = once(station, 'exit')
  await ask(connectorStop, { id: connector.id })
  // the scenario ends with the session; the station comes back without a car
  await ended
  station = runStation('idle')
  await page.getByRole('heading', { name: 'Your turn: connector 1' }).waitFor()
  await page.getByText('Reserved', { exact: true }).waitFor()
  expect(await page.getByRole('timer').textContent()).toMatch(/^(10:00|9:\d\d)$/)
  await isSound()
  await page.getByRole('link', { name: 'Find', exact: true }).tap()
  await page.getByRole('link', { name: 'Your turn at Harbour: connector 1' }).tap()
  await page.getByRole('link', { name: 'Start on connector 1' }).tap()
  await page.getByRole('button', { name: 'Start charging' }).tap()
  await page.waitForURL(/\/driver\/charge\/[^/]+\/[^/]+\/[^/]+$/)
  await page.getByRole('heading', { name: 'Plug in the cable' }).waitFor()
})

it('passes on, and reports no error', async () => {
  await page.goto(`${operatorConsole.server.origin}/driver/queue`)
  await page.getByRole('button', { name: 'Pass on to the next driver' }).tap()
  await page.getByRole('heading', { name: 'You passed on your turn' }).waitFor()
  await isSound()
  const { own } = (await asOther(driverQueueGet.path, {})) as AnswerOf<typeof driverQueueGet>
  expect(own?.reason).toBe('left')
  expect(pageErrors).toEqual([])
})
