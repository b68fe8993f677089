import {
  incidentAcknowledge,
  incidentAssignees,
  incidentDeliveryList,
  incidentEscalationList,
  incidentEscalationSet,
  incidentEscalationTargets,
  incidentFigures,
  incidentGet,
  incidentList,
  incidentNotificationSet,
  siteSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import {
  addStation,
  ago,
  change,
  clientUser,
  evaluate,
  later,
  minuteMs,
  now,
  olga,
  openIncidents,
  openServer,
} from './incident-fixture.ts'
import type { TestServer } from './test-server.ts'

let server: TestServer
let site = ''
beforeAll(async () => void (server = await openServer()))
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('incidents').execute()
  await server.db.updateTable('stations').set({ state: 'disabled', site_id: null }).execute()
  site = (await server.request(siteSet, { id: null, label: 'Harbour' }, olga())).id
})

const offlineFor = (minutes: number) => ({
  is_connected: false,
  connection_changed_at: ago(minutes * minuteMs),
})
const deliveries = () => server.request(incidentDeliveryList, {}, olga())

const outages = async () =>
  (await server.request(incidentList, { filter: { rule: 'site_outage' } }, olga())).map(
    ({ status, details }) => [status, details],
  )
const escalated = async () => (await deliveries()).filter(({ kind }) => kind === 'escalated')

describe('an outage of a site', () => {
  test('is one incident with one message, under which those of its stations are folded', async () => {
    await server.request(incidentNotificationSet, { console: true, severity: 'minor' }, olga())
    const offline = [
      await addStation({ site_id: site, ...offlineFor(17) }),
      await addStation({ site_id: site, ...offlineFor(18) }),
      await addStation({ site_id: site, ...offlineFor(20) }),
    ]
    for (let n = 0; n < 2; n += 1) await addStation({ site_id: site })
    const elsewhere = await addStation(offlineFor(20))
    await evaluate()
    expect(await outages()).toEqual([['open', { offline: 3, stations: 5 }]])
    const [outage] = await server.request(incidentList, { filter: { rule: 'site_outage' } }, olga())
    expect(outage).toMatchObject({
      sitelabel: 'Harbour',
      stationid: null,
      severity: 'critical',
      parentid: null,
    })
    for (const station of offline)
      expect(await openIncidents(station)).toMatchObject([{ rule: 'offline', parentid: outage!.id }])
    expect(await openIncidents(elsewhere)).toMatchObject([{ parentid: null }])
    expect(await server.request(incidentFigures, {}, olga())).toMatchObject({
      open: 2,
      unacknowledged: 2,
      site_outage: 1,
      offline: 1,
      stations: 4,
    })
    expect(new Set((await deliveries()).map(({ incidentid }) => incidentid))).toEqual(
      new Set([outage!.id, (await openIncidents(elsewhere))[0]!.id]),
    )
    // two stations return: the third one is an incident of its own, with a message
    for (const station of offline.slice(0, 2))
      await change(station, { is_connected: true, connection_changed_at: now() })
    await evaluate()
    await evaluate()
    expect(await outages()).toMatchObject([['recovered', {}]])
    expect(await openIncidents(offline[2]!)).toMatchObject([{ status: 'open', parentid: null }])
    expect(await deliveries()).toHaveLength(3)
  })

  test('counts all its stations that are offline, and those of a client for its users', async () => {
    const limited = await clientUser('Part', 'paula')
    for (const minutes of [4, 4, 5, 1]) await addStation({ site_id: site, ...offlineFor(minutes) })
    await addStation({ site_id: site, client_id: limited.client, ...offlineFor(4) })
    await addStation({ site_id: site })
    await evaluate()
    expect(await outages()).toEqual([['open', { offline: 5, stations: 6 }]])
    expect(await server.request(incidentFigures, {}, olga())).toMatchObject({ open: 1, stations: 5 })
    await server.db.updateTable('sites').set({ client_id: limited.client }).where('id', '=', site).execute()
    expect(await server.request(incidentFigures, {}, limited.user)).toMatchObject({ open: 1, stations: 1 })
  })

  test('announces the incidents that are folded and unfolded to open consoles', async () => {
    let announced: string[] = []
    const stop = server.app.bus.on('hint', ({ hint }) => announced.push(...(hint.ids ?? [])))
    const offline = [
      await addStation({ site_id: site, ...offlineFor(17) }),
      await addStation(offlineFor(12)),
      await addStation(offlineFor(12)),
    ]
    await evaluate()
    const [incident] = await openIncidents(offline[0]!)
    await later(2)
    for (const station of offline.slice(1)) await change(station, { site_id: site })
    announced = []
    await evaluate()
    expect(await openIncidents(offline[0]!)).toMatchObject([{ parentid: expect.any(String) }])
    await expect.poll(() => announced).toContain(incident!.id)
    for (const station of offline.slice(1))
      await change(station, { is_connected: true, connection_changed_at: now() })
    announced = []
    await evaluate()
    expect(await openIncidents(offline[0]!)).toMatchObject([{ parentid: null }])
    await expect.poll(() => announced).toContain(incident!.id)
    stop()
  })

  test.each([
    ['fewer than three', [17, 18], 0],
    ['fewer than half', [17, 18, 19], 4],
    ['stations that went offline at different times', [20, 40, 60], 0],
    ['stations that have been offline for two minutes', [2, 2, 2], 0],
  ])('does not open for %s', async (_, minutes, online) => {
    for (const each of minutes) await addStation({ site_id: site, ...offlineFor(each) })
    for (let n = 0; n < online; n += 1) await addStation({ site_id: site })
    await evaluate()
    expect(await outages()).toEqual([])
  })
})

describe('an incident that no user acknowledges', () => {
  beforeEach(async () => {
    await server.db.deleteFrom('incident_deliveries').execute()
    await server.db.deleteFrom('incident_notifications').execute()
  })

  test('is sent to a second user after the minutes of the account, once', async () => {
    const boss = await server.user('boss')
    const set = { severity: 'critical', minutes: 10, user: boss.id }
    await server.request(incidentEscalationSet, set, olga())
    const [waiting, acknowledged] = [await addStation(offlineFor(20)), await addStation(offlineFor(20))]
    await evaluate()
    const { id } = (await openIncidents(acknowledged))[0]!
    await server.request(incidentAcknowledge, { id }, olga())
    await later(9)
    await evaluate()
    expect(await escalated()).toEqual([])
    await later(2)
    await evaluate()
    await evaluate()
    const [incident] = await openIncidents(waiting)
    expect(await escalated()).toMatchObject([
      { incidentid: incident!.id, user: boss.id, username: 'boss', channel: 'console', state: 'waiting' },
    ])
    const { entries } = await server.request(incidentGet, { id: incident!.id }, olga())
    expect(entries.map(({ kind, details }) => [kind, details.assigneename])).toContainEqual([
      'escalated',
      'boss',
    ])
  })

  test('is sent to the group that the site sets instead of the account', async () => {
    const { users, groups } = await server.request(incidentEscalationTargets, {}, olga())
    expect(users.map(({ name }) => name)).toContain('olga')
    const operators = groups.find(({ name }) => name === 'Operators')!
    await server.request(
      incidentEscalationSet,
      { site, severity: 'critical', minutes: 1, group: operators.id },
      olga(),
    )
    const rows = await server.request(incidentEscalationList, { site }, olga())
    expect(rows[0]).toMatchObject({
      severity: 'critical',
      minutes: 1,
      targetname: 'Operators',
      groupcode: 'operators',
    })
    expect(await server.changesOf(site)).toContain('escalation by olga')
    expect(rows[0]!.inherited).toMatchObject({ minutes: 10 })
    await addStation({ site_id: site, ...offlineFor(20) })
    await evaluate()
    await later(2)
    await evaluate()
    const names = (await escalated()).map(({ username }) => username)
    expect(names).toEqual(expect.arrayContaining(['olga', 'boss']))
  })

  // Proves L183
  test('can be sent to any of more users than are offered', async () => {
    const accountId = olga().accountId
    const names = [...Array.from({ length: 50 }, (_, n) => `fleet-${n}`), 'zed_last']
    const added = names.map((username) => ({ id: newId(), account_id: accountId, username }))
    await server.db.insertInto('users').values(added).execute()
    const all = await server.request(incidentEscalationTargets, {}, olga())
    expect(all.users).toHaveLength(50)
    const { users, groups } = await server.request(incidentEscalationTargets, { text: 'ZED_L' }, olga())
    expect(users.map(({ name }) => name)).toEqual(['zed_last'])
    // the names of built-in groups depend on the language
    expect(groups.map(({ code }) => code)).toEqual(['administrators', 'operators'])
    expect(all.users).not.toContainEqual(users[0])
    const set = { severity: 'minor', minutes: 5, user: users[0]!.id }
    const rows = await server.request(incidentEscalationSet, set, olga())
    expect(rows.at(-1)).toMatchObject({ targetname: 'zed_last' })
    const station = await addStation(offlineFor(20))
    await evaluate()
    const [incident] = await openIncidents(station)
    expect(await server.request(incidentAssignees, { id: incident!.id, text: 'zed_' }, olga())).toEqual(users)
  })

  test('is not sent if the site has switched it off', async () => {
    const off = { site, severity: 'critical', minutes: null, off: true }
    const rows = await server.request(incidentEscalationSet, off, olga())
    expect(rows[0]).toMatchObject({ minutes: null, off: true, inherited: { minutes: 10 } })
    await addStation({ site_id: site, ...offlineFor(20) })
    const elsewhere = await addStation(offlineFor(20))
    await evaluate()
    await later(12)
    await evaluate()
    const [incident] = await openIncidents(elsewhere)
    expect((await escalated()).map(({ incidentid }) => incidentid)).toEqual([incident!.id])
    const inherited = await server.request(incidentEscalationSet, { ...off, off: false }, olga())
    expect(inherited[0]).toMatchObject({ minutes: null, off: false, inherited: { minutes: 10 } })
    // an account has no setting to override
    const ofAccount = { severity: 'minor', minutes: null, off: true }
    expect((await server.request(incidentEscalationSet, ofAccount, olga())).at(-1)).toMatchObject({
      off: false,
    })
  })

  test('names users and groups of the account not to users of a client', async () => {
    const { client, user } = await clientUser('Fleet', 'fred')
    await server.db.updateTable('sites').set({ client_id: client }).where('id', '=', site).execute()
    const { groups } = await server.request(incidentEscalationTargets, {}, olga())
    const set = { site, minutes: 5 }
    await server.request(incidentEscalationSet, { ...set, severity: 'minor', group: groups[0]!.id }, olga())
    await server.request(incidentEscalationSet, { ...set, severity: 'major', user: olga().id }, olga())
    const shown = await server.request(incidentEscalationList, { site }, user)
    expect(shown.map(({ minutes, targetname, groupcode }) => [minutes, targetname, groupcode])).toEqual([
      [null, null, null],
      [5, null, null],
      [5, null, null],
    ])
    const { users, groups: offered } = await server.request(incidentEscalationTargets, {}, user)
    expect([users.map(({ name }) => name), offered]).toEqual([['fred'], []])
  })

  test('has its minutes again after it was folded under an outage of the site', async () => {
    const boss = await server.user('deputy')
    await server.request(incidentEscalationSet, { severity: 'critical', minutes: 10, user: boss.id }, olga())
    const offline = []
    for (let n = 0; n < 3; n += 1) offline.push(await addStation({ site_id: site, ...offlineFor(20) }))
    await evaluate()
    const [outage] = await server.request(incidentList, { filter: { rule: 'site_outage' } }, olga())
    await server.request(incidentAcknowledge, { id: outage!.id }, olga())
    await later(11)
    for (const station of offline.slice(1))
      await change(station, { is_connected: true, connection_changed_at: now() })
    await evaluate()
    expect(await openIncidents(offline[0]!)).toMatchObject([{ status: 'open', parentid: null }])
    expect(await escalated()).toEqual([])
    await later(11)
    await evaluate()
    expect(await escalated()).toMatchObject([{ username: 'deputy' }])
  })

  // Proves L167
  test('can be escalated after up to a week, to a user or group of the account', async () => {
    const foreign = await server.user('felix', { accountId: await server.addAccount('other') })
    const refused = (body: Record<string, unknown>) =>
      server.requestError(incidentEscalationSet, { severity: 'major', minutes: 5, ...body }, olga())
    expect(await refused({ user: foreign.id })).toMatchObject({ code: 'incident.assignee_unknown' })
    expect(await refused({})).toMatchObject({ field: 'user' })
    expect(await refused({ minutes: 10_081, user: olga().id })).toMatchObject({ status: 400 })
  })
})
