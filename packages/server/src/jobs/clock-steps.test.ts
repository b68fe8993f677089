import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { releaseJobs } from '../modules/processes/store.ts'
import { createLog } from '../shared/log.ts'
import { createPool } from '../storage/pool.ts'
import { JobRunner } from './job-runner.ts'
import { everyMinute } from './timetable.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterEach(() => void vi.useRealTimers())
afterAll(() => fresh.close())

/** Waits until a check succeeds; `vi.waitFor` would advance the clock of this test. */
async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await pause(100)
}
const minuteMs = 60_000
const beforeMinuteMs = 50

// Proves G20
it('scheduled jobs run after the clock was an hour ahead', async () => {
  const beginMs = Math.floor(Date.now() / minuteMs) * minuteMs - 30 * minuteMs
  // the queue sets timers by this clock: shortly before a minute they end soon
  const setClock = (minutes: number) => vi.setSystemTime(beginMs + minutes * minuteMs - beforeMinuteMs)
  vi.useFakeTimers({ toFake: ['Date'] })
  setClock(90)
  const pool = createPool({ url: fresh.url, max: 2, name: 'jobs' })
  const work = vi.fn(() => Promise.resolve())
  const runner = new JobRunner(pool, [{ name: 'test.minute', every: everyMinute, work }], {
    log: createLog('silent'),
    pollMs: 100,
  })
  runner.start()
  const count = async (table: string) =>
    (await fresh.pool.query(`select from graphile_worker.${table}`).catch(() => null))?.rowCount ?? 0
  await until(async () => (await count('_private_known_crontabs')) === 1)
  let minutes = 90
  await until(() => {
    setClock(++minutes)
    return count('jobs').then((jobs) => jobs === 1)
  })
  // it is due in the future of the database
  expect(work).not.toHaveBeenCalled()
  const before = runner.workers

  setClock((minutes = 0))
  await until(() => runner.workers[0] !== before[0])
  await releaseJobs(fresh.pool)
  await until(() => {
    setClock(++minutes)
    return work.mock.calls.length > 0
  })
  await runner.stop()
  await pool.end()
})
