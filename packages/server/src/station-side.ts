import type { Readings } from '@stationmaster/contract'
import type { Pool } from 'pg'
import { randomBytes } from 'node:crypto'
import type { Bus } from './bus/bus.ts'
import { busChannel, packEvents } from './bus/postgres-bus.ts'
import { Gateway, type GatewayOptions, type GatewayPorts } from './gateway/index.ts'
import { cards16 } from './modules/cards/index.ts'
import { AttemptRecorder, connectionAttemptsJobs } from './modules/connection-attempts/index.ts'
import type { LogEvent } from './shared/log-event.ts'
import { meterValues16 } from './modules/meter-values/index.ts'
import {
  type AcceptedBoot,
  mayExchangeMessages,
  stationAuthentication,
  stations16,
} from './modules/stations/index.ts'
import { type StartDeps, transactionJobs, transactions16 } from './modules/transactions/index.ts'
import type { StationWorkflow } from './modules/workflow/index.ts'
import type { Clock } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import { peerAddress, type ProxyTrust } from './shared/peer-address.ts'
import type { StationHandlers16 } from './shared/station-connection.ts'
import { Ingest } from './storage/ingest.ts'

type TransferHandlers = Pick<
  StationHandlers16,
  | 'DiagnosticsStatusNotification'
  | 'FirmwareStatusNotification'
  | 'LogStatusNotification'
  | 'SignedFirmwareStatusNotification'
>

interface StationSideDeps {
  databaseUrl: string
  /** Pool for connecting stations. */
  pool: Pool
  jobsPool: Pool
  bus: Bus
  clock: Clock
  log: Log
  /** Connections that write what stations report. */
  lanes: number
  ocpp: Pick<GatewayOptions, 'pingMs' | 'callTimeoutMs' | 'frameBytes' | 'deflate'>
  /** Options of the gateway that override the defaults; for tests. */
  options?: Partial<GatewayOptions>
  trustProxy: ProxyTrust
  transfers: TransferHandlers
  commands: Pick<GatewayPorts, 'nextCommand' | 'commandAnswered' | 'maskResponse'>
  /** Adds to the log volumes of accounts. */
  addLogVolumes: GatewayPorts['addLogVolumes']
  reservationUsed: StartDeps['reservationUsed']
  /** Called after a boot was accepted and stored. */
  booted(boot: AcceptedBoot): void
  onReadings(readings: readonly Readings[]): void
  /** Receives entries for the event log. */
  logEvent?: LogEvent
  workflow: StationWorkflow
}

/** Seconds after which stations of a process that lost its connections count as lost for other processes. */
const silentSeconds = 120

/**
 * Composes the station side: the gateway, the fast path to the database and the modules that handle messages
 * of stations; a part of `app.ts`.
 */
export async function stationSide(needs: StationSideDeps) {
  const { pool, bus, clock, log } = needs
  const { workflowIndex, outbox } = needs.workflow
  const processName = `stationmaster station side ${randomBytes(6).toString('hex')}`
  const ingest = new Ingest({
    url: needs.databaseUrl,
    lanes: needs.lanes,
    processName,
    hints: {
      channel: busChannel,
      pack: (hints) => packEvents(hints.map(({ account, hint }) => ({ kind: 'hint', account, hint }))),
    },
    subscriptions: workflowIndex,
    clock,
    log,
  })
  await ingest.open()
  const authentication = stationAuthentication({
    pool,
    processName,
    wire: { channel: busChannel, pack: packEvents },
  })
  const attempts = new AttemptRecorder({
    pool: needs.jobsPool,
    bus,
    clock,
    logEvent: needs.logEvent ?? (() => {}),
  })
  const handlers: StationHandlers16 = {
    ...stations16({
      booted: needs.booted,
      firstBoot: ({ accountId, identity, status, unit }) =>
        needs.logEvent?.({
          type: 'message',
          code: 'stations',
          event: 'first boot',
          text: `${status}: ${unit}`,
          account: accountId,
          object: identity,
        }),
      workflow: workflowIndex,
    }),
    ...cards16(),
    ...transactions16({ reservationUsed: needs.reservationUsed }),
    ...meterValues16({ onReadings: (readings) => needs.onReadings(readings) }),
    ...needs.transfers,
  }
  const ports: GatewayPorts = {
    admit: (credentials, now) => authentication.admit(credentials, now),
    precheck: (credentials, now) => authentication.precheck(credentials, now),
    rejected: (handshake) => attempts.add(handshake),
    register: (connection) => {
      attempts.connected(connection.stationId)
      return authentication.register(connection)
    },
    changes: (stationId) => authentication.changes(stationId),
    run: (work) => ingest.run(work),
    storage: ingest,
    addLogVolumes: (volumes) => needs.addLogVolumes(volumes),
    handlers: { '1.6': handlers },
    mayExchangeMessages,
    ...needs.commands,
  }
  const trustsProxy = !('hops' in needs.trustProxy) || needs.trustProxy.hops > 0
  const options = { ...needs.ocpp, addressOf: peerAddress(needs.trustProxy), trustsProxy, ...needs.options }
  const gateway = new Gateway(ports, options, { clock, log })
  const subscriptions = [
    ...subscribeToBus(bus, gateway, processName),
    bus.on('station.stale', () => authentication.changed()),
    bus.on('station.drop', () => authentication.changed()),
    bus.onGap(() => authentication.changed()),
  ]
  await authentication.markOrphansOffline(0)
  const markOrphans = () => authentication.markOrphansOffline(silentSeconds).catch(() => [])
  const sweep = setInterval(() => void markOrphans(), 60_000)
  sweep.unref()
  return {
    gateway,
    ingest,
    /** Rejected handshakes since the start, by reason. */
    rejected: attempts.counts,
    jobs: [
      ...transactionJobs({ pool: needs.jobsPool, bus, clock, outbox }),
      ...connectionAttemptsJobs({ pool: needs.jobsPool, clock }),
    ],
    /** Returns what has not progressed for so long that the process should be restarted (G24). */
    stalled: () => stalledOf(gateway, ingest),
    notReady: () => (ingest.unavailableSince ? ['messages of stations cannot be stored'] : []),
    close: async (spreadMs?: number) => {
      clearInterval(sweep)
      for (const stop of subscriptions) stop()
      await gateway.close(spreadMs)
      await attempts.close()
      await ingest.close()
    },
  }
}

const stallMs = 30_000

function stalledOf(gateway: Gateway, ingest: Ingest): string[] {
  // An unavailable database is no reason to restart: a new process would wait as well.
  if (ingest.unavailableSince) return []
  const stalled: string[] = []
  if (gateway.oldestCallMs > stallMs) stalled.push('a call of a station waits for its answer')
  if (ingest.pulse.stuckMs > stallMs) stalled.push('messages of stations are not stored')
  return stalled
}

/** Subscribes to events of other processes and users about stations that are connected here. */
function subscribeToBus(bus: Bus, gateway: Gateway, processName: string): (() => void)[] {
  return [
    bus.on('command.queued', ({ station }) => gateway.wake(station)),
    bus.on('station.drop', ({ station, why }) => gateway.drop(station, why)),
    bus.on('station.stale', ({ station }) => void gateway.refresh(station).catch(() => {})),
    bus.on('station.taken', ({ station, epoch, process }) => {
      if (process !== processName) gateway.taken(station, epoch)
    }),
    bus.onGap(() => void gateway.refreshAll().catch(() => {})),
  ]
}
