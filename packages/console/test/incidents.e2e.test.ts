import type { AnswerOf, incidentFigures, incidentGet } from '@stationmaster/contract'
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
})

const answer = (path: string, body: (route: Route) => unknown) =>
  page.route(`**/api/v1/incident/${path}`, (route) => route.fulfill({ json: body(route) }))
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

/** Answers as a server does that has one incident. */
async function answerIncidents(): Promise<void> {
  await answer('list', () => [fault])
  await answer('count', (route) => {
    const isNew = route.request().postData()?.includes('"acknowledged":null')
    return { count: isNew && fault.acknowledged !== null ? 0 : 1 }
  })
  await answer('figures', figures)
  await answer('get', () => fault)
  await answer('acknowledge', () => {
    const entry = { id: fault.id, at: ago(0), kind: 'acknowledged' as const, username: 'admin', text: null }
    fault = {
      ...fault,
      acknowledged: ago(0),
      acknowledgedby: 'admin',
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
  await answerIncidents()
  // the number on the bell is known from before
  await page.reload()
})
afterAll(() => operatorConsole.close())

it('the bell counts incidents that are not acknowledged, and one is acknowledged on its page', async () => {
  await operatorConsole.goto('/crm/notice')
  const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await bell('Notifications: 1').waitFor()
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
  expect(pageErrors).toEqual([])
})

it.each([1440, 390])(
  'list, incident and rules have no accessibility faults and fit at %i px',
  async (width) => {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/crm/incidents', `/crm/incidents/${fault.id}`, '/crm/incidents/rules']) {
      await operatorConsole.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page
        .getByText(path.endsWith('rules') ? 'Boot loop' : /Connector 2: /)
        .first()
        .waitFor()
      expect(await wcagFaults(page), path).toEqual([])
      expect(await page.evaluate(overflow), path).toBeLessThanOrEqual(0)
    }
    expect(pageErrors).toEqual([])
  },
)
