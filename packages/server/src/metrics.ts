import { type ConnectionAttemptReason, connectionAttemptReasons } from '@stationmaster/contract'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ProcessPulse } from './modules/health/index.ts'

interface Sources {
  pulse: () => ProcessPulse
  /** Rejected handshakes of stations since the start, by reason. */
  rejected: ReadonlyMap<ConnectionAttemptReason, number>
}

/**
 * Creates the Prometheus metrics of this process. Names and labels are few and fixed: no identities or
 * request paths.
 */
export function createMetrics(sources: Sources) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `stationmaster_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  gauge('stations_connected', 'Stations connected to this process', () => sources.pulse().stations)
  gauge('consoles_connected', 'Live sockets of consoles', () => sources.pulse().consoles)
  gauge(
    'station_messages_waiting',
    'Messages of stations that wait for the database',
    () => sources.pulse().waiting,
  )
  gauge(
    'oldest_call_seconds',
    'How long the oldest call of a station waits',
    () => sources.pulse().oldestCallMs / 1000,
  )
  const rejected = new Counter({
    name: 'stationmaster_station_handshakes_rejected_total',
    help: 'Handshakes of stations that were rejected, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      rejected.reset()
      for (const reason of connectionAttemptReasons)
        rejected.inc({ reason }, sources.rejected.get(reason) ?? 0)
    },
  })
  const answers = new Histogram({
    name: 'stationmaster_http_answer_seconds',
    help: 'Time to answer requests, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  })
  return {
    text: () => registry.metrics(),
    answered: (route: string, status: number, ms: number) =>
      answers.observe({ route, status: String(status) }, ms / 1000),
  }
}
