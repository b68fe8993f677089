import type { SimulatedStation } from '@stationmaster/simulator'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WholeServer } from './whole-server.ts'

let server: WholeServer
let station: SimulatedStation
beforeAll(async () => {
  server = await WholeServer.open({ OCPP_CALL_TIMEOUT_SECONDS: '1' })
  station = await server.station('ACTIONS', { pace: { downloadMs: 60, installMs: 60, uploadMs: 60 } })
})
afterAll(() => server.close())

const wait = { timeout: 60_000, interval: 25 }
interface Event {
  id: string
  kind: string
  identity: string | null
  connectorid: number | null
  idtag: string | null
  username: string | null
  commandid: string | null
  details: Record<string, unknown>
}
/** Returns the events of some kinds, oldest first. */
const events = async (...kinds: string[]) =>
  (await server.list<Event>('/activity/list', { kinds })).toReversed()
const newest = async (kind: string) => (await events(kind)).at(-1)

describe('events of commands', () => {
  it('a command that the station accepts or rejects is an event with its user and result', async () => {
    const accepted = await server.command('ACTIONS', 'ChangeAvailability', {
      connectorId: 1,
      type: 'Operative',
    })
    expect(accepted.status).toBe(200)
    expect(await newest('command_ended')).toMatchObject({
      identity: 'ACTIONS',
      connectorid: 1,
      username: 'admin',
      commandid: expect.any(String),
      details: { action: 'ChangeAvailability', state: 'accepted', result: 'Accepted' },
    })
    await server.command('ACTIONS', 'RemoteStopTransaction', { transactionId: 987_654 })
    expect(await newest('command_ended')).toMatchObject({
      details: { action: 'RemoteStopTransaction', state: 'rejected', result: 'Rejected' },
    })
  })

  it('a command names the card of its request and shows its messages', async () => {
    await server.call('/card/set', { id: null, code: 'Action-1', name: 'Kim' })
    await server.command('ACTIONS', 'RemoteStartTransaction', { idTag: 'ACTION-1', connectorId: 1 })
    const event = await newest('command_ended')
    expect(event).toMatchObject({ idtag: 'ACTION-1', cardname: 'Kim' })
    const { body } = await server.call<{ frames: unknown[] }>('/activity/get', { id: event!.id })
    await vi.waitFor(() => expect(body.frames.length).toBeGreaterThan(0), wait)
  })

  it('a command to a station that is offline is an event with the reason', async () => {
    await server.call('/charge_point/set', { id: null, identity: 'AWAY' })
    const sent = await server.call('/command/send', {
      identities: ['AWAY', 'ACTIONS'],
      action: 'ClearCache',
      payload: {},
    })
    expect(sent.status).toBe(200)
    await vi.waitFor(async () => {
      const cleared = (await events('command_ended')).filter(
        ({ details }) => details['action'] === 'ClearCache',
      )
      expect(cleared.map(({ identity, details }) => [identity, details['state'], details['reason']])).toEqual(
        [
          ['AWAY', 'failed', 'station.offline'],
          ['ACTIONS', 'accepted', undefined],
        ],
      )
    }, wait)
  })
})

describe('events of transfers and configurations', () => {
  it('each status of a transfer is an event with the user who began it', async () => {
    await server.command('ACTIONS', 'GetDiagnostics', { location: 'ftp://files.example/' })
    await vi.waitFor(async () => {
      const steps = await events('transfer_changed')
      expect(steps.map(({ details }) => details)).toEqual([
        { type: 'diagnostics', status: 'Uploading' },
        { type: 'diagnostics', status: 'Uploaded' },
      ])
      expect(steps[0]).toMatchObject({ identity: 'ACTIONS', username: 'admin' })
    }, wait)
  })

  it('a changed key is an event, and so is one that the station reports with another value', async () => {
    await server.command('ACTIONS', 'ChangeConfiguration', { key: 'HeartbeatInterval', value: '77' })
    expect(await newest('configuration_changed')).toMatchObject({
      username: 'admin',
      details: { key: 'HeartbeatInterval', count: 1 },
    })
    await server.fresh.db
      .updateTable('station_configuration')
      .set({ value: '78' })
      .where('key', '=', 'HeartbeatInterval')
      .execute()
    const before = await events('configuration_changed')
    await server.command('ACTIONS', 'GetConfiguration', { key: ['HeartbeatInterval'] })
    await server.command('ACTIONS', 'GetConfiguration', { key: ['HeartbeatInterval'] })
    const added = (await events('configuration_changed')).slice(before.length)
    expect(added).toMatchObject([{ username: null, details: { key: 'HeartbeatInterval', count: 1 } }])
  })
})

describe('events of users', () => {
  it('a change of a station, a connector or a card is an event with its user', async () => {
    const before = await events('object_changed')
    const [row] = await server.list<{ id: string }>('/charge_point/list', { filter: { identity: 'ACTIONS' } })
    await server.call('/charge_point/set', { id: row!.id, description: 'at the gate' })
    await server.call('/method/run', { id: row!.id, code: 'disable' })
    const { body } = await server.call<{ id: string }>('/card/set', { id: null, code: 'Action-2' })
    await server.call('/card/set', { id: body.id, name: 'Lee' })
    await server.call('/card/set', { id: body.id, name: 'Lee' })
    const added = (await events('object_changed')).slice(before.length)
    expect(
      added.map(({ username, identity, idtag, details }) => [username, identity, idtag, details]),
    ).toEqual([
      ['admin', 'ACTIONS', null, { class: 'charge_point', action: 'update', label: 'ACTIONS' }],
      ['admin', 'ACTIONS', null, { class: 'charge_point', action: 'disable', label: 'ACTIONS' }],
      ['admin', null, 'Action-2', { class: 'card', action: 'create', label: 'Action-2' }],
      ['admin', null, 'Action-2', { class: 'card', action: 'update', label: 'Action-2' }],
    ])
    expect(station.identity).toBe('ACTIONS')
  })

  it('a change of another object, and a change that is rolled back, are no events', async () => {
    const before = await events('object_changed')
    await server.call('/charge_point/set', { id: null, identity: 'ACTIONS' })
    await server.call('/profile/set', { locale: 'de' })
    expect(await events('object_changed')).toEqual(before)
  })
})
