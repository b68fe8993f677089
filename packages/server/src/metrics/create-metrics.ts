import { type ConnectionAttemptReason, connectionAttemptReasons } from '@stationmaster/contract'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import type { Pool } from 'pg'
import type { EndedCall } from '../gateway/index.ts'
import type { JobRun } from '../jobs/job.ts'
import type { ProcessPulse } from '../modules/health/index.ts'
import type { CommandOutcome } from '../shared/station-command.ts'
import { type ReadOutcome, readOutcomes } from '../shared/read-outcomes.ts'
import type { Backlog } from './backlog-store.ts'
import { callMeter, commandMeter, jobMeter, requestMeter } from './meters.ts'

interface Sources {
  pulse: () => ProcessPulse
  /** Rejected handshakes of stations since the start, by reason. */
  rejected: ReadonlyMap<ConnectionAttemptReason, number>
  /** Queries by where they ran; undefined without a read replica. */
  reads: ReadonlyMap<ReadOutcome, number> | undefined
  pools: Readonly<Record<string, Pool>>
  /** Work that waits in the database; null while the database does not answer. */
  backlog: () => Promise<Backlog | null>
}

export interface Metrics {
  text: () => Promise<string>
  /** Measures an answered HTTP request. */
  answered: (route: string, status: number, ms: number) => void
  callEnded: (call: EndedCall) => void
  commandEnded: (outcome: CommandOutcome) => void
  jobRan: (run: JobRun) => void
}

/**
 * Creates the Prometheus metrics of this process. Names and labels are few and fixed: no identities or
 * request paths.
 */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addPulse(registry, sources)
  addTls(registry, sources)
  addRejected(registry, sources)
  addPools(registry, sources)
  addReads(registry, sources)
  addBacklog(registry, sources)
  return {
    text: () => registry.metrics(),
    answered: requestMeter(registry),
    callEnded: callMeter(registry),
    commandEnded: commandMeter(registry),
    jobRan: jobMeter(registry),
  }
}

function addPulse(registry: Registry, { pulse }: Sources): void {
  const gauge = (name: string, help: string, value: (pulse: ProcessPulse) => number) =>
    new Gauge({
      name: `stationmaster_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value(pulse()))
      },
    })
  gauge('stations_connected', 'Stations connected to this process', ({ stations }) => stations)
  gauge('consoles_connected', 'Live sockets of consoles', ({ consoles }) => consoles)
  gauge(
    'station_messages_waiting',
    'Messages of stations that wait for the database',
    ({ waiting }) => waiting,
  )
  gauge(
    'oldest_call_seconds',
    'How long the oldest call of a station waits',
    ({ oldestCallMs }) => oldestCallMs / 1000,
  )
  gauge(
    'storage_stuck_seconds',
    'Time without a commit while messages of stations wait',
    ({ stuckMs }) => stuckMs / 1000,
  )
  gauge('storage_available', '1 if messages of stations can be stored, else 0', ({ awaySince }) =>
    awaySince ? 0 : 1,
  )
}

/** Adds the metrics of the port for stations with TLS; without one they have no values. */
function addTls(registry: Registry, { pulse }: Sources): void {
  const gauge = (name: string, help: string, value: (tls: NonNullable<ProcessPulse['tls']>) => number) =>
    new Gauge({
      name: `stationmaster_station_tls_${name}`,
      help,
      registers: [registry],
      // with a label, as a gauge without any is 0 until it is set
      labelNames: ['port'],
      collect() {
        const { tls } = pulse()
        if (tls) this.set({ port: 'stations' }, value(tls))
      },
    })
  gauge(
    'certificate_expiry_timestamp_seconds',
    'When the TLS certificate for stations expires',
    ({ expires }) => expires.getTime() / 1000,
  )
  gauge('files_usable', '0 if the TLS files have changed to something that cannot be used', ({ problem }) =>
    problem === null ? 1 : 0,
  )
  const failures = new Counter({
    name: 'stationmaster_station_tls_handshakes_failed_total',
    help: 'TLS handshakes of stations that failed',
    labelNames: ['port'],
    registers: [registry],
    collect() {
      const { tls } = pulse()
      failures.reset()
      if (tls) failures.inc({ port: 'stations' }, tls.failed)
    },
  })
}

function addRejected(registry: Registry, { rejected }: Sources): void {
  const counter = new Counter({
    name: 'stationmaster_station_handshakes_rejected_total',
    help: 'Handshakes of stations that were rejected, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      counter.reset()
      for (const reason of connectionAttemptReasons) counter.inc({ reason }, rejected.get(reason) ?? 0)
    },
  })
}

function addReads(registry: Registry, { reads }: Sources): void {
  if (!reads) return
  const counter = new Counter({
    name: 'stationmaster_database_reads_total',
    help: 'Queries that the read replica may answer: run on it (replica), or on the primary as it was behind, away, or they write',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      counter.reset()
      for (const outcome of readOutcomes) counter.inc({ outcome }, reads.get(outcome) ?? 0)
    },
  })
}

function addPools(registry: Registry, { pools }: Sources): void {
  const gauge = (name: string, help: string, value: (pool: Pool) => number) =>
    new Gauge({
      name: `stationmaster_database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [name, pool] of Object.entries(pools)) this.set({ pool: name }, value(pool))
      },
    })
  gauge('max_connections', 'Maximum number of database connections', ({ options }) => options.max)
  gauge('open_connections', 'Open database connections', ({ totalCount }) => totalCount)
  gauge(
    'busy_connections',
    'Database connections in use',
    ({ totalCount, idleCount }) => totalCount - idleCount,
  )
  gauge(
    'waiting_requests',
    'Requests that wait for a database connection',
    ({ waitingCount }) => waitingCount,
  )
}

/**
 * Adds the work that waits in the database, which is the same in each server process of one database. There
 * are no values while the database does not answer.
 */
function addBacklog(registry: Registry, { backlog }: Sources): void {
  type Values = readonly (readonly [label: string, value: number])[]
  const gauge = (name: string, help: string, by: { label: string; values: (backlog: Backlog) => Values }) =>
    new Gauge({
      name: `stationmaster_${name}`,
      help,
      labelNames: [by.label],
      registers: [registry],
      async collect() {
        const known = await backlog()
        this.reset()
        if (known) for (const [label, value] of by.values(known)) this.set({ [by.label]: label }, value)
      },
    })
  gauge('commands', 'Commands to stations that have not ended, by state', {
    label: 'state',
    values: ({ commands }) => Object.entries(commands),
  })
  gauge('jobs', 'Jobs in the queue, by state', { label: 'state', values: ({ jobs }) => Object.entries(jobs) })
  gauge('rating_sessions', 'Ended sessions whose price is not booked, by state', {
    label: 'state',
    values: ({ sessions }) => Object.entries(sessions),
  })
  gauge('ratings_held', 'Prices of sessions that wait for a decision, by reason', {
    label: 'reason',
    values: ({ held }) => Object.entries(held),
  })
  gauge('invoices', 'Invoices that are not issued, by state', {
    label: 'state',
    values: ({ invoices }) => Object.entries(invoices),
  })
  const failing = new Gauge({
    name: 'stationmaster_wal_archive_failing',
    help: '1 if PostgreSQL could not archive its write-ahead log at the last attempt, else 0',
    registers: [registry],
    async collect() {
      const known = await backlog()
      if (known) failing.set(known.isArchiveFailing ? 1 : 0)
      else failing.remove()
    },
  })
}
