import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCommands } from '../src/modules/commands/create-commands.ts'
import { reservationEffects } from '../src/modules/reservations/effects.ts'
import { reservationJobs } from '../src/modules/reservations/index.ts'
import { reservationSubject } from '../src/modules/reservations/reservation-subject.ts'
import { transactionSubject } from '../src/modules/transactions/transaction-subject.ts'
import { isRefusal } from '../src/shared/refusal.ts'
import { systemClock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import type { RawStation } from './raw-station.ts'
import type { TestStation } from './test-gateway.ts'
import { openWorkflowGateway } from './workflow-gateway.ts'

let server: Awaited<ReturnType<typeof openWorkflowGateway>>
let station: TestStation
let socket: RawStation
beforeAll(async () => void (server = await openWorkflowGateway()))
afterAll(() => server.close())
beforeEach(async () => void ({ station, socket } = await server.connect()))

// Proves O6
test('a state set by users stays until they change it, whatever the station reports', async () => {
  const { db } = server.gateway.fresh
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
  await server.workflow.refresh()
  const { id } = await server.connector()
  await db.updateTable('evses').set({ state: 'service' }).where('id', '=', id).execute()
  await server.gateway.side.gateway.refresh(station.id)
  await server.reportStatus('Charging')
  expect(await server.connector()).toMatchObject({ state: 'service' })
  await db.updateTable('evses').set({ state: 'unavailable' }).where('id', '=', id).execute()
  await server.gateway.side.gateway.refresh(station.id)
  await server.reportStatus('Finishing')
  expect(await server.connector()).toMatchObject({ state: 'finishing' })
})

// Proves O6
test('an added state of a card or a station is treated like its state type', async () => {
  const { db } = server.gateway.fresh
  const added = { label: 'x', state_type: 'disabled' as const }
  await db
    .insertInto('class_states')
    .values([
      { ...added, class_code: 'card', code: 'stolen' },
      { ...added, class_code: 'charge_point', code: 'sold' },
      { class_code: 'card', code: 'golden', label: 'x', state_type: 'enabled' },
    ])
    .execute()
  for (const [code, state, status] of [
    ['STOLEN', 'stolen', 'Blocked'],
    ['GOLD', 'golden', 'Accepted'],
  ] as const) {
    await server.gateway.addCard(code)
    await db.updateTable('cards').set({ state }).where('code', '=', code).execute()
    const { idTagInfo } = await socket.call<{ idTagInfo: unknown }>('Authorize', { idTag: code })
    expect(idTagInfo).toEqual({ status })
  }
  await db.updateTable('stations').set({ state: 'sold' }).where('id', '=', station.id).execute()
  await server.gateway.side.gateway.refresh(station.id)
  await expect.poll(() => socket.closed).not.toBeNull()
  await expect(server.gateway.connect(station)).rejects.toThrow(/40[13]|503/)
})

const boot = { chargePointVendor: 'Acme', chargePointModel: 'One' }
const status = (word: string) => ({ kind: 'result' as const, payload: { status: word } })
const later = () => new Date(Date.now() + 3_600_000).toISOString()
const commandsOf = (process: string) => {
  const base = {
    db: server.db,
    bus: server.bus,
    clock: systemClock,
    outbox: server.workflow.outbox,
  }
  const commands = createCommands({ ...base, process })
  commands.addEffects(reservationEffects({ ...base, permute: (n) => n }))
  return commands
}
const start = (more: object = {}) => {
  const timestamp = new Date().toISOString()
  const request = { connectorId: 1, idTag: 'A', meterStart: 0, timestamp, ...more }
  return socket.call<{ transactionId: number }>('StartTransaction', request)
}
const queuedRuns = async () => {
  const rows = await server.db.selectFrom('state_changes').selectAll().orderBy('id').execute()
  const words = rows.map(
    (row) => `${row.class_code} ${row.action_code}: ${row.from_state} to ${row.to_state}`,
  )
  return [...new Set(words)].sort()
}

describe('actions of the system on transactions, reservations, commands and stations', () => {
  let commands: ReturnType<typeof commandsOf>
  beforeAll(() => {
    commands = commandsOf('here')
    server.workflow.register(commands.subject, reservationSubject(commands), transactionSubject)
  })
  afterAll(() => commands.close())
  beforeEach(() => server.db.deleteFrom('state_changes').execute())

  async function queue(action: string, payload: Record<string, unknown> = {}): Promise<string> {
    const asker = { accountId: server.gateway.accountId, userId: null, isAdmin: true, clientId: null }
    const run = await commands.send(asker, { stations: [station.identity], action, payload })
    if (isRefusal(run)) throw new Error(run.message)
    return run.commandIds[0]!
  }
  const send = async (action = 'ClearCache', payload: Record<string, unknown> = {}) => {
    const id = await queue(action, payload)
    expect(await commands.next(station.id)).toMatchObject({ id })
    return id
  }
  const sendAnswered = async (word: string, action?: string, payload?: Record<string, unknown>) =>
    commands.answered(await send(action, payload), status(word))
  const reserve = (reservationId: number, word = 'Accepted', idTag = 'A') =>
    sendAnswered(word, 'ReserveNow', { connectorId: 1, idTag, reservationId, expiryDate: later() })

  /** Triggers every hidden method once. */
  async function live(): Promise<void> {
    await socket.call('BootNotification', boot)
    await reserve(1)
    await reserve(2)
    await reserve(3, 'Rejected')
    // no transaction starts with this card, with or without the reservation id
    await reserve(4, 'Accepted', 'B')
    await sendAnswered('Accepted', 'CancelReservation', { reservationId: 2 })
    await start({ reservationId: 1 })
    const { transactionId } = await start()
    const timestamp = new Date(Date.now() + 60_000).toISOString()
    await socket.call('StopTransaction', { transactionId, meterStop: 100, timestamp })
    const past = new Date(Date.now() - 1000)
    await server.db.updateTable('reservations').set({ expires_at: past }).where('number', '=', 4).execute()
    await reservationJobs(server.workflow)[0]!.work()
    await commands.answered(await send(), { kind: 'error', code: 'GenericError', description: '' })
    await commands.answered(await send(), { kind: 'timeout' })
    await send()
    const overdue = await queue('ClearCache')
    const others = commandsOf('elsewhere')
    expect(await others.next(station.id)).toMatchObject({ id: overdue })
    await commands.answered(overdue, status('Accepted'))
    const stale = await queue('ClearCache')
    await server.db.updateTable('commands').set({ expires_at: past }).where('id', '=', stale).execute()
    await commands.sweep()
    await commands.cancel(
      { accountId: server.gateway.accountId, userId: null, isAdmin: true, clientId: null },
      await queue('ClearCache'),
    )
    others.close()
  }

  test('are queued for scripts if one is registered, and are not otherwise', async () => {
    await server.at('reserved', 'log(1)')
    await live()
    expect(await queuedRuns()).toEqual([])

    const { methods } = server.workflow.current().model
    const hidden = methods.filter(
      ({ class_code: of, is_visible }) =>
        !is_visible && ['transaction', 'reservation', 'command'].includes(of),
    )
    const events = [...hidden, { class_code: 'charge_point', action_code: 'boot' }]
    await server.db
      .insertInto('class_events')
      .values(
        events.map(({ class_code, action_code }) => {
          return { class_code, action_code, kind: 'script' as const, label: 'x', script: 'log(object.state)' }
        }),
      )
      .execute()
    await server.workflow.refresh()
    ;({ station, socket } = await server.connect())
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
    await server.work()
    expect(await server.waiting()).toEqual([])
    expect(
      await server.db.selectFrom('event_log').select('text').where('text', 'like', '%"x"%').execute(),
    ).toEqual([])
  })
})
