import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { transactionSubject } from '../src/modules/transactions/transaction-subject.ts'
import { methodsOfService } from '../src/modules/workflow/methods-http.ts'
import { systemClock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import { mayAll } from './rights.ts'
import { openWorkflowGateway } from './workflow-gateway.ts'

let server: Awaited<ReturnType<typeof openWorkflowGateway>>
beforeAll(async () => void (server = await openWorkflowGateway()))
afterAll(() => server.close())
beforeEach(async () => {
  server.beforeScript = () => Promise.resolve()
  server.notice = () => Promise.resolve(null)
  await server.connect()
})

// Proves O5
test('a script for a reported state is queued, and runs when the report is stored', async () => {
  await server.reportStatus('Preparing')
  expect(await server.waiting()).toEqual([])
  await server.at('charging', "setLabel(event.from + ' then ' + event.to)")
  await server.reportStatus('Charging')
  await server.reportStatus('Charging')
  const { id, state, label } = await server.connector()
  expect([state, label]).toEqual(['charging', null])
  expect(await server.waiting()).toEqual([{ action_code: 'charging', object_id: id }])
  await server.work()
  expect(await server.connector()).toMatchObject({ state: 'charging', label: 'preparing then charging' })
  expect(await server.waiting()).toEqual([])
  const journal = await server.db
    .selectFrom('audit_log')
    .select(['actor', 'kind', 'class_code'])
    .where('object_id', '=', id)
    .execute()
  expect(journal).toEqual([{ actor: 'script', kind: 'change', class_code: 'connector' }])
})

// Proves O5
test('a failing script loses nothing of the message, and its line is logged', async () => {
  await server.at('faulted', "log('here')\nnothing.there()")
  await server.reportStatus('Faulted')
  await server.work()
  expect(await server.connector()).toMatchObject({ state: 'faulted', label: null })
  expect(await server.waiting()).toEqual([])
  const events = await server.db.selectFrom('event_log').select(['type', 'code', 'text']).execute()
  expect(events).toMatchObject([{ type: 'error', code: 'script' }])
  expect(events[0]!.text).toMatch(/“On it” failed on line 2/)
})

/** Adds state changes of a connector, each from one number to the next. */
const add = (objectId: string, count: number, at = new Date()) =>
  server.gateway.fresh.pool.query(
    `insert into state_changes (account_id, class_code, object_id, action_code, from_state, to_state, stored_at)
     select $1, 'connector', $2, 'charging', n, n + 1, $3 from generate_series(1, $4::int) n`,
    [server.gateway.accountId, objectId, at, count],
  )
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const warnings = () =>
  server.db.selectFrom('event_log').select('text').where('type', '=', 'warning').execute()

describe('state changes that wait for their scripts', () => {
  test('are dropped after a day, and that is logged', async () => {
    await add((await server.connector()).id, 1, hoursAgo(25))
    await server.work()
    expect(await server.waiting()).toEqual([])
    expect((await warnings()).at(-1)!.text).toBe(
      'Scripts were dropped because too many wait or they have waited for a day. Runs: 1',
    )
  })

  test('run for a session whose last reading is two days old', async () => {
    server.workflow.register(transactionSubject)
    await server.at('review', "notice('operators', 'seen')", 'transaction')
    const { station, socket } = await server.connect()
    const start = { connectorId: 1, meterStart: 0, timestamp: new Date().toISOString() }
    await socket.call('StartTransaction', { ...start, idTag: 'A' })
    const old = { started_at: hoursAgo(49), readings_at: hoursAgo(48) }
    await server.db.updateTable('transactions').set(old).where('station_id', '=', station.id).execute()
    await socket.call('StartTransaction', { ...start, idTag: 'B' })
    let notices = 0
    server.notice = async () => {
      notices += 1
      return null
    }
    await server.work()
    expect(notices).toBe(1)
  })

  // Proves L137
  test('are at most 100,000, the newest', async () => {
    await server.at('charging', 'setLabel(event.from)')
    await add(newId(), 100_000)
    await add((await server.connector()).id, 3)
    const monotonicMs = vi.spyOn(systemClock, 'monotonicMs')
    monotonicMs.mockReturnValueOnce(0).mockReturnValue(Infinity)
    await server.workRound()
    monotonicMs.mockRestore()
    expect(await server.waiting()).toHaveLength(100_000)
    expect((await warnings()).at(-1)!.text).toMatch(/Runs: 3$/)
    await server.db
      .deleteFrom('state_changes')
      .where('object_id', '!=', (await server.connector()).id)
      .execute()
    await server.work()
    expect(await server.connector()).toMatchObject({ label: '3' })
  })

  test('of one object run once each and in their order, also with two processes', async () => {
    await server.at('charging', "setLabel((object.label.includes(' ') ? '' : object.label) + event.from)")
    const { id } = await server.connector()
    await add(id, 5)
    await Promise.all([server.work(), server.work()])
    expect(await server.waiting()).toEqual([])
    expect(await server.connector()).toMatchObject({ label: '12345' })
  })

  test('run again on the new state if the object changes while a script runs', async () => {
    await server.at('charging', "setLabel(object.label + ' ' + object.state)")
    const { id } = await server.connector()
    await add(id, 1)
    const seen: string[] = []
    server.beforeScript = async ({ object }) => {
      seen.push(object.label)
      // also shows that the script runs while nothing locks its object
      if (seen.length < 3) await label(id, `Bay ${seen.length}`)
    }
    await server.work()
    expect(seen.slice(1)).toEqual(['Bay 1', 'Bay 2'])
    expect(await server.connector()).toMatchObject({ label: 'Bay 2 available' })
  })

  test('are logged as failed if the object changes during each attempt', async () => {
    await server.at('charging', "setLabel('too late')")
    const { id } = await server.connector()
    await add(id, 1)
    let attempts = 0
    server.beforeScript = () => label(id, `Bay ${(attempts += 1)}`)
    await server.work()
    expect(attempts).toBe(20)
    expect(await server.connector()).toMatchObject({ label: 'Bay 20' })
    expect(await server.waiting()).toEqual([])
    const failures = server.db.selectFrom('event_log').select('text').where('type', '=', 'error')
    expect((await failures.execute()).at(-1)!.text).toBe(
      'The object changed each time its script ran. Try again.',
    )
  })

  test('run once if the process ends before or during the run, or while the effects are stored', async () => {
    await server.at('preparing', "setLabel('seen')\nnotice('operators', 'seen')")
    await server.reportStatus('Preparing')
    server.beforeScript = () => Promise.reject(new ConnectionLost())
    await expect(server.work()).rejects.toThrow(ConnectionLost)
    expect(await server.waiting()).toHaveLength(1)
    server.beforeScript = () => Promise.resolve()
    const notices: (() => Promise<null>)[] = [
      () => Promise.reject(new ConnectionLost()),
      () => Promise.resolve(null),
    ]
    server.notice = () => notices.shift()!()
    await server.work()
    await server.work()
    const { id, label } = await server.connector()
    expect(label).toBe('seen')
    const changes = server.db.selectFrom('audit_log').select('actor').where('object_id', '=', id)
    expect(await changes.execute()).toEqual([{ actor: 'script' }])
  })
})

// Proves O8
test('a method of a user runs its script again if the object changes while the script runs', async () => {
  await server.at('start', "setLabel(object.label + '!')")
  const { id } = await server.connector()
  const { accountId } = server.gateway
  const viewer = {
    accountId,
    userId: newId(),
    isAdmin: true,
    isDriver: false,
    clientId: null,
    username: 'u',
    session: '',
    locale: 'en',
    rights: mayAll,
  }
  let runs = 0
  server.beforeScript = async () => {
    runs += 1
    // also shows that the script runs while nothing locks its object
    if (runs === 1) await label(id, 'Bay 7')
  }
  const done = await methodsOfService(server.workflow).run(viewer, {
    classCode: 'connector',
    id,
    method: 'start',
  })
  expect(done).toMatchObject({ object: { label: 'Bay 7!' } })
  expect(runs).toBe(2)
  expect(await server.connector()).toMatchObject({ label: 'Bay 7!' })
})

const label = async (id: string, text: string): Promise<void> => {
  await server.db.updateTable('evses').set({ label: text }).where('id', '=', id).execute()
}

class ConnectionLost extends Error {
  readonly code = '57P01'
}
