import {
  adminUserDelete,
  adminUserLock,
  adminUserSet,
  eventLogList,
  registrySet,
  signOut,
  stationAction,
  stationSet,
  token,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { serve } from '../src/main.ts'
import { newId } from '../src/shared/ids.ts'
import { freshDatabase } from './database.ts'
import { password, type TestUser, TestServer } from './test-server.ts'
import { WholeServer } from './whole-server.ts'

let testServer: TestServer
let admin: TestUser
beforeAll(async () => {
  testServer = await TestServer.open()
  admin = await testServer.signIn('admin')
})
afterAll(() => testServer.close())

/** Informational events with this source, oldest first. */
async function messages(code: string) {
  await testServer.app.settleJournals()
  const filter = { code, type: 'message' }
  const { body } = await testServer.call(eventLogList, { filter, reclimit: 500 }, admin)
  return body.reverse()
}

describe('informational events', () => {
  // Proves S2.32
  test('record who signed in and out, from where', async () => {
    const name = `u${newId().slice(-10)}`
    await testServer.addUser(name)
    const person = await testServer.signInByPassword(name)
    await testServer.call(signOut, {}, person)
    const mine = (await messages('sign-in')).filter(({ username }) => username === name)
    expect(mine.map(({ event }) => event)).toEqual(['signed in', 'signed out'])
    expect(mine[0]).toMatchObject({
      type: 'message',
      userid: person.id,
      text: expect.stringMatching(/^10\./),
    })
  })

  // Proves L70
  test('that a user repeats are limited and counted', async () => {
    const name = `u${newId().slice(-10)}`
    await testServer.addUser(name)
    const other = `u${newId().slice(-10)}`
    await testServer.addUser(other)
    for (let n = 0; n < 12; n++)
      await testServer.call(token, { grant_type: 'password', username: name, password })
    await testServer.signInByPassword(other)
    const events = await messages('sign-in')
    expect(events.filter(({ username }) => username === name)).toHaveLength(10)
    expect(events.filter(({ username }) => username === other)).toHaveLength(1)
  })

  test('record users who were added, blocked and deleted, once each and without their data', async () => {
    const username = `u${newId().slice(-10)}`
    const { body } = await testServer.call(
      adminUserSet,
      { id: null, username, password, email: `${username}@example.org`, phone: '+49 30 1234567' },
      admin,
    )
    const { id } = body
    await testServer.call(adminUserLock, { id }, admin)
    await testServer.call(adminUserDelete, { id }, admin)
    const mine = (await messages('users')).filter(({ object }) => object === username)
    expect(mine.map(({ event }) => event)).toEqual(['user created', 'user blocked', 'user deleted'])
    expect(mine[0]).toMatchObject({ username: 'admin', userid: admin.id, session: expect.any(String) })
    expect(mine[0]!.correlation).toEqual(expect.any(String))
    expect(JSON.stringify(mine)).not.toContain('1234567')
  })

  test('record stations that were added, approved, rejected and deleted', async () => {
    const identity = `CP-${newId().slice(-10)}`
    const { body } = await testServer.call(stationSet, { id: null, identity }, admin)
    const { id } = body.station
    for (const approval of ['accepted', 'rejected'] as const)
      await testServer.call(stationSet, { id, approval }, admin)
    // what is in the audit trail only
    await testServer.call(stationSet, { id, description: 'beside the gate' }, admin)
    await testServer.call(stationAction, { id, action: 'delete' }, admin)
    const mine = (await messages('stations')).filter(({ object }) => object === identity)
    expect(mine.map(({ event }) => event)).toEqual([
      'station added',
      'station approved',
      'station rejected',
      'station deleted',
    ])
  })

  test('record which setting of the installation was changed, without its value', async () => {
    const name = `value-${newId().slice(-8)}`
    await testServer.call(
      registrySet,
      { root: 'CURRENT_CONFIG', path: 'test', name, type: 'string', value: 'very private' },
      admin,
    )
    const mine = (await messages('settings')).filter(({ object }) => object?.includes(name))
    expect(mine).toMatchObject([{ event: 'setting changed' }])
    expect(JSON.stringify(mine)).not.toContain('very private')
  })
})

test('the first boot of a station is an event, later ones are not', async () => {
  const server = await WholeServer.open()
  try {
    const station = await server.station('FIRST-1')
    await server.command('FIRST-1', 'Reset', { type: 'Hard' })
    await station.until((each) => each.boots === 2 && each.isQuiet, 'a second boot')
    await server.app.settleJournals()
    const events = await server.fresh.db
      .selectFrom('event_log')
      .select(['type', 'event', 'object'])
      .where('code', '=', 'stations')
      .where('event', '=', 'first boot')
      .execute()
    expect(events).toHaveLength(1)
  } finally {
    await server.close()
  }
})

// Proves S2.32
test('the start of a server with its version, its migrations and its end are events', async () => {
  const fresh = await freshDatabase()
  try {
    const config = readConfig({
      DATA_DIR: fresh.dataDir,
      DATABASE_URL: fresh.url,
      PORT: '0',
      HOST: '127.0.0.1',
    })
    const serving = await serve({ config, print: () => {} })
    await serving.close()
    const events = await fresh.db
      .selectFrom('event_log')
      .select(['type', 'event', 'text'])
      .where('code', '=', 'server')
      .orderBy('id')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(['started', 'stopping'])
    expect(events[0]).toMatchObject({ type: 'message', text: expect.stringMatching(/^version \S+/) })
  } finally {
    await fresh.close()
  }
})
