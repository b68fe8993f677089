import {
  accessRuleSet,
  type BodyOf,
  cardSet,
  clientSet,
  driverReportFileSet,
  driverReportList,
  driverReportSend,
  incidentClose,
  incidentGet,
  incidentList,
  noticeList,
  problemLimits,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let anna: TestUser
let bert: TestUser
let station: string
let connector: string
let photo: string
let count = 0

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  const picture = { create: { width: 800, height: 600, channels: 3 as const, background: '#804020' } }
  photo = (await sharp(picture).jpeg().toBuffer()).toString('base64')
})
afterAll(() => server.close())

beforeEach(async () => {
  count += 1
  const code = `S${count}`
  const { id: site } = await server.request(siteSet, { id: null, code, label: `Harbour ${count}` }, admin)
  station = await addStation({ identity: `REPORT-${count}`, typecode: 'public', site })
  connector = await addConnector(station)
  anna = await server.user(`anna-${count}`, { interface: 'driver' })
  bert = await server.user(`bert-${count}`, { interface: 'driver' })
})

async function addStation(body: object): Promise<string> {
  const { station } = await server.request(stationSet, { id: null, ...body } as never, admin)
  await server.db.updateTable('stations').set({ state: 'available' }).where('id', '=', station.id).execute()
  return station.id
}

async function addConnector(station_id: string): Promise<string> {
  const id = newId()
  const row = {
    id,
    account_id: admin.accountId,
    station_id,
    evse_no: 1,
    state: 'available',
    is_announced: true,
  }
  await server.db.insertInto('evses').values(row).execute()
  return id
}

type Body = BodyOf<typeof driverReportSend>
const reportOf = (more: Partial<Body> = {}): Body => ({
  id: newId(),
  connector,
  category: 'damaged',
  ...more,
})
const send = (who: TestUser, more: Partial<Body> = {}) =>
  server.request(driverReportSend, reportOf(more), who)
const addPhoto = (who: TestUser, id: string, data = photo) =>
  server.call(driverReportFileSet, { id, name: 'cable.jpg', data }, who)
async function incidents(who = admin) {
  await server.app.jobs.work('incidents.evaluate')
  return server.request(incidentList, { filter: { rule: 'driver_report', stationid: station } }, who)
}
const onlyIncident = async (who = admin) => {
  const rows = await incidents(who)
  expect(rows).toHaveLength(1)
  return server.request(incidentGet, { id: rows[0]!.id }, who)
}
const noticesOf = async (who: TestUser) =>
  (await server.request(noticeList, { filter: { kind: 'report' } }, who)).map(({ text }) => text)

describe('reports', () => {
  test('of one station and category make one incident with their number, texts and pictures', async () => {
    const first = await send(anna, { text: ' The cable is torn. ' })
    expect(first).toMatchObject({
      placelabel: `Harbour ${count}`,
      connectorno: 1,
      text: 'The cable is torn.',
    })
    expect((await addPhoto(anna, first.id)).status).toBe(200)
    await send(bert)
    await send(bert, { category: 'blocked' })
    const rows = await incidents()
    expect(rows.map(({ details, severity }) => [details, severity])).toEqual(
      expect.arrayContaining([
        [{ category: 'damaged', events: 2 }, 'major'],
        [{ category: 'blocked', events: 1 }, 'major'],
      ]),
    )
    const damaged = rows.find(({ details }) => details['category'] === 'damaged')!
    const { reports } = await server.request(incidentGet, { id: damaged.id }, admin)
    expect(reports.map(({ username, text }) => [username, text])).toEqual([
      [`bert-${count}`, null],
      [`anna-${count}`, 'The cable is torn.'],
    ])
    const [shown] = reports[1]!.photos
    const opened = await server.fetch(shown!.url)
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await server.fetch(shown!.url.replace('signature=', 'signature=x'))).status).toBe(403)
  })

  test('that are repeated with the same id are stored once, and not by another driver', async () => {
    const body = reportOf()
    await Promise.all([1, 2, 3].map(() => server.request(driverReportSend, body, anna)))
    expect(await server.request(driverReportList, {}, anna)).toHaveLength(1)
    const foreign = await server.requestError(driverReportSend, body, bert)
    expect(foreign.code).toBe('driver.report_not_found')
    expect((await onlyIncident()).reports).toHaveLength(1)
  })

  test('are shown to their driver only', async () => {
    await send(anna)
    expect(await server.request(driverReportList, {}, anna)).toHaveLength(1)
    expect(await server.request(driverReportList, {}, bert)).toEqual([])
    const { id } = await onlyIncident()
    const hidden = await server.requestError(incidentGet, { id }, anna)
    expect(hidden.status).toBe(403)
  })

  test('concern connectors and sessions that the driver may see', async () => {
    const hidden = await addStation({ identity: `PRIVATE-${count}`, typecode: 'private' })
    const closed = await addConnector(hidden)
    const refused = await server.requestError(driverReportSend, reportOf({ connector: closed }), anna)
    expect(refused).toMatchObject({ status: 404, code: 'driver.not_authorized' })
    const { id: card } = await server.request(
      cardSet,
      { id: null, code: `ANNA-${count}`, driver: `anna-${count}` } as never,
      admin,
    )
    const rule = { id: null, code: `R${count}`, label: 'R', effect: 'allow', card, station: hidden }
    await server.request(accessRuleSet, rule as never, admin)
    await expect
      .poll(async () => (await server.call(driverReportSend, reportOf({ connector: closed }), anna)).status)
      .toBe(200)
    const session = newId()
    const at = new Date()
    await server.db
      .insertInto('transactions')
      .values({
        id: session,
        number: 900_000 + count,
        account_id: admin.accountId,
        station_id: station,
        evse_no: 1,
        id_tag: `ANNA-${count}`,
        id_tag_folded: `anna-${count}`,
        card_id: card,
        decision: 'Accepted',
        start_key: session,
        started_at: at,
        meter_start_wh: 0,
      })
      .execute()
    const own = reportOf({ category: 'price', session })
    delete own.connector
    expect(await server.request(driverReportSend, own, anna)).toMatchObject({ connectorno: 1 })
    const foreign = await server.requestError(driverReportSend, { ...own, id: newId() }, bert)
    expect(foreign).toMatchObject({ status: 404, code: 'transaction.not_found' })
    const both = await server.requestError(driverReportSend, reportOf({ session }), anna)
    expect(both).toMatchObject({ status: 400, code: 'driver.report_place_missing' })
    const shown = await onlyIncident()
    expect(shown.reports).toMatchObject([{ transactionid: 900_000 + count }])
  })

  test('of a driver of a client about a public station of the operator are stored with pictures', async () => {
    const client = await server.request(clientSet, { id: null, name: `Fleet ${count}` } as never, admin)
    const member = await server.addUser(`mila-${count}`, { interface: 'driver' })
    await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', member.id).execute()
    const mila = await server.signIn(`mila-${count}`)
    const { id } = await send(mila)
    expect((await addPhoto(mila, id)).status).toBe(200)
    expect(await server.request(driverReportList, {}, mila)).toMatchObject([{ photos: 1 }])
  })

  test('are shown to users of the client of the station, without names of other users', async () => {
    const client = await server.request(clientSet, { id: null, name: `Owner ${count}` } as never, admin)
    await server.db.updateTable('stations').set({ client_id: client.id }).where('id', '=', station).execute()
    await server.addUser(`owen-${count}`)
    await server.db
      .updateTable('users')
      .set({ client_id: client.id })
      .where('username', '=', `owen-${count}`)
      .execute()
    const owen = await server.signIn(`owen-${count}`)
    const { id } = await send(anna)
    await addPhoto(anna, id)
    const { reports } = await onlyIncident(owen)
    expect(reports).toMatchObject([{ username: null, photos: [{ name: 'cable.jpg' }] }])
  })
})

describe('pictures', () => {
  // Proves L269
  test('are limited in number, checked by content, and added to own reports of the last two hours', async () => {
    const { id } = await send(anna)
    const text = await addPhoto(anna, id, Buffer.from('no picture').toString('base64'))
    expect(text.body).toMatchObject({ error: { code: 'picture.unreadable' } })
    const foreign = await addPhoto(bert, id)
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'object.not_found' } } })
    const replies = await Promise.all(
      Array.from({ length: problemLimits.photos + 2 }, () => addPhoto(anna, id)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(problemLimits.photos)
    expect(await server.request(driverReportList, {}, anna)).toMatchObject([{ photos: problemLimits.photos }])
    const old = await send(anna, { category: 'other' })
    await server.db
      .updateTable('problem_reports')
      .set({ created_at: new Date(Date.now() - problemLimits.photoHours * 3_600_000 - 1_000) })
      .where('id', '=', old.id)
      .execute()
    expect((await addPhoto(anna, old.id)).status).toBe(404)
  })
})

describe('closing the incident', () => {
  test('gives each driver the outcome once, and a later report opens it again', async () => {
    await send(anna)
    await send(anna)
    await send(bert)
    const { id } = await onlyIncident()
    await server.request(incidentClose, { id, text: 'We have replaced the cable.' }, admin)
    const text = `Your report about Harbour ${count} has been dealt with. The operator writes: We have replaced the cable.`
    expect(await noticesOf(anna)).toEqual([text])
    expect(await noticesOf(bert)).toEqual([text])
    const [own] = await server.request(driverReportList, {}, anna)
    expect(own).toMatchObject({ outcome: 'We have replaced the cable.' })
    expect(own!.closed).not.toBeNull()
    expect((await server.request(incidentGet, { id }, admin)).reports).toHaveLength(3)
    expect(await incidents()).toMatchObject([{ status: 'closed' }])
    await send(anna)
    const again = await onlyIncident()
    expect(again).toMatchObject({ id, status: 'open', occurrences: 2, details: { events: 1 } })
    expect(again.reports).toHaveLength(4)
  })

  test('without a text says that it has been dealt with, in the language of the driver', async () => {
    await server.db.updateTable('users').set({ locale: 'de' }).where('id', '=', anna.id).execute()
    await send(anna)
    const { id } = await onlyIncident()
    await server.request(incidentClose, { id }, admin)
    expect(await noticesOf(anna)).toEqual([`Ihre Meldung zu Harbour ${count} ist erledigt.`])
  })
})

// Proves L268
test('a driver sends at most five reports an hour, however many at a time', async () => {
  const replies = await Promise.all(
    Array.from({ length: problemLimits.perHour + 3 }, () => server.call(driverReportSend, reportOf(), anna)),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(problemLimits.perHour)
  const refused = replies.find(({ status }) => status !== 200)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'driver.reports_too_many' } } })
  expect(refused!.headers.get('retry-after')).toBe('3600')
})

// Proves L270
test('reports are deleted with their pictures after 400 days', async () => {
  const { id } = await send(anna)
  const recent = await send(anna)
  await addPhoto(anna, id)
  await server.db
    .updateTable('problem_reports')
    .set({ created_at: new Date(Date.now() - 401 * 86_400_000) })
    .where('id', '=', id)
    .execute()
  await server.app.jobs.work('problem-reports.remove-old')
  expect(await server.request(driverReportList, {}, anna)).toMatchObject([{ id: recent.id }])
  const left = await server.db.selectFrom('files').select('id').where('object_id', '=', id).execute()
  expect(left).toEqual([])
})

// Proves L270
test('an account has at most 10,000 open reports', async () => {
  await server.db
    .insertInto('problem_reports')
    .columns(['id', 'account_id', 'station_id', 'category', 'created_at'])
    .expression(
      sql`select gen_random_uuid(), ${admin.accountId}::uuid, ${station}::uuid, 'other', now() from generate_series(1, ${problemLimits.open}::int)`,
    )
    .execute()
  const refused = await server.requestError(driverReportSend, reportOf(), anna)
  expect(refused).toMatchObject({ status: 400, code: 'limit.reached', params: { limit: 10_000 } })
  await server.db.updateTable('problem_reports').set({ closed_at: new Date() }).execute()
  await send(anna)
})
