import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DatabaseProxy } from '../../test/database-proxy.ts'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { systemClock } from '../shared/clock.ts'
import { createLog } from '../shared/log.ts'
import { deleteOldBatches } from '../storage/ingest-outcome.ts'
import { dropOldPartitions } from '../storage/partitions.ts'
import { createPool } from '../storage/pool.ts'
import { makePartitions } from '../storage/prepare-database.ts'
import { housekeepingJobs } from './housekeeping.ts'
import type { Job } from './job.ts'
import { JobRunner } from './job-runner.ts'
import { everyMinute } from './timetable.ts'

let fresh: FreshDatabase
const log = createLog('silent')
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

/** Opens a runner with its own pool, which is closed with it. */
function open(jobs: readonly Job[], { max = 2, url = fresh.url, log: written = log } = {}) {
  const pool = createPool({ url, max, name: 'jobs' })
  const runner = new JobRunner(pool, jobs, { log: written, pollMs: 100 })
  runner.start()
  return {
    wake: (name: string) => runner.wake(name),
    async close() {
      await runner.stop()
      await pool.end()
    },
  }
}
const wait = { timeout: 60_000, interval: 20 }

/** Waits until the queue has recorded that the job is done, so that a broken connection does not run it again. */
async function expectDone(name: string): Promise<void> {
  const query = 'select count(*)::int as left from graphile_worker.jobs where task_identifier = $1'
  await vi.waitFor(
    async () => expect((await fresh.pool.query(query, [name])).rows).toEqual([{ left: 0 }]),
    wait,
  )
}

describe('JobRunner', () => {
  it('runs jobs with `atStart` with two connections, and stops', async () => {
    const work = vi.fn(() => Promise.resolve())
    const runner = open([
      { name: 'test.start', every: everyMinute, atStart: true, work },
      { name: 'test.later', every: '0 0 1 1 *', work: () => Promise.reject(new Error('too early')) },
    ])
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), wait)
    await runner.close()
  })

  it('lets the running job finish when it stops', async () => {
    const gate = new EventEmitter()
    const begun = vi.fn()
    let hasEnded = false
    const work = async () => {
      begun()
      await once(gate, 'open')
      hasEnded = true
    }
    const runner = open([{ name: 'test.long', every: everyMinute, atStart: true, work }])
    await vi.waitFor(() => expect(begun).toHaveBeenCalled(), wait)
    const closed = runner.close()
    gate.emit('open')
    await closed
    expect(hasEnded).toBe(true)
  })

  it('runs a job while one of another lane is running, with two connections per lane', async () => {
    const gate = new EventEmitter()
    const begun = vi.fn()
    const slow = async () => {
      begun()
      await once(gate, 'open')
    }
    const quick = vi.fn(() => Promise.resolve())
    const runner = open(
      [
        { name: 'test.document', lane: 'documents', every: everyMinute, atStart: true, work: slow },
        { name: 'test.money', lane: 'money', every: everyMinute, wakeOn: () => {}, work: quick },
      ],
      { max: 4 },
    )
    await vi.waitFor(() => expect(begun).toHaveBeenCalled(), wait)
    await vi.waitFor(async () => {
      await runner.wake('test.money')
      expect(quick).toHaveBeenCalled()
    }, wait)
    gate.emit('open')
    await runner.close()
  })

  it('runs a job that is woken again in another process only after it has ended', async () => {
    const gate = new EventEmitter()
    const begun: string[] = []
    let running = 0
    let most = 0
    const job = (process: string): Job => ({
      name: 'test.alone',
      every: '0 0 1 1 *',
      work: async () => {
        most = Math.max(most, ++running)
        begun.push(process)
        if (begun.length === 1) await once(gate, 'open')
        running--
      },
    })
    const other: Job = { name: 'test.other', every: '0 0 1 1 *', work: async () => void begun.push('other') }
    const first = open([job('first')])
    await vi.waitFor(async () => {
      await first.wake('test.alone')
      expect(begun).toEqual(['first'])
    }, wait)
    const second = open([job('second'), other])
    await vi.waitFor(async () => {
      await second.wake('test.alone')
      await second.wake('test.other')
      // the second process has looked for work
      expect(begun).toContain('other')
    }, wait)
    expect(most).toBe(1)
    gate.emit('open')
    await vi.waitFor(() => expect(begun.filter((one) => one !== 'other').length).toBeGreaterThan(1), wait)
    await expectDone('test.alone')
    expect(most).toBe(1)
    await Promise.all([first.close(), second.close()])
  })

  it('retries a failed job', async () => {
    let runs = 0
    const work = () => (++runs === 1 ? Promise.reject(new Error('once')) : Promise.resolve())
    const runner = open([{ name: 'test.again', every: everyMinute, atStart: true, work }])
    await vi.waitFor(() => expect(runs).toBe(1), wait)
    await fresh.pool.query(`select graphile_worker.reschedule_jobs(array[id::bigint], run_at := now())
      from graphile_worker.jobs where task_identifier = 'test.again'`)
    await vi.waitFor(() => expect(runs).toBe(2), wait)
    await runner.close()
  })

  it('continues after its connections were terminated', async () => {
    const work = vi.fn(() => Promise.resolve())
    const runner = open([{ name: 'test.cut', every: everyMinute, atStart: true, work }])
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1), wait)
    await expectDone('test.cut')
    await fresh.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'stationmaster jobs'",
    )
    await fresh.pool.query("select graphile_worker.add_job('test.cut')")
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), wait)
    await runner.close()
  })
})

describe('JobRunner without its database', () => {
  it.each(['is done', 'has failed'])(
    'survives a job that %s while the connection is interrupted',
    async (end) => {
      const lines: string[] = []
      const written = createLog('info', { write: (line: string) => void lines.push(line) })
      const proxy = await DatabaseProxy.open(fresh.url)
      const gate = new EventEmitter()
      const work = vi.fn(async () => {
        await once(gate, 'open')
        if (end === 'has failed') throw new Error('no')
      })
      const jobs = [{ name: `test.${end}`, every: everyMinute, atStart: true, work }]
      const runner = open(jobs, { url: proxy.url, log: written })
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1), wait)
      proxy.cut()
      gate.emit('open')
      await vi.waitFor(() => expect(lines.join('')).toContain('jobs: '), wait)
      proxy.restore()
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), { timeout: 60_000, interval: 20 })
      gate.emit('open')
      await runner.close()
      await proxy.close()
    },
    90_000,
  )

  it('logs once a minute in one line that it cannot work, and nothing while it stops', async () => {
    const lines: string[] = []
    const written = createLog('info', { write: (line: string) => void lines.push(line) })
    const proxy = await DatabaseProxy.open(fresh.url)
    const work = vi.fn(() => Promise.resolve())
    const jobs = [{ name: 'test.away', every: everyMinute, atStart: true, work }]
    const runner = open(jobs, { url: proxy.url, log: written })
    await vi.waitFor(() => expect(work).toHaveBeenCalled(), wait)
    await expectDone('test.away')
    const before = proxy.refused
    proxy.cut()
    await vi.waitFor(() => expect(proxy.refused - before).toBeGreaterThan(8), wait)
    await runner.close()
    await proxy.close()
    expect(lines).toHaveLength(1)
    const { err, msg } = JSON.parse(lines[0]!) as { err: object; msg: string }
    expect(msg).toMatch(/^jobs: [^\n]+$/)
    expect(Object.keys(err).every((name) => ['type', 'message', 'errorCode', 'stack'].includes(name))).toBe(
      true,
    )
  })
})

describe('housekeeping', () => {
  // Proves F13, L63
  it('creates partitions and drops expired ones', async () => {
    await makePartitions(fresh.db, new Date('2020-02-10T12:00:00Z'))
    await makePartitions(fresh.db, new Date())
    const jobs = housekeepingJobs({
      clock: systemClock,
      log,
      retention: { logDays: 30, meterDays: 400, apiLogDays: 30, eventLogDays: 60, activityDays: 396 },
      makePartitions: (now) => makePartitions(fresh.db, now),
      dropOldPartitions: (before) => dropOldPartitions(fresh.db, before),
      deleteOldBatches: (before) => deleteOldBatches(fresh.db, before),
    })
    for (const job of jobs) await job.work()
    const { rows } = await fresh.pool.query(
      "select count(*) filter (where relname like '%2020%') as old, count(*) as all from pg_class where relname ~ '^(ocpp_log|meter_values|api_log|event_log)_[0-9]+$'",
    )
    expect(rows[0].old).toBe(0)
    expect(rows[0].all).toBeGreaterThan(22)
  })

  it('creates partitions while a transaction that stores messages has locked several tables', async () => {
    const client = await fresh.pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query('begin')
    await client.query('lock table meter_values_default in row exclusive mode')
    const made = makePartitions(fresh.db, new Date('2021-02-10T12:00:00Z'))
    const blocked = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    await vi.waitFor(
      async () => expect((await fresh.pool.query(blocked, [rows[0]!.pid])).rows).toHaveLength(1),
      wait,
    )
    await client.query('lock table ocpp_log_default in row exclusive mode')
    await client.query('commit')
    client.release()
    await made
  })
})
