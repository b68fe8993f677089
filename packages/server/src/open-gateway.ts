import type { Bus } from './bus/bus.ts'
import { HintSender } from './bus/hint-sender.ts'
import { busChannel, packEvents } from './bus/postgres-bus.ts'
import {
  Gateway,
  type GatewayOptions,
  type GatewayServices,
  TlsListener,
  type TlsLimits,
  type TlsState,
} from './gateway/index.ts'
import type { AttemptRecorder } from './modules/connection-attempts/index.ts'
import type { ModuleContext } from './modules/module.ts'
import { mayExchangeMessages, stationAuthentication } from './modules/stations/index.ts'
import type { Config } from './shared/config.ts'
import { encryption, peerAddress } from './shared/peer-address.ts'
import type { Subscriptions } from './shared/state-change.ts'
import { Ingest } from './storage/ingest.ts'
import type { Pools } from './storage/open-pools.ts'

type Context = Pick<ModuleContext, 'bus' | 'clock' | 'db' | 'log' | 'onClose' | 'processName'> & {
  config: Pick<Config, 'ocpp' | 'trustProxy' | 'databasePool' | 'stationTls'>
  pools: Pick<Pools, 'stations'>
}

interface OpenGatewayDeps
  extends Pick<
    GatewayServices,
    'handlers' | 'nextCommand' | 'commandAnswered' | 'maskResponse' | 'addLogVolumes'
  > {
  databaseUrl: string
  recorder: AttemptRecorder
  subscriptions: Subscriptions
  /** Options of the gateway that override the defaults; for tests. */
  options?: Partial<GatewayOptions>
  /** Returns the authorities of client certificates besides the configured ones, as PEM. */
  authorities: () => Promise<readonly string[]>
  /** Called when the port with TLS is open, and after each reading of its files. */
  tlsChecked: (state: TlsState) => void
  /** Limits of the port with TLS that override the defaults; for tests. */
  tlsLimits?: Partial<TlsLimits>
}

/** Connections that write what stations report. */
const ingestLanes = 2
/** Seconds after which stations of a process that lost its connections count as lost for other processes. */
const silentSeconds = 120

/** Opens the gateway of the stations and the fast path to the database. */
export async function openGateway(ctx: Context, deps: OpenGatewayDeps) {
  const { bus, clock, log, config, processName } = ctx
  const { databaseUrl, recorder, subscriptions, options, authorities, tlsChecked, tlsLimits, ...services } =
    deps
  const hints = new HintSender({ bus, db: ctx.db, log })
  // before the fast path, so that it is closed after it
  ctx.onClose(() => hints.close())
  const ingest = new Ingest({
    url: databaseUrl,
    lanes: Math.min(ingestLanes, config.databasePool),
    processName,
    hints,
    subscriptions,
    clock,
    log,
  })
  ctx.onClose(() => ingest.close())
  await ingest.open()
  const authentication = stationAuthentication({
    pool: ctx.pools.stations,
    processName,
    wire: { channel: busChannel, pack: packEvents },
  })
  const { trustProxy } = config
  const trustsProxy = !('hops' in trustProxy) || trustProxy.hops > 0
  const gateway = new Gateway(
    {
      ...authentication,
      rejected: (handshake) => recorder.add(handshake),
      register: (connection) => {
        recorder.connected(connection.stationId)
        return authentication.register(connection)
      },
      run: (work) => ingest.run(work),
      storage: ingest,
      mayExchangeMessages,
      ...services,
    },
    {
      ...config.ocpp,
      addressOf: peerAddress(trustProxy),
      isEncrypted: encryption(trustProxy),
      trustsProxy,
      ...options,
    },
    { clock, log },
  )
  const tls = config.stationTls
    ? await TlsListener.open({
        config: config.stationTls,
        authorities,
        clock,
        log,
        checked: tlsChecked,
        upgrade: (request, socket, head) => gateway.handleUpgrade(request, socket, head),
        handshakeProblem: (request) => gateway.handshakeProblem(request),
        ...(tlsLimits && { limits: tlsLimits }),
      })
    : null
  // before the gateway, so that it is closed after it
  ctx.onClose(() => tls?.close())
  const listeners = [
    ...subscribeToBus(bus, gateway, processName),
    bus.on('station.stale', () => authentication.changed()),
    bus.on('station.drop', () => authentication.changed()),
    bus.onGap(() => authentication.changed()),
    bus.on('authorities.changed', () => void tls?.reload()),
  ]
  const markLostOffline = () =>
    authentication.markLostOffline(silentSeconds, (stationId) => gateway.isConnected(stationId))
  const markOrphans = () =>
    Promise.all([authentication.markOrphansOffline(silentSeconds), markLostOffline()]).catch(() => {})
  const sweep = setInterval(() => void markOrphans(), 60_000)
  sweep.unref()
  let closed: Promise<void> | undefined
  const close = (spreadMs?: number): Promise<void> => {
    clearInterval(sweep)
    for (const stop of listeners) stop()
    return (closed ??= gateway.close(spreadMs))
  }
  ctx.onClose(() => close())
  await authentication.markOrphansOffline(0)
  return {
    gateway,
    ingest,
    tls,
    /** Returns what has not progressed for so long that the process should be restarted (G24). */
    stalled: () => stalledOf(gateway, ingest),
    notReady: () => [
      ...(ingest.unavailableSince ? ['messages of stations cannot be stored'] : []),
      ...(closed ? ['the server is stopping'] : []),
    ],
    /**
     * Marks stations offline that this process has registered, but does not have: the commit of a registration may have
     * been stored although it seemed to fail. Called every minute.
     */
    markLostOffline,
    /** Closes the connections of all stations. */
    close,
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
