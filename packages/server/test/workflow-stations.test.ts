import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Bus } from '../src/bus/bus.ts'
import { createCommands } from '../src/modules/commands/index.ts'
import { reservationEffects } from '../src/modules/reservations/effects.ts'
import { reservationJobs } from '../src/modules/reservations/jobs.ts'
import { reservationSubject } from '../src/modules/reservations/reservation-subject.ts'
import { createScripts, type ScriptRun } from '../src/modules/scripts/index.ts'
import { readConfig } from '../src/config.ts'
import { accountQuotas } from '../src/modules/accounts/index.ts'
import { connectorSubject } from '../src/modules/stations/connector-subject.ts'
import { stationSubject } from '../src/modules/stations/station-subject.ts'
import { transactionSubject } from '../src/modules/transactions/transaction-subject.ts'
import { workflowJobs, WorkflowService } from '../src/modules/workflow/index.ts'
import { methodsOfService } from '../src/modules/workflow/methods-http.ts'
import { isRefusal } from '../src/shared/refusal.ts'
import { systemClock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import { freshDatabase } from './database.ts'
import type { RawStation } from './raw-station.ts'
import { mayAll } from './rights.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'

/** True if a round of the job has left state changes. */
let hasMore = false
const quiet: Bus = {
  publish: async (_on, events) => void (hasMore ||= events.some(({ kind }) => kind === 'state.changed')),
  on: () => () => {},
  onGap: () => () => {},
  close: () => Promise.resolve(),
}
const noAsk = () => Promise.resolve(null)

let testGateway: TestGateway
let workflow: WorkflowService
let station: TestStation
let socket: RawStation
const scripts = createScripts()
/** Called before each script. */
let beforeScript: (run: ScriptRun) => Promise<void>
beforeAll(async () => {
  const database = await freshDatabase()
  const sends = { notice: () => Promise.resolve(null), post: () => Promise.resolve(null) }
  const runScript = async (run: ScriptRun) => {
    await beforeScript(run)
    return scripts.runScript(run)
  }
  const needs = {
    db: database.db,
    bus: quiet,
    clock: systemClock,
    scripts: { ...scripts, runScript },
    ...sends,
  }
  workflow = await WorkflowService.open({ ...needs }, (error) => {
    throw error
  })
  workflow.register(
    stationSubject(accountQuotas(readConfig({}).quotas)),
    connectorSubject({ start: noAsk, stop: noAsk, reserve: noAsk }),
  )
  testGateway = await TestGateway.open({ database, workflowIndex: workflow.workflowIndex })
})
afterAll(async () => {
  await testGateway.close()
  await scripts.close()
})
beforeEach(async () => {
  beforeScript = () => Promise.resolve()
  ;({ station, socket } = await testGateway.booted())
  await reportStatus('Available')
})

const reportStatus = (status: string) =>
  socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status })
const connector = () =>
  testGateway.fresh.db
    .selectFrom('evses')
    .select(['id', 'state', 'label'])
    .where('station_id', '=', station.id)
    .executeTakeFirstOrThrow()
const waiting = () =>
  testGateway.fresh.db.selectFrom('state_changes').select(['action_code', 'object_id']).execute()
const workRound = () => workflowJobs(workflow)[0]!.work()
const work = async () => {
  do {
    hasMore = false
    await workRound()
  } while (hasMore)
}

async function at(action_code: string, script: string): Promise<void> {
  const event = { class_code: 'connector', action_code, kind: 'script' as const, label: 'On it', script }
  await testGateway.fresh.db.deleteFrom('class_events').where('kind', '=', 'script').execute()
  await testGateway.fresh.db.insertInto('class_events').values(event).execute()
  await workflow.refresh()
}

// Proves O5
test('a script for a reported state is queued, and runs when the report is stored', async () => {
  await reportStatus('Preparing')
  expect(await waiting()).toEqual([])
  await at('charging', "setLabel(event.from + ' then ' + event.to)")
  await reportStatus('Charging')
  await reportStatus('Charging')
  const { id, state, label } = await connector()
  expect([state, label]).toEqual(['charging', null])
  expect(await waiting()).toEqual([{ action_code: 'charging', object_id: id }])
  await work()
  expect(await connector()).toMatchObject({ state: 'charging', label: 'preparing then charging' })
  expect(await waiting()).toEqual([])
  const journal = await testGateway.fresh.db
    .selectFrom('audit_log')
    .select(['actor', 'kind', 'class_code'])
    .where('object_id', '=', id)
    .execute()
  expect(journal).toEqual([{ actor: 'script', kind: 'change', class_code: 'connector' }])
})

// Proves O5
test('a failing script loses nothing of the message, and its line is logged', async () => {
  await at('faulted', "log('here')\nnothing.there()")
  await reportStatus('Faulted')
  await work()
  expect(await connector()).toMatchObject({ state: 'faulted', label: null })
  expect(await waiting()).toEqual([])
  const events = await testGateway.fresh.db.selectFrom('event_log').select(['type', 'code', 'text']).execute()
  expect(events).toMatchObject([{ type: 'error', code: 'script' }])
  expect(events[0]!.text).toMatch(/“On it” failed on line 2/)
})

/** Adds state changes of a connector, each from one number to the next. */
const add = (objectId: string, count: number, at = new Date()) =>
  testGateway.fresh.pool.query(
    `insert into state_changes (account_id, class_code, object_id, action_code, from_state, to_state, happened_at)
     select $1, 'connector', $2, 'charging', n, n + 1, $3 from generate_series(1, $4::int) n`,
    [testGateway.accountId, objectId, at, count],
  )
const warnings = () =>
  testGateway.fresh.db.selectFrom('event_log').select('text').where('type', '=', 'warning').execute()

describe('state changes that wait for their scripts', () => {
  test('are dropped after a day, and that is logged', async () => {
    await add((await connector()).id, 1, new Date(Date.now() - 25 * 3_600_000))
    await work()
    expect(await waiting()).toEqual([])
    expect((await warnings()).at(-1)!.text).toBe(
      'Scripts were dropped because too many wait or they have waited for a day. Runs: 1',
    )
  })

  // Proves L137
  test('are at most 100,000, the newest', async () => {
    await at('charging', 'setLabel(event.from)')
    await add(newId(), 100_000)
    await add((await connector()).id, 3)
    const isWorking = vi.spyOn(systemClock, 'monotonicMs')
    isWorking.mockReturnValueOnce(0).mockReturnValue(Infinity)
    await workRound()
    isWorking.mockRestore()
    expect(await waiting()).toHaveLength(100_000)
    expect((await warnings()).at(-1)!.text).toMatch(/Runs: 3$/)
    await testGateway.fresh.db
      .deleteFrom('state_changes')
      .where('object_id', '!=', (await connector()).id)
      .execute()
    await work()
    expect(await connector()).toMatchObject({ label: '3' })
  })

  test('of one object run once each and in their order, also with two processes', async () => {
    await at('charging', "setLabel((object.label.includes(' ') ? '' : object.label) + event.from)")
    const { id } = await connector()
    await add(id, 5)
    await Promise.all([work(), work()])
    expect(await waiting()).toEqual([])
    expect(await connector()).toMatchObject({ label: '12345' })
  })

  test('run again on the new state if the object changes while a script runs', async () => {
    await at('charging', "setLabel(object.label + ' ' + object.state)")
    const { id } = await connector()
    await add(id, 1)
    const seen: string[] = []
    beforeScript = async ({ object }) => {
      seen.push(object.label)
      // also shows that the script runs while nothing locks its object
      if (seen.length < 3) await label(id, `Bay ${seen.length}`)
    }
    await work()
    expect(seen.slice(1)).toEqual(['Bay 1', 'Bay 2'])
    expect(await connector()).toMatchObject({ label: 'Bay 2 available' })
  })

  test('are logged as failed if the object changes during each attempt', async () => {
    await at('charging', "setLabel('too late')")
    const { id } = await connector()
    await add(id, 1)
    let attempts = 0
    beforeScript = () => label(id, `Bay ${(attempts += 1)}`)
    await work()
    expect(await connector()).toMatchObject({ label: `Bay ${attempts}` })
    expect(await waiting()).toEqual([])
    const failures = testGateway.fresh.db.selectFrom('event_log').select('text').where('type', '=', 'error')
    expect((await failures.execute()).at(-1)!.text).toMatch(/Edited by someone else/)
  })

  test('run once after a crash between the change and its scripts, or while one runs', async () => {
    await at('preparing', "setLabel((object.label.includes(' ') ? '' : object.label) + 'x')")
    await reportStatus('Preparing')
    beforeScript = () => Promise.reject(new ConnectionLost())
    await expect(work()).rejects.toThrow(ConnectionLost)
    expect(await waiting()).toHaveLength(1)
    beforeScript = () => Promise.resolve()
    await work()
    await work()
    expect(await connector()).toMatchObject({ label: 'x' })
  })
})

// Proves O8
test('a method of a user runs its script again if the object changes while the script runs', async () => {
  await at('start', "setLabel(object.label + '!')")
  const { id } = await connector()
  const { accountId } = testGateway
  const viewer = {
    accountId,
    userId: newId(),
    isAdmin: true,
    isDriver: false,
    username: 'u',
    session: '',
    locale: 'en',
    rights: mayAll,
  }
  let runs = 0
  beforeScript = async () => {
    runs += 1
    // also shows that the script runs while nothing locks its object
    if (runs === 1) await label(id, 'Bay 7')
  }
  const done = await methodsOfService(workflow).run(viewer, { classCode: 'connector', id, method: 'start' })
  expect(done).toMatchObject({ object: { label: 'Bay 7!' } })
  expect(runs).toBe(2)
  expect(await connector()).toMatchObject({ label: 'Bay 7!' })
})

const label = async (id: string, text: string): Promise<void> => {
  await testGateway.fresh.db.updateTable('evses').set({ label: text }).where('id', '=', id).execute()
}

class ConnectionLost extends Error {
  readonly code = '57P01'
}

// Proves O6
test('a state set by users stays until they change it, whatever the station reports', async () => {
  const { db } = testGateway.fresh
  await db
    .insertInto('class_states')
    .values({
      id: newId(),
      class_code: 'connector',
      code: 'service',
      label: 'In service',
      state_type: 'disabled',
    })
    .execute()
  await workflow.refresh()
  const { id } = await connector()
  await db.updateTable('evses').set({ state: 'service' }).where('id', '=', id).execute()
  await testGateway.side.gateway.refresh(station.id)
  await reportStatus('Charging')
  expect(await connector()).toMatchObject({ state: 'service' })
  await db.updateTable('evses').set({ state: 'unavailable' }).where('id', '=', id).execute()
  await testGateway.side.gateway.refresh(station.id)
  await reportStatus('Finishing')
  expect(await connector()).toMatchObject({ state: 'finishing' })
})

// Proves O6
test('an added state of a card or a station is treated like its state type', async () => {
  const { db } = testGateway.fresh
  const added = { label: 'x', state_type: 'disabled' as const }
  await db
    .insertInto('class_states')
    .values([
      { ...added, class_code: 'card', code: 'lost' },
      { ...added, class_code: 'charge_point', code: 'sold' },
      { class_code: 'card', code: 'golden', label: 'x', state_type: 'enabled' },
    ])
    .execute()
  for (const [code, state, status] of [
    ['LOST', 'lost', 'Blocked'],
    ['GOLD', 'golden', 'Accepted'],
  ] as const) {
    await testGateway.addCard(code)
    await db.updateTable('cards').set({ state }).where('code', '=', code).execute()
    const { idTagInfo } = await socket.call<{ idTagInfo: unknown }>('Authorize', { idTag: code })
    expect(idTagInfo).toEqual({ status })
  }
  await db.updateTable('stations').set({ state: 'sold' }).where('id', '=', station.id).execute()
  await testGateway.side.gateway.refresh(station.id)
  await expect.poll(() => socket.closed).not.toBeNull()
  await expect(testGateway.connect(station)).rejects.toThrow(/40[13]|503/)
})

const boot = { chargePointVendor: 'Acme', chargePointModel: 'One' }
const status = (word: string) => ({ kind: 'result' as const, payload: { status: word } })
const later = () => new Date(Date.now() + 3_600_000).toISOString()
const commandsOf = (process: string) => {
  const base = {
    db: testGateway.fresh.db,
    bus: quiet,
    clock: systemClock,
    outbox: workflow.outbox,
  }
  const effects = reservationEffects({ ...base, permute: (n) => n })
  return createCommands({ ...base, process, effects })
}
const start = (more: object = {}) => {
  const timestamp = new Date().toISOString()
  const request = { connectorId: 1, idTag: 'A', meterStart: 0, timestamp, ...more }
  return socket.call<{ transactionId: number }>('StartTransaction', request)
}
const queuedRuns = async () => {
  const rows = await testGateway.fresh.db.selectFrom('state_changes').selectAll().orderBy('id').execute()
  const words = rows.map(
    (row) => `${row.class_code} ${row.action_code}: ${row.from_state} to ${row.to_state}`,
  )
  return [...new Set(words)].sort()
}

describe('actions of the system on transactions, reservations, commands and stations', () => {
  let commands: ReturnType<typeof commandsOf>
  beforeAll(() => {
    commands = commandsOf('here')
    workflow.register(commands.subject, reservationSubject(commands), transactionSubject)
  })
  afterAll(() => commands.close())
  beforeEach(() => testGateway.fresh.db.deleteFrom('state_changes').execute())

  async function queue(action: string, payload: Record<string, unknown> = {}): Promise<string> {
    const asker = { accountId: testGateway.accountId, userId: null, isAdmin: true }
    const run = await commands.send(asker, { stations: [station.identity], action, payload })
    if (isRefusal(run)) throw new Error(run.message)
    return run.commandIds[0]!
  }
  const send = async (action = 'ClearCache', payload: Record<string, unknown> = {}) => {
    const id = await queue(action, payload)
    expect(await commands.next(station.id)).toMatchObject({ id })
    return id
  }
  const ask = async (word: string, action?: string, payload?: Record<string, unknown>) =>
    commands.answered(await send(action, payload), status(word))
  const reserve = (reservationId: number, word = 'Accepted', idTag = 'A') =>
    ask(word, 'ReserveNow', { connectorId: 1, idTag, reservationId, expiryDate: later() })

  /** Triggers every hidden method once. */
  async function live(): Promise<void> {
    await socket.call('BootNotification', boot)
    await reserve(1)
    await reserve(2)
    await reserve(3, 'Rejected')
    // no transaction starts with this card, with or without the reservation id
    await reserve(4, 'Accepted', 'B')
    await ask('Accepted', 'CancelReservation', { reservationId: 2 })
    await start({ reservationId: 1 })
    const { transactionId } = await start()
    const timestamp = new Date(Date.now() + 60_000).toISOString()
    await socket.call('StopTransaction', { transactionId, meterStop: 100, timestamp })
    const past = new Date(Date.now() - 1000)
    await testGateway.fresh.db
      .updateTable('reservations')
      .set({ expires_at: past })
      .where('number', '=', 4)
      .execute()
    await reservationJobs(workflow)[0]!.work()
    await commands.answered(await send(), { kind: 'error', code: 'GenericError', description: '' })
    await commands.answered(await send(), { kind: 'timeout' })
    await send()
    const overdue = await queue('ClearCache')
    const others = commandsOf('elsewhere')
    expect(await others.next(station.id)).toMatchObject({ id: overdue })
    await commands.answered(overdue, status('Accepted'))
    const stale = await queue('ClearCache')
    await testGateway.fresh.db
      .updateTable('commands')
      .set({ expires_at: past })
      .where('id', '=', stale)
      .execute()
    await commands.sweep()
    await commands.cancel(
      { accountId: testGateway.accountId, userId: null, isAdmin: true },
      await queue('ClearCache'),
    )
    others.close()
  }

  test('are queued for scripts if one is registered, and are not otherwise', async () => {
    await at('reserved', 'log(1)')
    await live()
    expect(await queuedRuns()).toEqual([])

    const { methods } = workflow.current().model
    const hidden = methods.filter(
      ({ class_code: of, is_visible }) =>
        !is_visible && ['transaction', 'reservation', 'command'].includes(of),
    )
    const events = [...hidden, { class_code: 'charge_point', action_code: 'boot' }]
    await testGateway.fresh.db
      .insertInto('class_events')
      .values(
        events.map(({ class_code, action_code }) => {
          return { class_code, action_code, kind: 'script' as const, label: 'x', script: 'log(object.state)' }
        }),
      )
      .execute()
    await workflow.refresh()
    ;({ station, socket } = await testGateway.booted())
    await reportStatus('Available')
    await live()
    const words = await queuedRuns()
    expect(words).toEqual([
      'charge_point boot: available to available',
      'charge_point boot: created to unavailable',
      'command accept: sent to accepted',
      'command create: queued to queued',
      'command expire: queued to expired',
      'command fail: sent to failed',
      'command give_up: sent to timeout',
      'command lose: sent to unknown',
      'command reject: sent to rejected',
      'command send: queued to sent',
      'reservation activate: requested to active',
      'reservation create: requested to requested',
      'reservation expire: active to expired',
      'reservation finish: active to cancelled',
      'reservation refuse: requested to refused',
      'reservation use: active to used',
      'transaction finish: running to finished',
      'transaction review: running to needs_review',
      'transaction start: running to running',
    ])
    // every hidden method of the three has run, and its scripts run
    const missing = hidden.filter(
      (of) => !words.some((word) => word.startsWith(`${of.class_code} ${of.action_code}:`)),
    )
    expect(missing).toEqual([])
    await work()
    expect(await waiting()).toEqual([])
    expect(
      await testGateway.fresh.db
        .selectFrom('event_log')
        .select('text')
        .where('text', 'like', '%"x"%')
        .execute(),
    ).toEqual([])
  })
})
