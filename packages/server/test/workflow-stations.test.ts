import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Bus } from '../src/bus/bus.ts'
import { createScripts } from '../src/modules/scripts/index.ts'
import { connectorSubject, stationSubject } from '../src/modules/stations/index.ts'
import { workflowJobs, WorkflowRoom } from '../src/modules/workflow/index.ts'
import { systemClock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import { freshDatabase } from './database.ts'
import type { RawStation } from './raw-station.ts'
import { StationHouse, type TestStation } from './station-house.ts'

const quiet: Bus = {
  publish: () => Promise.resolve(),
  on: () => () => {},
  onGap: () => () => {},
  close: () => Promise.resolve(),
}
const noAsk = () => Promise.resolve(null)

let house: StationHouse
let room: WorkflowRoom
let station: TestStation
let socket: RawStation
const scripts = createScripts()
beforeAll(async () => {
  const database = await freshDatabase()
  const sends = { notice: () => Promise.resolve(null), post: () => Promise.resolve(null) }
  const needs = { db: database.db, bus: quiet, clock: systemClock, scripts, ...sends }
  room = await WorkflowRoom.open({ ...needs, postRefusal: () => null }, (error) => {
    throw error
  })
  room.plug(stationSubject, connectorSubject({ start: noAsk, stop: noAsk, reserve: noAsk, cancel: noAsk }))
  house = await StationHouse.open({ database, told: room.told })
})
afterAll(async () => {
  await house.close()
  await scripts.close()
})
beforeEach(async () => {
  ;({ station, socket } = await house.booted())
  await tell('Available')
})

const tell = (status: string) =>
  socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status })
const connector = () =>
  house.fresh.db
    .selectFrom('connectors')
    .select(['id', 'state', 'label'])
    .where('station_id', '=', station.id)
    .executeTakeFirstOrThrow()
const waiting = () => house.fresh.db.selectFrom('script_runs').select(['action_code', 'object_id']).execute()
const work = () => workflowJobs(room)[0]!.work()

async function at(action_code: string, script: string): Promise<void> {
  const event = { class_code: 'connector', action_code, kind: 'script' as const, label: 'On it', script }
  await house.fresh.db.deleteFrom('class_events').where('kind', '=', 'script').execute()
  await house.fresh.db.insertInto('class_events').values(event).execute()
  await room.refresh()
}

test('a script waits for what a station tells, and runs when it is stored', async () => {
  await tell('Preparing')
  expect(await waiting()).toEqual([])
  await at('charging', "setLabel(event.from + ' then ' + event.to)")
  await tell('Charging')
  await tell('Charging')
  const { id, state, label } = await connector()
  expect([state, label]).toEqual(['charging', null])
  expect(await waiting()).toEqual([{ action_code: 'charging', object_id: id }])
  await work()
  expect(await connector()).toMatchObject({ state: 'charging', label: 'preparing then charging' })
  expect(await waiting()).toEqual([])
  const journal = await house.fresh.db
    .selectFrom('audit_log')
    .select(['actor', 'kind', 'class_code'])
    .where('object_id', '=', id)
    .execute()
  expect(journal).toEqual([{ actor: 'script', kind: 'change', class_code: 'connector' }])
})

test('a script that fails loses nothing of the message, and its line is written down', async () => {
  await at('faulted', "log('here')\nnothing.there()")
  await tell('Faulted')
  await work()
  expect(await connector()).toMatchObject({ state: 'faulted', label: null })
  expect(await waiting()).toEqual([])
  const events = await house.fresh.db.selectFrom('event_log').select(['type', 'code', 'text']).execute()
  expect(events).toMatchObject([{ type: 'error', code: 'script' }])
  expect(events[0]!.text).toMatch(/"On it" failed at line 2/)
})

test('a state that people have given stays until they take it back, whatever the station tells', async () => {
  const { db } = house.fresh
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
  await room.refresh()
  const { id } = await connector()
  await db.updateTable('connectors').set({ state: 'service' }).where('id', '=', id).execute()
  await house.side.gateway.refresh(station.id)
  await tell('Charging')
  expect(await connector()).toMatchObject({ state: 'service' })
  await db.updateTable('connectors').set({ state: 'unavailable' }).where('id', '=', id).execute()
  await house.side.gateway.refresh(station.id)
  await tell('Finishing')
  expect(await connector()).toMatchObject({ state: 'finishing' })
})

test('an added state of a card or a station counts as what it is one of', async () => {
  const { db } = house.fresh
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
    await house.addCard(code)
    await db.updateTable('cards').set({ state }).where('code', '=', code).execute()
    const { idTagInfo } = await socket.call<{ idTagInfo: unknown }>('Authorize', { idTag: code })
    expect(idTagInfo).toEqual({ status })
  }
  await db.updateTable('stations').set({ state: 'sold' }).where('id', '=', station.id).execute()
  await house.side.gateway.refresh(station.id)
  await expect.poll(() => socket.closed).not.toBeNull()
  await expect(house.connect(station)).rejects.toThrow(/40[13]|503/)
})
