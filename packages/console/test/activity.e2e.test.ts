import type { AnswerOf, activityGet, activityHistogram, activityList } from '@stationmaster/contract'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageErrorsOf } from './browser.ts'
import { OperatorConsole } from './operator-console.ts'
import { wcagFaults } from './wcag-faults.ts'

type Event = AnswerOf<typeof activityList>[number]

const stationId = '01990000-0000-7000-8000-000000000001'
const minute = 60_000
let operatorConsole: OperatorConsole
let page: Page
let pageErrors: string[]
/** Bodies of the lists that the console requested. */
const requested: { from?: string; to?: string; categories?: string[]; after?: string }[] = []

const event = (number: number, part: Partial<Event> = {}): Event => ({
  id: String(1000 - number),
  datetime: new Date(Date.now() - number * minute).toISOString(),
  reported: null,
  kind: 'connected',
  stationid: stationId,
  identity: 'BERLIN-1',
  connectorid: null,
  cardid: null,
  cardname: null,
  idtag: null,
  transactionid: null,
  userid: null,
  username: null,
  commandid: null,
  details: { address: '192.0.2.1' },
  ...part,
})
const fault = event(1, {
  kind: 'fault_raised',
  connectorid: 2,
  details: { errorcode: 'GroundFailure', vendorerrorcode: 'RCD-30MA-TRIP' },
})
const events = [fault, ...Array.from({ length: 149 }, (_, number) => event(number + 2))]

const answer = (route: Route, body: unknown) => route.fulfill({ json: body })

/** Answers as a server does that has recorded a fault and many connections. */
async function answerActivity(): Promise<void> {
  await page.route('**/api/v1/activity/list', (route) => {
    const body = route.request().postDataJSON() as (typeof requested)[number]
    requested.push(body)
    const rows = events
      .filter(({ id }) => body.after === undefined || Number(id) < Number(body.after))
      .filter(
        ({ kind }) => !body.categories || body.categories.includes('problem') === (kind === 'fault_raised'),
      )
    return answer(route, rows.slice(0, 100))
  })
  await page.route('**/api/v1/activity/histogram', (route) => {
    const { from, to, buckets } = route.request().postDataJSON() as {
      from: string
      to: string
      buckets: number
    }
    const width = (Date.parse(to) - Date.parse(from)) / buckets
    const part = (index: number, counts: object) => ({
      part: index,
      from: new Date(Date.parse(from) + width * index).toISOString(),
      problem: 0,
      connection: 0,
      session: 0,
      refused: 0,
      command: 0,
      other: 0,
      ...counts,
    })
    const parts: AnswerOf<typeof activityHistogram> = [
      part(10, { connection: 140 }),
      part(60, { connection: 9, problem: 1 }),
    ]
    return answer(route, parts)
  })
  await page.route('**/api/v1/activity/get', (route) => {
    const frame = {
      id: '1',
      datetime: fault.datetime,
      stationid: stationId,
      identity: 'BERLIN-1',
      direction: 'in' as const,
      action: 'StatusNotification',
      messageid: 'a1',
      request: '{"connectorId":2,"status":"Faulted","errorCode":"GroundFailure"}',
      response: '{}',
      errorcode: null,
      durationms: 7,
      repeats: 1,
      stationclient: null,
      site: null,
      sitename: null,
      networkname: null,
      stationtags: [],
      commandid: null,
    }
    const found: AnswerOf<typeof activityGet> = { ...fault, frames: [frame], framedays: 30 }
    return answer(route, found)
  })
}

beforeAll(async () => {
  operatorConsole = await OperatorConsole.open()
  page = operatorConsole.page
  pageErrors = pageErrorsOf(page)
  await answerActivity()
}, 240_000)
afterAll(() => operatorConsole?.close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const query = () => new URL(page.url()).searchParams

describe('activity', () => {
  it('shows last night two clicks after the stations', async () => {
    await operatorConsole.goto('/crm/stations')
    await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click()
    await page.getByText('Last night', { exact: true }).click()
    await expect.poll(() => query().get('range')).toBe('night')
    await expect.poll(() => requested.at(-1)?.to).toBeTruthy()
    const { from, to } = requested.at(-1)!
    expect(Date.parse(to!) - Date.parse(from!)).toBe(14 * 60 * minute)
  })

  it('combines filters by category', async () => {
    await button(/^Problems/).click()
    await expect.poll(() => query().get('show')).toBe('problem')
    await expect.poll(() => requested.at(-1)?.categories).toEqual(['problem'])
    await button(/Fault: /).waitFor()
    await button(/^Refused/).click()
    await expect.poll(() => requested.at(-1)?.categories).toEqual(['problem', 'refused'])
    await button(/^Refused/).click()
    await button(/^Problems/).click()
  })

  it('selects a part of the histogram by a drag and by keyboard, and clears it', async () => {
    const picture = (await page.getByRole('img', { name: /150 events/ }).boundingBox())!
    const middle = picture.y + picture.height / 2
    await page.mouse.move(picture.x + picture.width * 0.65, middle)
    await page.mouse.down()
    await page.mouse.move(picture.x + picture.width * 0.8, middle, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => query().get('sfrom')).toBeTruthy()
    await page.getByText('10 events in selection').waitFor()
    const end = query().get('sto')!
    await page.getByRole('slider', { name: 'End of the selection' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => Date.parse(query().get('sto')!)).toBe(Date.parse(end) + 10 * minute)
    await expect.poll(() => requested.at(-1)?.to).toBe(query().get('sto'))
    expect(requested.at(-1)?.from).toBe(query().get('sfrom'))
    await page.mouse.dblclick(picture.x + 10, middle)
    await expect.poll(() => query().get('sto')).toBeNull()
    await page.getByText('150 events in selection').waitFor()
  })

  it('loads older events on scrolling', async () => {
    const last = page.getByText('No older events in this period')
    await page.locator('[data-entry]').first().focus()
    await expect
      .poll(async () => {
        await page.getByRole('list', { name: 'Activity' }).hover()
        await page.mouse.wheel(0, 2_000)
        return last.isVisible()
      })
      .toBe(true)
    expect(requested.some(({ after }) => after !== undefined)).toBe(true)
  })

  it('opens an event with its links and messages, and keeps it in the address', async () => {
    await operatorConsole.goto('/crm/activity')
    await button(/Fault: /).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('link', { name: 'Station' }).waitFor()
    expect(query().get('event')).toBe(fault.id)
    await drawer.getByText('RCD-30MA-TRIP').first().waitFor()
    await drawer.getByText('Raw', { exact: true }).click()
    await drawer.getByText('"errorCode": "GroundFailure"').waitFor()
    expect(await wcagFaults(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Next event' }).click()
    await expect.poll(() => query().get('event')).toBe(events[1]!.id)
    // a click closes the tooltip
    await page.mouse.move(0, 0)
    await drawer.getByRole('button', { name: 'Next event' }).hover()
    await page.getByRole('tooltip', { name: 'Next event' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => query().get('event')).toBeNull()
  })

  it('has no accessibility fault on a wide and on a narrow screen', async () => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await operatorConsole.goto('/crm/activity?range=night')
      await button(/Fault: /).waitFor()
      expect(await wcagFaults(page), String(width)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    expect(pageErrors).toEqual([])
  })
})
