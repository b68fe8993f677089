import {
  cardSet,
  incidentAcknowledge,
  incidentAssign,
  incidentAssignees,
  incidentClose,
  incidentComment,
  incidentFigures,
  incidentGet,
  incidentList,
  incidentRuleList,
  incidentRuleSet,
  incidentSnooze,
  siteSet,
  stationService,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeListener } from '../src/modules/certificates/authority-store.ts'
import { newId } from '../src/shared/ids.ts'
import {
  addSession,
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

const offlineStation = async () => {
  const station = await addStation({ is_connected: false, connection_changed_at: ago(20 * minuteMs) })
  await evaluate()
  const [incident] = await openIncidents(station)
  return { station, incident: incident! }
}

describe('an incident', () => {
  test('opens again within a day instead of a new one, and is not acknowledged then', async () => {
    const { station, incident } = await offlineStation()
    await server.request(incidentAcknowledge, { id: incident.id }, olga())
    await change(station, { is_connected: true, connection_changed_at: now() })
    await evaluate()
    await later(16)
    await evaluate()
    expect(await openIncidents(station)).toEqual([])
    await later(60)
    await change(station, { is_connected: false, connection_changed_at: ago(20 * minuteMs) })
    await evaluate()
    expect(await openIncidents(station)).toMatchObject([
      { id: incident.id, occurrences: 2, recurrence: 2, acknowledged: null },
    ])
  })

  test('is a new one after more than a day, and the recurrence counts both', async () => {
    const { station, incident } = await offlineStation()
    await change(station, { is_connected: true, connection_changed_at: now() })
    await evaluate()
    await later(16)
    await evaluate()
    await later(26 * 60)
    await change(station, { is_connected: false, connection_changed_at: ago(20 * minuteMs) })
    await evaluate()
    const [next] = await openIncidents(station)
    expect(next).toMatchObject({ occurrences: 1 })
    expect(next!.id).not.toBe(incident.id)
    expect(next!.number).toBeGreaterThan(incident.number)
  })

  test('that a user closes stays closed until the cause occurs again', async () => {
    const { station, incident } = await offlineStation()
    const closed = await server.request(incidentClose, { id: incident.id, text: 'Site is rebuilt' }, olga())
    expect(closed).toMatchObject({ status: 'closed', closedby: 'olga' })
    expect(closed.entries.at(-1)).toMatchObject({ kind: 'closed', username: 'olga', text: 'Site is rebuilt' })
    await evaluate()
    expect(await openIncidents(station)).toEqual([])
    expect(await server.requestError(incidentClose, { id: incident.id }, olga())).toMatchObject({
      code: 'incident.closed',
    })
  })

  test('is acknowledged, assigned, snoozed and commented, each with an entry and an audit entry', async () => {
    const { incident } = await offlineStation()
    const { id } = incident
    const user = (await server.request(incidentAssignees, { id }, olga())).find(({ name }) => name === 'olga')
    await server.request(incidentAcknowledge, { id }, olga())
    await server.request(incidentAssign, { id, assignee: user!.id }, olga())
    await server.request(incidentComment, { id, text: 'Electrician comes at ten' }, olga())
    const until = new Date(now().getTime() + 3_600_000).toISOString()
    const shown = await server.request(incidentSnooze, { id, until }, olga())
    expect(shown).toMatchObject({
      status: 'snoozed',
      acknowledgedby: 'olga',
      assigneename: 'olga',
      snoozeduntil: until,
    })
    expect(shown.entries.map(({ kind }) => kind)).toEqual([
      'opened',
      'acknowledged',
      'assigned',
      'comment',
      'snoozed',
    ])
    expect(await server.changesOf(id)).toHaveLength(4)
    expect(await server.request(incidentSnooze, { id, until: null }, olga())).toMatchObject({
      status: 'open',
    })
  })

  test('cannot be snoozed until a time in the past or assigned to a driver', async () => {
    const { incident } = await offlineStation()
    const { id } = incident
    const past = ago(1000).toISOString()
    expect(await server.requestError(incidentSnooze, { id, until: past }, olga())).toMatchObject({
      code: 'incident.snooze_past',
      field: 'until',
    })
    expect(await server.requestError(incidentAssign, { id, assignee: newId() }, olga())).toMatchObject({
      code: 'incident.assignee_unknown',
      field: 'assignee',
    })
  })

  test('is assigned only to users who see it; users of a client do not see the names of others', async () => {
    const [fleet, other] = [await clientUser('Fleet A', 'ada'), await clientUser('Fleet B', 'bob')]
    const station = await addStation({
      is_connected: false,
      connection_changed_at: ago(20 * minuteMs),
      client_id: fleet.client,
    })
    await evaluate()
    const { id } = (await openIncidents(station))[0]!
    const assignees = (await server.request(incidentAssignees, { id }, olga())).map(({ name }) => name)
    expect(assignees).toEqual(expect.arrayContaining(['ada', 'olga']))
    expect(assignees).not.toContain('bob')
    expect(await server.requestError(incidentAssign, { id, assignee: other.id }, olga())).toMatchObject({
      code: 'incident.assignee_unknown',
    })
    await server.request(incidentAssign, { id, assignee: olga().id }, olga())
    const shown = await server.request(incidentGet, { id }, fleet.user)
    expect(shown.assigneename).toBeNull()
    expect(JSON.stringify(shown)).not.toContain('olga')
    expect(await server.requestError(incidentAssignees, { id }, other.user)).toMatchObject({ status: 404 })
  })

  test('that is not snoozed gets no entry when its snooze is ended', async () => {
    const { incident } = await offlineStation()
    const shown = await server.request(incidentSnooze, { id: incident.id, until: null }, olga())
    expect(shown.entries.map(({ kind }) => kind)).toEqual(['opened'])
  })

  test('has an estimate of the lost sessions from the same hours of the weeks before', async () => {
    const station = await addStation({ created_at: ago(60 * dayMs) })
    // two sessions in the same hour of each of the last four weeks: averaged over eight weeks, one
    for (const weeks of [1, 2, 3, 4])
      for (const minutes of [5, 10]) await addSession(station, ago(weeks * 7 * dayMs + minutes * minuteMs))
    await change(station, { is_connected: false, connection_changed_at: ago(20 * minuteMs) })
    await evaluate()
    const incident = (await openIncidents(station)).find(({ rule }) => rule === 'offline')!
    await change(station, { is_connected: true, connection_changed_at: now() })
    await evaluate()
    expect(await server.request(incidentGet, { id: incident.id }, olga())).toMatchObject({
      lostsessions: 1,
      lostweeks: 8,
    })
  })
})

test('figures count open incidents by severity and rule, and those that are not acknowledged', async () => {
  const before = await server.request(incidentFigures, {}, olga())
  const { incident } = await offlineStation()
  const figures = await server.request(incidentFigures, {}, olga())
  expect(figures).toMatchObject({
    open: before.open + 1,
    unacknowledged: before.unacknowledged + 1,
    critical: before.critical + 1,
    offline: before.offline + 1,
  })
  await server.request(incidentAcknowledge, { id: incident.id }, olga())
  expect((await server.request(incidentFigures, {}, olga())).unacknowledged).toBe(before.unacknowledged)
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

const addMany = (count: number, closedAt: Date | null) =>
  sql`insert into incidents (id, account_id, number, rule, severity, object_key, opened_at, last_at, closed_at,
      created_at, updated_at)
    select gen_random_uuid(), ${olga().accountId}, 100000 + n, 'review', 'minor', 'many ' || n, ${now()}, ${now()},
      ${closedAt}::timestamptz - n * interval '1 second', ${now()}, ${now()}
    from generate_series(1, ${count}::int) n`.execute(server.db)
const removeMany = () =>
  server.db
    .deleteFrom('incidents')
    .where('account_id', '=', olga().accountId)
    .where('number', '>', 100_000)
    .execute()
const countMany = async () =>
  (
    await server.db
      .selectFrom('incidents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('number', '>', 100_000)
      .executeTakeFirstOrThrow()
  ).count

describe('the number of incidents', () => {
  // Proves L145
  test('is limited to 5,000 open ones of an account; a further cause waits', async () => {
    await addMany(5000, null)
    const station = await addStation({ is_connected: false, connection_changed_at: ago(20 * minuteMs) })
    await evaluate()
    expect(await openIncidents(station)).toEqual([])
    await removeMany()
    await evaluate()
    expect(await rulesOf(station)).toEqual(['offline'])
  })

  // Proves L146
  test('is limited to the newest 20,000 closed ones of an account, closed within 400 days', async () => {
    await addMany(20_003, now())
    await evaluate()
    expect(await countMany()).toBeLessThanOrEqual(20_000)
    await sql`update incidents set closed_at = ${ago(401 * dayMs)} where number > 100000`.execute(server.db)
    await evaluate()
    expect(await countMany()).toBe(0)
  })

  // Proves L147
  test('of entries is limited to 500 per incident, and comments have at most 2,000 characters', async () => {
    const { incident } = await offlineStation()
    const { id } = incident
    await sql`insert into incident_entries (id, incident_id, account_id, at, kind)
      select gen_random_uuid(), ${id}, ${olga().accountId}, now(), 'recurred' from generate_series(1, 499)`.execute(
      server.db,
    )
    expect(await server.requestError(incidentComment, { id, text: 'One more' }, olga())).toMatchObject({
      code: 'limit.reached',
    })
    expect(await server.request(incidentClose, { id }, olga())).toMatchObject({ status: 'closed' })
    const text = 'x'.repeat(2001)
    expect(await server.requestError(incidentComment, { id, text }, olga())).toMatchObject({ status: 400 })
  })
})
