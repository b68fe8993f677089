import {
  incidentAcknowledge,
  incidentAssign,
  incidentAssignees,
  incidentClose,
  incidentComment,
  incidentFigures,
  incidentGet,
  incidentSnooze,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import {
  addSession,
  addStation,
  ago,
  change,
  clientUser,
  dayMs,
  evaluate,
  later,
  minuteMs,
  now,
  offlineStation,
  olga,
  openIncidents,
  openServer,
  rulesOf,
} from './incident-fixture.ts'
import type { TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => void (server = await openServer()))
afterAll(() => server.close())

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
