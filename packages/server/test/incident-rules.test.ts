import {
  cardSet,
  incidentAcknowledge,
  incidentDeliveryList,
  incidentGet,
  incidentList,
  incidentNotificationSet,
  incidentRuleList,
  incidentRuleSet,
  incidentSnooze,
  noticeList,
  siteSet,
  stationService,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeListener } from '../src/modules/certificates/authority-store.ts'
import {
  addStation,
  ago,
  causes,
  certifyFor,
  change,
  clientUser,
  dayMs,
  evaluate,
  happened,
  later,
  minuteMs,
  now,
  offlineStation,
  olga,
  openIncidents,
  openServer,
  rulesOf,
} from './incident-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let server: TestServer
beforeAll(async () => void (server = await openServer()))
afterAll(() => server.close())

describe.each(causes)('the rule $rule', ({ rule, begin, end, details }) => {
  test('opens one incident, which recovers, recurs and closes when the cause is gone', async () => {
    const station = await addStation()
    await evaluate()
    expect(await openIncidents(station)).toEqual([])

    await begin(station)
    await evaluate()
    await evaluate()
    const [incident, ...others] = await openIncidents(station)
    expect(others).toEqual([])
    expect(incident).toMatchObject({ rule, status: 'open', occurrences: 1, recurrence: 1 })
    expect(incident!.details).toMatchObject(details)

    await end(station)
    await evaluate()
    expect(await openIncidents(station)).toMatchObject([{ id: incident!.id, status: 'recovered' }])

    await later(1)
    await begin(station)
    await evaluate()
    expect(await openIncidents(station)).toMatchObject([{ id: incident!.id, status: 'open', occurrences: 2 }])

    await end(station)
    await evaluate()
    await later(16)
    await change(station, { last_seen_at: now(), connection_changed_at: now() })
    await evaluate()
    expect(await rulesOf(station)).not.toContain(rule)
    const closed = await server.request(incidentGet, { id: incident!.id }, olga())
    expect(closed).toMatchObject({ status: 'closed', closedby: null })
    expect(closed.entries.map(({ kind }) => kind)).toEqual([
      'opened',
      'recovered',
      'recurred',
      'recovered',
      'closed',
    ])
  })
})

// Proves H10
test('a certificate that expires within 7 days is more severe; port and authority have one incident per account', async () => {
  const station = await addStation()
  await certifyFor(station, 31)
  const all = async () =>
    (await server.request(incidentList, { filter: { rule: 'certificate_expiry' } }, olga())).map(
      ({ stationid, severity, status, details }) => ({
        stationid,
        severity,
        status,
        of: details.certificate,
      }),
    )
  const ofStation = async () => (await all()).filter(({ stationid }) => stationid === station)
  await evaluate()
  expect(await ofStation()).toEqual([])
  await later(2 * 24 * 60)
  await evaluate()
  expect(await ofStation()).toMatchObject([{ severity: 'major', status: 'open' }])
  await later(23 * 24 * 60)
  await evaluate()
  expect(await ofStation()).toMatchObject([{ severity: 'critical', status: 'open' }])
  // a newer one that the station has not confirmed may never be used
  await certifyFor(station, 397, 'sent')
  await later(16)
  await evaluate()
  expect(await ofStation()).toMatchObject([{ severity: 'critical', status: 'open' }])
  await certifyFor(station, 397)
  await server.db
    .updateTable('certificate_authorities')
    .set({ expires_at: ago(-6 * dayMs) })
    .execute()
  await storeListener(server.db, 'test', {
    certificates: [],
    authorities: [
      {
        subject: 'O=Operator, CN=Own authority',
        issuer: 'CN=Own authority',
        fingerprint: 'ab'.repeat(32),
        validFrom: ago(dayMs),
        validUntil: ago(-5 * dayMs),
      },
    ],
    expires: ago(-29 * dayMs),
    loadedAt: now(),
    checkedAt: now(),
    problem: null,
  })
  await evaluate()
  expect((await all()).filter(({ stationid }) => stationid === null)).toEqual(
    expect.arrayContaining([
      { stationid: null, severity: 'critical', status: 'open', of: 'authority' },
      { stationid: null, severity: 'major', status: 'open', of: 'port' },
    ]),
  )
  const ofOwn = async () => (await all()).filter(({ of }) => of === 'client_authority')
  expect(await ofOwn(), 'the station has a certificate of this server').toEqual([])
  await addStation({ security_profile: 3, connected_profile: 3 })
  await evaluate()
  expect(await ofOwn()).toEqual([
    { stationid: null, severity: 'critical', status: 'open', of: 'client_authority' },
  ])
  await server.db.updateTable('certificate_authorities').set({ retired_at: now() }).execute()
  await server.db.deleteFrom('tls_listeners').execute()
  await evaluate()
  await later(16)
  await evaluate()
  expect((await all()).filter(({ status }) => status !== 'closed')).toEqual([])
})

/** Notes that a station or one of its connectors is out of service. */
const takeOut = (id: string, more: { connectorid?: number } = {}) =>
  server.request(stationService, { id, ...more, outofservice: { reason: 'Broken display' } }, olga())
const putBack = (id: string, more: { connectorid?: number } = {}) =>
  server.request(stationService, { id, ...more, outofservice: null }, olga())

describe('what a user took out of service', () => {
  const silent = new Set<string>(['offline', 'faulted', 'boot_loop', 'no_session'])
  test.each(causes.filter(({ rule }) => silent.has(rule)))(
    'opens no incident of the rule $rule until it is back in service',
    async ({ rule, begin }) => {
      const station = await addStation()
      await takeOut(station)
      await begin(station)
      await evaluate()
      expect(await openIncidents(station)).toEqual([])

      await putBack(station)
      await evaluate()
      expect(await openIncidents(station)).toMatchObject([{ rule, status: 'open' }])

      await takeOut(station)
      await evaluate()
      expect(await openIncidents(station)).toMatchObject([{ rule, status: 'recovered' }])
    },
  )

  test('as a single connector opens no incident about its fault', async () => {
    const station = await addStation()
    await causes.find(({ rule }) => rule === 'faulted')!.begin(station)
    await takeOut(station, { connectorid: 2 })
    await evaluate()
    expect(await openIncidents(station)).toEqual([])

    await putBack(station, { connectorid: 2 })
    await evaluate()
    expect(await rulesOf(station)).toEqual(['faulted'])
  })

  test('does not count as an outage of its site', async () => {
    const { id: siteid } = await server.request(siteSet, { id: null, label: 'Under repair' }, olga())
    const offline = { site_id: siteid, is_connected: false, connection_changed_at: ago(5 * minuteMs) }
    const stations = [await addStation(offline), await addStation(offline), await addStation(offline)]
    for (const station of stations) await takeOut(station)
    const outages = async () => {
      await evaluate()
      const found = await server.request(incidentList, { filter: { rule: 'site_outage' } }, olga())
      return found.filter((incident) => incident.siteid === siteid)
    }
    expect(await outages()).toEqual([])

    for (const station of stations) await putBack(station)
    expect(await outages()).toHaveLength(1)
  })
})

test('a blocked card that a user unblocks has no open incident', async () => {
  const station = await addStation()
  const { id: card } = await server.request(cardSet, { id: null, code: 'BLOCKED-1' }, olga())
  await server.db.updateTable('cards').set({ state: 'disabled' }).where('id', '=', card).execute()
  for (let use = 0; use < 3; use += 1)
    await happened(station, 'authorization_refused', {
      card,
      tag: 'BLOCKED-1',
      details: { status: 'Blocked' },
    })
  await evaluate()
  expect(await openIncidents(station)).toMatchObject([{ rule: 'blocked_card', cardid: card, status: 'open' }])
  await server.db.updateTable('cards').set({ state: 'enabled' }).where('id', '=', card).execute()
  await evaluate()
  expect(await openIncidents(station)).toMatchObject([{ status: 'recovered' }])
})

const offlineRule = async (body: Record<string, unknown> = {}) =>
  (await server.request(incidentRuleList, body, olga())).find(({ rule }) => rule === 'offline')!

describe('the rules', () => {
  let admin: TestUser
  let site: string
  beforeAll(async () => {
    admin = await server.user('adam', { isAdmin: true })
    site = (await server.request(siteSet, { id: null, label: 'Central' }, olga())).id
  })
  const setRule = (body: Record<string, unknown>) =>
    server.request(incidentRuleSet, { rule: 'offline', ...body }, admin)

  test('of a site win over those of the account, which win over the defaults', async () => {
    expect(await offlineRule()).toMatchObject({ enabled: true, limit: 15, severity: 'critical' })
    await setRule({ limit: 60, severity: 'major' })
    await setRule({ site, limit: 5 })
    expect(await offlineRule({ site })).toMatchObject({
      limit: 5,
      severity: 'major',
      own: { limit: 5, severity: null, enabled: null },
    })
    const since = { is_connected: false, connection_changed_at: ago(20 * minuteMs) }
    const [here, elsewhere] = [await addStation({ ...since, site_id: site }), await addStation(since)]
    await evaluate()
    expect(await openIncidents(here)).toMatchObject([{ rule: 'offline', severity: 'major' }])
    expect(await openIncidents(elsewhere)).toEqual([])
    await setRule({ site, enabled: false })
    await evaluate()
    expect(await openIncidents(here)).toMatchObject([{ status: 'recovered' }])
    await setRule({ site, enabled: null, limit: null })
    await setRule({ limit: null, severity: null })
    expect(await offlineRule({ site })).toMatchObject({ enabled: true, limit: 15, severity: 'critical' })
  })

  test('have limits within their range; users of a client change those of its sites only', async () => {
    const body = { rule: 'offline', limit: 0 }
    expect(await server.requestError(incidentRuleSet, body, admin)).toMatchObject({
      code: 'incident.limit_range',
      field: 'limit',
    })
    const { user: fred } = await clientUser('Fleet', 'fred')
    const refusal = { status: 403, code: 'access.cannot_change' }
    expect(await server.requestError(incidentRuleSet, { ...body, limit: 9 }, fred)).toMatchObject(refusal)
    expect(await server.requestError(incidentRuleSet, { ...body, site, limit: 9 }, fred)).toMatchObject({
      code: 'site.not_found',
    })
  })
})

test('an incident that closed because its limit was raised opens again when the limit is reached', async () => {
  const { station, incident } = await offlineStation()
  const admin = await server.signIn('adam')
  await server.request(incidentRuleSet, { rule: 'offline', limit: 60 }, admin)
  await evaluate()
  await later(16)
  await evaluate()
  expect(await openIncidents(station)).toEqual([])
  await later(60)
  await evaluate()
  expect(await openIncidents(station)).toMatchObject([{ id: incident.id, status: 'open' }])
  await server.request(incidentRuleSet, { rule: 'offline', limit: null }, await server.signIn('adam'))
})

test('an incident whose severity rises is notified again once, also after it was acknowledged and postponed', async () => {
  const choose = (severity: 'minor' | 'critical', user: TestUser) =>
    server.request(
      incidentNotificationSet,
      { console: true, email: false, webhook: false, severity, timezone: 'Europe/Berlin' },
      user,
    )
  await choose('minor', olga())
  const carla = await server.user('carla')
  await choose('critical', carla)
  const notify = async () => {
    await evaluate()
    await server.app.jobs.work('incidents.notify')
  }
  const station = await addStation()
  await certifyFor(station, 29)
  await notify()
  const [opened] = await openIncidents(station)
  const id = opened!.id
  await server.request(incidentAcknowledge, { id }, olga())
  await server.request(incidentSnooze, { id, until: ago(-60 * dayMs).toISOString() }, olga())
  await later(23 * 24 * 60)
  await notify()
  await notify()
  expect(await openIncidents(station)).toMatchObject([
    { severity: 'critical', status: 'open', acknowledged: null },
  ])
  const deliveries = await server.request(incidentDeliveryList, { filter: { incidentid: id } }, olga())
  const kinds = (user: TestUser) =>
    deliveries
      .filter(({ username }) => username === user.username)
      .map(({ kind, state }) => `${kind} ${state}`)
  expect(kinds(olga()).sort()).toEqual(['opened delivered', 'raised delivered'])
  expect(kinds(carla)).toEqual(['raised delivered'])
  const notices = await server.request(noticeList, {}, olga())
  expect(notices.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^Severity raised – Critical – Certificate expires: /),
  )
  const { entries } = await server.request(incidentGet, { id }, olga())
  expect(entries.map(({ kind }) => kind)).toContain('raised')
})
