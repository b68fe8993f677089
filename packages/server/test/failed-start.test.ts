import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { composeApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/shared/log.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await fresh.close()
})

test('a start that fails after the gateway was opened leaves no connection and no timer', async () => {
  const started = vi.spyOn(globalThis, 'setInterval')
  const ended = vi.spyOn(globalThis, 'clearInterval')
  // the last query of the gateway's start
  await fresh.db.schema.alterTable('stations').renameColumn('connected_process', 'other').execute()
  const config = readConfig({ ADMIN_PASSWORD: 'correct horse battery', DATA_DIR: fresh.dataDir })
  const start = composeApp({ config, databaseUrl: fresh.url, log: createLog('silent') })
  await expect(start).rejects.toThrow('connected_process')
  expect(started.mock.calls.length).toBeGreaterThan(0)
  const periods = started.mock.results.map(({ value }, n) => ({ value, ms: started.mock.calls[n]![1] }))
  const isEnded = (timer: unknown) => ended.mock.calls.some(([one]) => one === timer)
  expect(periods.filter(({ value }) => !isEnded(value)).map(({ ms }) => ms)).toEqual([])
  const connections = async () => {
    const { rows } = await fresh.pool.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'stationmaster test'`,
    )
    return rows
  }
  // PostgreSQL removes a closed connection after a moment; a pool closes idle ones after ten seconds
  await expect.poll(connections, { timeout: 60_000 }).toEqual([])
})
