import {
  bulkItemList,
  bulkRunCancel,
  bulkRunGet,
  bulkRunList,
  bulkRunStart,
  cardGet,
  cardSet,
  classAccessSet,
  clientSet,
  stationGet,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetRuns } from '../src/modules/bulk-runs/store.ts'
import { maxParallel } from '../src/modules/bulk-runs/worker.ts'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'
import { eventually } from './test-gateway.ts'

let server: TestServer
let operator: TestUser
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  admin = await server.user('adam', { isAdmin: true })
})
afterAll(() => server.close())

let numbers = 0
const identities = (count: number) => Array.from({ length: count }, () => `BULK-${++numbers}`)
/** Adds stations; returns their ids by identity. */
const addStations = async (names: readonly string[], of: { who?: TestUser; tags?: string[] } = {}) => {
  const ids: Record<string, string> = {}
  for (const identity of names) {
    const body = { id: null, identity, tags: of.tags ?? [] }
    ids[identity] = (await server.request(stationSet, body, of.who ?? operator)).station.id
  }
  return ids
}
/** Adds a station that answers calls. */
const connect = async (identity: string, answer: (action: string, payload: unknown) => unknown) => {
  const { key, station } = await server.request(stationSet, { id: null, identity }, operator)
  const socket = await RawStation.connect({
    url: server.url.replace('http', 'ws'),
    identity,
    key: key!,
  })
  const calls: [string, unknown][] = []
  socket.onCall = (action, payload) => {
    calls.push([action, payload])
    return answer(action, payload)
  }
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  return { id: station.id, identity, socket, calls }
}

const start = (body: Record<string, unknown>, who = operator) =>
  server.request(bulkRunStart, { classcode: 'charge_point', ...body }, who)
const startError = (body: Record<string, unknown>) =>
  server.requestError(bulkRunStart, { classcode: 'charge_point', ...body }, operator)
const finished = (id: string) =>
  eventually(async () => {
    const run = await server.request(bulkRunGet, { id }, admin)
    return run.finished !== null && run
  })
const resultsOf = async (runid: string, who = operator) => {
  const items = await server.request(bulkItemList, { filter: { runid }, orderby: ['label'] }, who)
  return items.map(({ label, statecode, status, messagecode }) => [label, statecode, status ?? messagecode])
}
/** Adds a run with one object; returns its id. */
const addRun = async (item: { state: 'accepted' | 'running'; lease_until?: Date; ended_at?: Date }) => {
  const id = newId()
  const { accountId: account_id, id: user_id } = operator
  const of = { class_code: 'charge_point', action: 'tags', params: '{}', created_at: new Date() }
  await server.db
    .insertInto('bulk_runs')
    .values({ id, account_id, user_id, total: 1, ...of })
    .execute()
  const object = { object_id: newId(), label: 'One', turn: 1 }
  await server.db
    .insertInto('bulk_run_items')
    .values({ id: newId(), run_id: id, account_id, ...object, ...item })
    .execute()
  return id
}

describe('a bulk run', () => {
  test('resets the selected stations and reports a result for each', async () => {
    const yes = await connect('A-1', () => ({ status: 'Accepted' }))
    const no = await connect('A-2', () => ({ status: 'Rejected' }))
    const { 'A-3': off } = await addStations(['A-3'])
    const filter = { id: [yes.id, no.id, off!] }
    const run = await start({ action: 'reset', params: { type: 'Soft' }, filter, most: 3 })
    expect([run.total, run.statecode, run.username]).toEqual([3, 'running', 'olga'])
    expect(await finished(run.id)).toMatchObject({ open: 0, accepted: 1, failed: 2, statecode: 'finished' })
    expect(await resultsOf(run.id)).toEqual([
      ['A-1', 'accepted', 'Accepted'],
      ['A-2', 'rejected', 'Rejected'],
      ['A-3', 'offline', 'station.offline'],
    ])
    expect(yes.calls).toEqual([['Reset', { type: 'Soft' }]])
    expect(await server.changesOf(run.id)).toEqual(['create by olga'])
    expect(await server.changesOf(yes.id)).toContain('Reset by olga')
    // a retry takes the failures only
    const again = await start({ action: 'reset', params: { type: 'Soft' }, retryof: run.id })
    expect([again.total, again.retryof]).toEqual([2, run.id])
    await finished(again.id)
    expect(yes.calls).toHaveLength(1)
  })

  test('takes all objects that match a filter, without those left out, and no more than were confirmed', async () => {
    const names = identities(5)
    const ids = await addStations(names, { tags: ['depot'] })
    const body = {
      action: 'tags',
      params: { add: ['north'], remove: ['depot'] },
      filter: { identity: names },
    }
    expect(
      await server.requestError(bulkRunStart, { classcode: 'charge_point', ...body, most: 4 }, operator),
    ).toMatchObject({
      status: 409,
      code: 'bulk.more_match',
    })
    const run = await start({ ...body, except: [ids[names[0]!]!] })
    expect(run.total).toBe(4)
    expect(await finished(run.id)).toMatchObject({ accepted: 4 })
    const tags = await Promise.all(
      names.map(async (name) => (await server.request(stationGet, { id: ids[name]! }, operator)).tags),
    )
    expect(tags).toEqual([['depot'], ['north'], ['north'], ['north'], ['north']])
  })

  test('applies the rights of the single action to each object, as they are when it is worked on', async () => {
    const names = identities(2)
    const ids = await addStations(names)
    const clerk = await server.user('clara')
    const deny = { class: 'command', user: clerk.id, deny: { c: true } }
    await server.request(classAccessSet, deny, admin)
    const run = await start(
      {
        action: 'configuration',
        params: { key: 'HeartbeatInterval', value: '60' },
        filter: { id: Object.values(ids) },
      },
      clerk,
    )
    await finished(run.id)
    expect(await resultsOf(run.id)).toEqual(
      [...names].sort().map((name) => [name, 'forbidden', 'access.cannot_create']),
    )
  })

  test('takes stations out of service and returns them; those that are not connected get the note only', async () => {
    const on = await connect('OUT-1', () => ({ status: 'Accepted' }))
    const { 'OUT-2': off } = await addStations(['OUT-2'])
    const filter = { id: [on.id, off!] }
    const note = { reason: 'Flood', expectedreturn: null }
    const notes = () =>
      Promise.all(
        filter.id.map(async (id) => (await server.request(stationGet, { id }, operator)).outofservicereason),
      )
    const out = await start({ action: 'out_of_service', params: { ...note, isSent: true }, filter })
    await finished(out.id)
    expect(await resultsOf(out.id)).toEqual([
      ['OUT-1', 'accepted', 'Accepted'],
      ['OUT-2', 'accepted', null],
    ])
    expect(on.calls).toEqual([['ChangeAvailability', { connectorId: 0, type: 'Inoperative' }]])
    expect(await notes()).toEqual(['Flood', 'Flood'])
    const back = await start({ action: 'in_service', params: { isSent: false }, filter })
    expect(await finished(back.id)).toMatchObject({ accepted: 2 })
    expect(await notes()).toEqual([null, null])
    expect(on.calls).toHaveLength(1)
  })

  test('approves stations that wait for it, and reports why another one is not', async () => {
    const ids = await addStations(['W-1', 'W-2', 'W-3'])
    const [waiting, approved, other] = Object.values(ids)
    const pending = server.db.updateTable('stations').set({ boot_status: 'Pending' })
    await pending.where('id', '=', waiting!).execute()
    await server.request(stationSet, { id: approved!, approval: 'accepted' }, operator)
    const run = await start({ action: 'approve', filter: { id: [waiting!, approved!, other!] } })
    await finished(run.id)
    expect(await resultsOf(run.id)).toEqual([
      ['W-1', 'accepted', null],
      ['W-2', 'accepted', null],
      ['W-3', 'rejected', 'station.not_waiting'],
    ])
    const { approval } = await server.request(stationGet, { id: waiting! }, operator)
    expect(approval).toBe('accepted')
  })

  test('blocks cards and reports why one cannot be blocked', async () => {
    const made = await Promise.all(
      ['BC-1', 'BC-2'].map((code) => server.request(cardSet, { id: null, code }, operator)),
    )
    const body = { classcode: 'card', action: 'disable', filter: { id: made.map(({ id }) => id) } }
    const first = await start(body)
    expect(await finished(first.id)).toMatchObject({ accepted: 2 })
    expect((await server.request(cardGet, { id: made[0]!.id }, operator)).statecode).toBe('disabled')
    const second = await start(body)
    await finished(second.id)
    expect(await resultsOf(second.id)).toEqual([
      ['BC-1', 'rejected', 'card.wrong_state'],
      ['BC-2', 'rejected', 'card.wrong_state'],
    ])
  })

  test('checks the action and its parameters before it starts', async () => {
    const unknown = { action: 'disable', retryof: newId() }
    expect(await startError(unknown)).toMatchObject({ status: 404, code: 'bulk.not_found', field: 'retryof' })
    expect(await startError({ action: 'explode' })).toMatchObject({
      code: 'bulk.action_unknown',
      field: 'action',
    })
    expect(await startError({ action: 'reset', params: { type: 'Firm' } })).toMatchObject({
      field: 'params.type',
    })
    expect(
      await startError({ action: 'tags', params: { add: [], remove: [] }, filter: { id: newId() } }),
    ).toMatchObject({
      status: 404,
      code: 'bulk.nothing_matches',
    })
    const nul = { action: 'configuration', params: { key: 'Key', value: '\u0000' }, filter: { id: newId() } }
    expect(await startError(nul)).toMatchObject({ code: 'bulk.nothing_matches' })
    const secret = { action: 'configuration', params: { key: 'AuthorizationKey', value: 'x'.repeat(20) } }
    expect(await startError(secret)).toMatchObject({ code: 'bulk.secret', field: 'params.key' })
  })

  // Proves L169
  test('sends to a limited number of stations at the same time, survives a restart, and can be cancelled', async () => {
    const silent = await connect('S-1', () => undefined)
    const many = identities(maxParallel + 5)
    const ids = await addStations(many)
    // connected elsewhere: their commands wait
    await server.db
      .updateTable('stations')
      .set({ is_connected: true })
      .where('identity', 'in', many)
      .execute()
    const filter = { id: [silent.id, ...Object.values(ids)] }
    const run = await start({ action: 'availability', params: { type: 'Inoperative' }, filter })
    const running = () =>
      server.db
        .selectFrom('bulk_run_items')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('run_id', '=', run.id)
        .where('state', '=', 'running')
        .executeTakeFirstOrThrow()
    await eventually(async () => Number((await running()).count) === maxParallel)
    const sent = await server.db
      .selectFrom('commands')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('run_id', '=', run.id)
      .executeTakeFirstOrThrow()
    expect(Number(sent.count)).toBeLessThanOrEqual(maxParallel)
    const cancelled = await server.request(bulkRunCancel, { id: run.id }, operator)
    expect([cancelled.statecode, cancelled.open, cancelled.failed]).toEqual(['cancelled', maxParallel, 6])
    await silent.socket.close()
    // as a server leaves it that is killed after the last result
    const lost = await addRun({ state: 'accepted', ended_at: new Date() })
    // a server that stops leaves the commands as they are; the next one waits for them and sends none again
    await server.app.close()
    const database = server.fresh
    server = await TestServer.open({}, { database })
    await server.db
      .updateTable('commands')
      .set({ state: 'accepted', status: 'Accepted', answered_at: new Date() })
      .where('run_id', '=', run.id)
      .where('state', 'in', ['queued', 'sent'])
      .execute()
    const end = await finished(run.id)
    expect([end.statecode, end.accepted + end.failed]).toEqual(['cancelled', maxParallel + 6])
    expect(await finished(lost)).toMatchObject({ statecode: 'finished', open: 0, accepted: 1 })
    const twice = await server.db
      .selectFrom('commands')
      .select('station_id')
      .where('run_id', '=', run.id)
      .groupBy('station_id')
      .having((eb) => eb.fn.countAll(), '>', 1)
      .execute()
    expect(twice).toEqual([])
  })
})

describe('the limits of bulk runs', () => {
  // Proves L168
  test('a run has at most 20,000 objects', async () => {
    const account = await server.addAccount('crowd')
    const who = await server.user('carl', { accountId: account })
    await sql`insert into cards (id, account_id, code, code_folded)
      select gen_random_uuid(), ${account}, 'L' || n, 'l' || n from generate_series(1, 20001) n`.execute(
      server.db,
    )
    const body = { classcode: 'card', action: 'disable' }
    expect(await server.requestError(bulkRunStart, body, who)).toMatchObject({ code: 'bulk.too_many' })
    expect(await server.request(bulkRunList, {}, who)).toEqual([])
  })

  // Proves L169
  test('an account has at most three runs in progress', async () => {
    const ids = await addStations(identities(1))
    const lease_until = new Date(Date.now() + 86_400_000)
    const runs = [1, 2, 3].map(() => addRun({ state: 'running', lease_until }))
    const added = await Promise.all(runs)
    const body = { classcode: 'charge_point', action: 'disable', filter: { id: Object.values(ids) } }
    expect(await server.requestError(bulkRunStart, body, operator)).toMatchObject({
      code: 'bulk.too_many_runs',
      params: { limit: 3 },
    })
    await server.db.deleteFrom('bulk_runs').where('id', 'in', added).execute()
  })

  // Proves L170
  test('of finished runs the newest 50 of an account are kept, for 90 days', async () => {
    const account = await server.addAccount('keeper')
    const who = await server.user('kim', { accountId: account })
    const now = new Date()
    const at = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const row = (days: number) => ({
      id: newId(),
      account_id: account,
      user_id: who.id,
      class_code: 'card',
      action: 'disable',
      params: '{}',
      state: 'finished' as const,
      created_at: at(days),
      finished_at: at(days),
    })
    const rows = [row(91), ...Array.from({ length: 51 }, () => row(1))]
    await server.db.insertInto('bulk_runs').values(rows).execute()
    const item = {
      account_id: account,
      object_id: newId(),
      label: 'One',
      turn: 1,
      state: 'accepted' as const,
    }
    const items = rows.map(({ id, finished_at: ended_at }) => ({
      ...item,
      id: newId(),
      run_id: id,
      ended_at,
    }))
    await server.db.insertInto('bulk_run_items').values(items).execute()
    await forgetRuns(server.db, now)
    expect(await server.request(bulkRunList, {}, who)).toHaveLength(50)
    await forgetRuns(server.db, at(-100))
    expect(await server.request(bulkRunList, {}, who)).toEqual([])
  })
})

test('users of other accounts see no run, and users of a client only their own', async () => {
  const ids = await addStations(identities(1))
  const run = await start({ action: 'disable', filter: { id: Object.values(ids) } })
  await finished(run.id)
  const stranger = await server.user('stan', { accountId: await server.addAccount('other') })
  const client = await server.request(clientSet, { id: null, name: 'Client' }, operator)
  const limited = await server.user('lena')
  await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', limited.id).execute()
  for (const who of [stranger, limited]) {
    expect(await server.request(bulkRunList, {}, who)).toEqual([])
    expect(await server.request(bulkItemList, {}, who)).toEqual([])
    expect((await server.requestError(bulkRunGet, { id: run.id }, who)).status).toBe(404)
    expect((await server.requestError(bulkRunCancel, { id: run.id }, who)).status).toBe(404)
    const body = { classcode: 'charge_point', action: 'disable', filter: { id: Object.values(ids) } }
    expect((await server.requestError(bulkRunStart, body, who)).code).toBe('bulk.nothing_matches')
    const retry = { classcode: 'charge_point', action: 'disable', retryof: run.id }
    expect(await server.requestError(bulkRunStart, retry, who)).toMatchObject({
      status: 404,
      code: 'bulk.not_found',
      field: 'retryof',
    })
  }
})

test('users who may not change a class cannot cancel the run of another user on its objects', async () => {
  const clerk = await server.user('rita')
  await server.request(classAccessSet, { class: 'charge_point', user: clerk.id, deny: { u: true } }, admin)
  const id = await addRun({ state: 'running', lease_until: new Date(Date.now() + 86_400_000) })
  expect(await server.requestError(bulkRunCancel, { id }, clerk)).toMatchObject({ status: 403 })
  expect((await server.request(bulkRunCancel, { id }, await server.user('otis'))).statecode).toBe('cancelled')
  await server.db.deleteFrom('bulk_runs').where('id', '=', id).execute()
})

test('users who may not see a class start no run on its objects, and see none', async () => {
  const { id } = await server.request(cardSet, { id: null, code: 'HIDDEN-1' }, operator)
  const body = { classcode: 'card' as const, action: 'disable', filter: { id } }
  const run = await start(body)
  await finished(run.id)
  const clerk = await server.user('cora')
  await server.request(classAccessSet, { class: 'card', user: clerk.id, deny: { s: true } }, admin)
  expect(await server.requestError(bulkRunStart, body, clerk)).toMatchObject({
    status: 403,
    code: 'access.cannot_see',
  })
  expect(await server.request(bulkRunList, { filter: { classcode: 'card' } }, clerk)).toEqual([])
  expect(await server.request(bulkItemList, { filter: { runid: run.id } }, clerk)).toEqual([])
  expect((await server.requestError(bulkRunGet, { id: run.id }, clerk)).status).toBe(404)
})

test('operators see the objects of their account only of a run that an administrator started on several', async () => {
  const [own, foreign] = ['TWO-1', 'TWO-2'] as const
  const who = await server.user('otto', { accountId: await server.addAccount('second') })
  const ids = { ...(await addStations([own])), ...(await addStations([foreign], { who })) }
  const run = await start({ action: 'disable', filter: { id: Object.values(ids) } }, admin)
  await finished(run.id)
  const [first, second] = [own, foreign].map((label) => [label, 'accepted', null])
  expect(await resultsOf(run.id, admin)).toEqual([first, second])
  expect(await resultsOf(run.id)).toEqual([first])
  expect(await resultsOf(run.id, who)).toEqual([])
  expect(await server.request(bulkRunGet, { id: run.id }, admin)).toMatchObject({ total: 2, accepted: 2 })
  const shown = { total: 1, open: 0, accepted: 1, failed: 0 }
  expect(await server.request(bulkRunGet, { id: run.id }, operator)).toMatchObject(shown)
  // only who may change all objects of a run can cancel it
  const lease_until = new Date(Date.now() + 86_400_000)
  const open = { state: 'running' as const, lease_until, ended_at: null }
  await server.db.updateTable('bulk_run_items').set(open).where('run_id', '=', run.id).execute()
  const unfinished = { state: 'running' as const, finished_at: null }
  await server.db.updateTable('bulk_runs').set(unfinished).where('id', '=', run.id).execute()
  expect(await server.request(bulkRunGet, { id: run.id }, operator)).toMatchObject({ maycancel: false })
  expect(await server.requestError(bulkRunCancel, { id: run.id }, operator)).toMatchObject({
    status: 403,
    code: 'bulk.objects_of_others',
  })
  expect(await server.request(bulkRunGet, { id: run.id }, admin)).toMatchObject({ maycancel: true })
  expect((await server.request(bulkRunCancel, { id: run.id }, admin)).statecode).toBe('cancelled')
  await server.db.deleteFrom('bulk_runs').where('id', '=', run.id).execute()
  // one without objects of the account is not listed
  const other = await start({ action: 'enable', filter: { id: ids[foreign]! } }, admin)
  await finished(other.id)
  expect((await server.requestError(bulkRunGet, { id: other.id }, operator)).status).toBe(404)
})
