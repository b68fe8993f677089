import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminActivity, adminHealth } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logEvent } from '../src/modules/event-log/index.ts'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let folder: string
let server: TestServer
let admin: TestUser
beforeAll(async () => {
  // a folder that other servers have used contains the end of their audit trail
  folder = await mkdtemp(join(tmpdir(), 'stationmaster-health-'))
  server = await TestServer.open({ DATA_DIR: folder })
  admin = await server.signIn('admin')
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const hourMs = 3_600_000

test('administrators see the state of the server, at the cost of one query every few seconds', async () => {
  const first = await server.request(adminHealth, {}, admin)
  expect(first).toMatchObject({
    calls: { stations: 0, oldestms: 0, waiting: 0, stuckms: 0, awaysince: null },
    counts: {
      stations: 0,
      online: 0,
      commands: { queued: 0, sent: 0, oldest: null },
      jobs: { failed: 0, running: 0 },
    },
  })
  expect(first.pools.map(({ name }) => name)).toEqual(['web', 'queries', 'sign-in', 'stations', 'jobs'])
  expect(first.sizes?.database).toBeGreaterThan(1_000_000)
  expect(first.sizes?.tables.map(({ name }) => name)).toContain('audit_log')
  expect(first.memory.used).toBeLessThan(first.memory.total)
  expect(first.disk?.free).toBeGreaterThan(0)
  await server.db
    .insertInto('stations')
    .values({ id: newId(), account_id: admin.accountId, identity: 'NEW' })
    .execute()
  expect((await server.request(adminHealth, {}, admin)).counts?.stations).toBe(0)
  server.clock.forward(5_000)
  expect((await server.request(adminHealth, {}, admin)).counts).toMatchObject({ stations: 1, online: 0 })
})

test('the activity of a day has an entry for each hour, and past hours are counted once', async () => {
  const now = new Date()
  const past = new Date(now.getTime() - 3 * hourMs)
  await server.db
    .insertInto('event_log')
    .values({ id: newId(), at: past, type: 'error', code: 'web', event: 'failed', text: 'a fault' })
    .execute()
  await logEvent(server.db, { type: 'warning', code: 'web', event: 'slow', text: 'a slow answer' })
  const hourOf = async (at: Date) => {
    const { hours } = await server.request(adminActivity, {}, admin)
    expect(hours).toHaveLength(24)
    return hours.find(({ from }) => at.getTime() - new Date(from).getTime() < hourMs)
  }
  expect(await hourOf(past)).toMatchObject({ errors: 1, warnings: 0 })
  expect(await hourOf(now)).toMatchObject({ errors: 0, warnings: 1 })
  await server.db.deleteFrom('event_log').execute()
  server.clock.forward(30_000)
  expect(await hourOf(past)).toMatchObject({ errors: 1 })
  expect(await hourOf(now)).toMatchObject({ warnings: 0 })
})

test('other users see neither', async () => {
  const operator = await server.user('oona')
  expect((await server.requestError(adminHealth, {}, operator)).status).toBe(403)
  expect((await server.requestError(adminActivity, {}, operator)).status).toBe(403)
})
