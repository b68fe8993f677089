import {
  type AnswerOf,
  type incidentFigures,
  type incidentGet,
  incidentNotificationGet,
  incidentRuleSet,
  stationSet,
} from '@stationmaster/contract'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

type Shown = AnswerOf<typeof incidentGet>

let operatorConsole: OperatorConsole
let page: Page
let pageErrors: string[]

const minute = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString()
let fault: Shown
const figures = (): AnswerOf<typeof incidentFigures> => ({
  open: 1,
  unacknowledged: fault.acknowledged === null ? 1 : 0,
  mine: 0,
  snoozed: 0,
  stations: 1,
  critical: 1,
  major: 0,
  minor: 0,
  site_outage: 0,
  offline: 0,
  faulted: 1,
  boot_loop: 0,
  no_session: 0,
  connection_failed: 0,
  unmatched: 0,
  review: 0,
  meter_backwards: 0,
  blocked_card: 0,
  rating_failed: 0,
  driver_report: 0,
  certificate_expiry: 0,
  ledger_mismatch: 0,
})

const answer = (path: string, body: (route: Route) => unknown) =>
  page.route(`**/api/v1/incident/${path}`, (route) => route.fulfill({ json: body(route) }))

/** Answers as a server does that has one incident. */
async function answerIncidents(): Promise<void> {
  await answer('list', () => [fault])
  await answer('count', (route) => {
    const isNew = route.request().postData()?.includes('"acknowledged":null')
    return { count: isNew && fault.acknowledged !== null ? 0 : 1 }
  })
  await answer('figures', figures)
  await answer('get', () => fault)
  await answer('assignees', () => [])
  await answer('acknowledge', (route) => {
    const isAcknowledged = route.request().postDataJSON().acknowledged !== false
    const kind = isAcknowledged ? ('acknowledged' as const) : ('unacknowledged' as const)
    const entry = {
      id: `${fault.id}${fault.entries.length}`,
      at: ago(0),
      kind,
      username: 'admin',
      text: null,
    }
    fault = {
      ...fault,
      acknowledged: isAcknowledged ? ago(0) : null,
      acknowledgedby: isAcknowledged ? 'admin' : null,
      entries: [...fault.entries, { ...entry, details: {} }],
    }
    return fault
  })
}

beforeAll(async () => {
  fault = {
    id: '01990000-0000-7000-8000-000000000001',
    number: 482,
    rule: 'faulted',
    severity: 'critical',
    status: 'open',
    stationid: '01990000-0000-7000-8000-000000000002',
    identity: 'BER-HBF-03',
    stationlabel: null,
    siteid: null,
    sitelabel: null,
    connectorid: 2,
    cardid: null,
    cardname: null,
    idtag: null,
    parentid: null,
    details: { errorcode: 'GroundFailure', info: 'RCD-30MA-TRIP' },
    opened: ago(360),
    last: ago(360),
    occurrences: 4,
    recurrence: 4,
    urgency: 1,
    recovered: null,
    acknowledged: null,
    acknowledgedby: null,
    assignee: null,
    assigneename: null,
    snoozeduntil: null,
    closed: null,
    closedby: null,
    lostsessions: 2,
    lostweeks: 8,
    contactname: 'Jens Krüger',
    contactphone: '+49 30 2970 4410',
    reports: [],
    entries: [
      {
        id: '01990000-0000-7000-8000-000000000003',
        at: ago(359),
        kind: 'opened',
        username: null,
        text: null,
        details: { occurrences: 1 },
      },
    ],
  }
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
  const identity = fault.identity!
  const { station } = await operatorConsole.request(stationSet, { id: null, identity })
  fault = { ...fault, stationid: station.id }
  await answerIncidents()
  // the number on the bell is known from before
  await page.reload()
})
afterAll(() => operatorConsole.close())

it('the bell counts incidents that are not acknowledged, and one is acknowledged on its page', async () => {
  await operatorConsole.goto('/crm/notice')
  const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await bell('Notifications: 1').waitFor()
  const entry = page.locator('aside').getByRole('link', { name: 'Incidents' })
  await expect.poll(() => entry.innerText()).toMatch(/^Incidents\s+1$/)
  await page.getByRole('link', { name: /^Connector 2: / }).waitFor()

  await operatorConsole.goto('/crm/incidents')
  await page.getByText('1 open · 1 not acknowledged').waitFor()
  await page.getByRole('link', { name: /Connector 2: / }).click()
  await page.getByRole('heading', { name: /^Connector 2: / }).waitFor()
  await page.getByText('about 2').waitFor()
  await page.getByText(/fault returns after each reset/).waitFor()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByRole('button', { name: 'Withdraw acknowledgement' }).waitFor()
  await bell('Notifications').waitFor()
  expect(await entry.innerText()).toMatch(/^Incidents\s+1$/)
  await page.getByText('Incident 482 acknowledged').waitFor()
  expect(await wcagFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Acknowledge' }).waitFor()
  await bell('Notifications: 1').waitFor()
  expect(fault.acknowledged).toBeNull()
  expect(pageErrors).toEqual([])
})

it('the key a acknowledges the incident of the list that j has moved to', async () => {
  await operatorConsole.goto('/crm/incidents')
  await page.getByRole('link', { name: /Connector 2: / }).waitFor()
  await page.getByPlaceholder('Filter by station, site or card').press('a')
  expect(fault.acknowledged).toBeNull()
  await page.waitForURL(/[?&]q=a/)
  await page.getByRole('heading', { name: 'Incidents', level: 1 }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await page.getByText('Incident 482 acknowledged').waitFor()
  await page.getByText('1 open · 0 not acknowledged').waitFor()
  expect(pageErrors).toEqual([])
})

it('the notifications of incidents are set in the profile and shown again', async () => {
  await operatorConsole.goto('/crm/profile')
  const form = page.locator('form', { hasText: 'Quiet hours' })
  const save = form.getByRole('button', { name: 'Save' })
  await form.getByRole('checkbox', { name: 'Console' }).check()
  await form.getByLabel('From', { exact: true }).fill('22:00')
  await form.getByLabel('To', { exact: true }).fill('06:00')
  await save.click()
  await page.getByRole('button', { name: 'Send a test message: Console' }).click()
  await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').waitFor()
  expect(await save.isDisabled()).toBe(true)
  expect(await wcagFaults(page)).toEqual([])

  await operatorConsole.goto('/crm/incidents')
  await operatorConsole.goto('/crm/profile')
  await form.waitFor()
  expect(await form.getByRole('checkbox', { name: 'Console' }).isChecked()).toBe(true)
  expect(await form.getByLabel('From', { exact: true }).inputValue()).toBe('22:00')
  expect(await form.getByLabel('To', { exact: true }).inputValue()).toBe('06:00')
  expect(await operatorConsole.request(incidentNotificationGet, {})).toMatchObject({
    console: true,
    quietfrom: '22:00',
    quietto: '06:00',
  })
  expect(pageErrors).toEqual([])
})

it('a rule that was changed is reset to its default', async () => {
  await operatorConsole.request(incidentRuleSet, { rule: 'offline', limit: 30 })
  await operatorConsole.goto('/crm/incidents/rules')
  const limit = page.getByLabel('Limit: Offline')
  const reset = page.getByRole('button', { name: 'Reset: ' })
  await reset.waitFor()
  expect(await limit.inputValue()).toBe('30')
  expect(await wcagFaults(page)).toEqual([])
  await reset.click()
  await reset.waitFor({ state: 'detached' })
  expect(await limit.inputValue()).toBe('15')
  expect(pageErrors).toEqual([])
})
