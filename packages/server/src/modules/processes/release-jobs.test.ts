import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { JobRunner } from '../../jobs/job-runner.ts'
import { createLog } from '../../shared/log.ts'
import { createPool } from '../../storage/pool.ts'
import { releaseJobs } from './store.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

const wait = { timeout: 20_000, interval: 20 }

/** Opens a process that runs one job, whose runs end when the gate opens. */
function open({ atStart = false } = {}) {
  const gate = new EventEmitter()
  const pool = createPool({ url: fresh.url, max: 2, name: 'jobs' })
  const work = vi.fn(async () => void (await once(gate, 'open')))
  const runner = new JobRunner(pool, [{ name: 'test.job', every: '0 0 1 1 *', atStart, work }], {
    log: createLog('silent'),
    pollMs: 100,
  })
  runner.start()
  return {
    work,
    workers: () => runner.workers,
    wake: () => runner.wake('test.job'),
    end: () => gate.emit('open'),
    async close() {
      await runner.stop()
      await pool.end()
    },
  }
}

// Proves G11
it('a job runs again although a process that was suspended has stored the end of the run of another one', async () => {
  const suspended = open({ atStart: true })
  await vi.waitFor(() => expect(suspended.work).toHaveBeenCalledTimes(1), wait)
  const other = open()
  await fresh.pool.query('select graphile_worker.force_unlock_workers($1)', [suspended.workers()])
  await vi.waitFor(() => expect(other.work).toHaveBeenCalledTimes(1), wait)
  const left = async () => (await fresh.pool.query('select from graphile_worker.jobs')).rowCount
  suspended.end()
  await vi.waitFor(async () => expect(await left()).toBe(0), wait)
  other.end()
  await other.wake()
  await fresh.pool.query(
    "update graphile_worker._private_job_queues set locked_at = now() - interval '1 minute'",
  )
  await releaseJobs(fresh.pool)
  await vi.waitFor(
    () => expect(suspended.work.mock.calls.length + other.work.mock.calls.length).toBe(3),
    wait,
  )
  suspended.end()
  other.end()
  await Promise.all([suspended.close(), other.close()])
})
