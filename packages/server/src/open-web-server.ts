import type { IncomingMessage } from 'node:http'
import type { Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { endpoints, serviceEndpoints } from '@stationmaster/contract'
import { bindEndpoints } from './http/bind.ts'
import { queryQueue } from './http/query-queue.ts'
import { loadConsole, noConsole } from './http/console-files.ts'
import { mayReceive } from './http/may-list.ts'
import { placePages, type PublicPlaces } from './http/place-pages.ts'
import { createWebServer, type WebServer } from './http/server.ts'
import { type ServiceDeps, serviceRoutes } from './http/service-routes.ts'
import { Viewers, withCallerRefresh } from './http/viewer.ts'
import { noSignInRule } from './http/no-sign-in.ts'
import type { RunTraced, WebCall } from './http/web-call.ts'
import { Live, type LiveDeps } from './live/live.ts'
import {
  findCaller,
  findLocalCaller,
  type IdentityDeps,
  activeConnections,
  redeemTicket,
  viewerOfSession,
} from './modules/identity/index.ts'
import { type CalledRow, shownParameters } from './modules/api-log/index.ts'
import type { Metrics } from './metrics/index.ts'
import type { ModuleContext } from './modules/module.ts'
import { visibleStationIds } from './modules/stations/index.ts'
import { pageConfig } from './page-config.ts'
import type { Handlers } from './shared/handlers.ts'
import { peerAddress } from './shared/peer-address.ts'
import { withTenant } from './storage/tenant-pool.ts'
import { inLane } from './storage/lanes.ts'
import type { ReadReplica } from './storage/read-replica.ts'
import { querySlots } from './storage/open-pools.ts'
import { askDatabase } from './storage/prepare-database.ts'
import { isTransient } from './storage/transient.ts'
import { version } from './version.ts'

/** Addresses that processes without API and console answer. */
const monitoringEndpoints = Object.fromEntries(
  Object.entries(serviceEndpoints).filter(([name]) =>
    ['ping', 'time', 'livez', 'readyz', 'metrics'].includes(name),
  ),
)

interface WebServerDeps
  extends Pick<ServiceDeps, 'file' | 'receiveUpload' | 'avatar' | 'resource' | 'openId' | 'stalled'> {
  identity: IdentityDeps
  publicPlaces: PublicPlaces
  handlers: Handlers
  notReady: () => string[]
  handshakeProblem: (request: IncomingMessage) => string | null
  called: (call: CalledRow) => void
  traced: RunTraced
  metrics: Metrics
  /** Absent without a read replica. */
  replica: ReadReplica | undefined
  /** Other listening servers of the process. */
  otherServers: readonly Server[]
  /** False: only the addresses of monitoring are answered. */
  isConsoleServed: boolean
}

interface OpenLiveDeps {
  identity: IdentityDeps
  newestReadings: LiveDeps['newestReadings']
  visibleSessions: LiveDeps['visibleSessions']
}

// the same relative path in the sources and in the bundle
const consoleFolder = fileURLToPath(new URL('../../console/dist/', import.meta.url))

/** Opens the live updates for consoles. */
export function openLive(
  { db, bus, log, config }: ModuleContext,
  { identity, newestReadings, visibleSessions }: OpenLiveDeps,
): Live {
  return new Live({
    newestReadings,
    visibleSessions: (viewer, numbers) => withTenant(viewer, () => visibleSessions(viewer, numbers)),
    bus,
    log,
    redeem: (ticket, address) => redeemTicket(identity, ticket, address),
    addressOf: peerAddress(config.trustProxy),
    visible: (viewer, stations) =>
      mayReceive(viewer, 'station.changed')
        ? withTenant(viewer, () => visibleStationIds(db, viewer, stations))
        : Promise.resolve([]),
    mayReceive,
    viewerOf: (session) => viewerOfSession(identity, session),
    active: (lines) => activeConnections(identity, lines),
    origins: config.corsOrigins,
  })
}

/** Opens the HTTP server for users and API clients: console, API and its documents. */
export async function openWebServer(ctx: ModuleContext, deps: WebServerDeps): Promise<WebServer> {
  const { clock, log, logEvent, config } = ctx
  const { identity, handlers, metrics, isConsoleServed, otherServers, publicPlaces, ...services } = deps
  const viewers = new Viewers((token) => findCaller(identity, token), ctx)
  const withoutSignIn = config.noSignInFrom && callerWithoutSignIn(ctx, identity, config.noSignInFrom)
  const callerOf = (token: string) => viewers.callerOf(token)
  const page = (origin: string) => pageConfig(config, origin)
  const consoleFiles = isConsoleServed ? await loadConsole(consoleFolder, page) : noConsole
  const apiRoutes = () =>
    bindEndpoints(endpoints, withCallerRefresh(handlers, viewers), {
      callerOf,
      ...(withoutSignIn ? { withoutSignIn } : {}),
      isStorageAway: isTransient,
      withTenant,
      inLane,
      ...(deps.replica && { runRead: deps.replica.run.bind(deps.replica) }),
      queries: queryQueue(querySlots(config.databasePool)),
      shownParameters,
      logEvent,
      clock,
      log,
    })
  return createWebServer({
    routes: [
      ...(isConsoleServed ? apiRoutes() : []),
      ...serviceRoutes(isConsoleServed ? serviceEndpoints : monitoringEndpoints, {
        ...services,
        places: placePages({
          ...publicPlaces,
          console: consoleFiles,
          clock,
          origin: ctx.origin,
          isOpen: config.page.driver,
        }),
        version,
        page,
        clock,
        callerOf,
        notReady: () => notReady(ctx, services.notReady),
        metrics: metrics.text,
        metricsToken: config.metricsToken,
        docs: consoleFiles.docs,
      }),
    ],
    console: consoleFiles,
    trustProxy: config.trustProxy,
    proxyProtocol: config.proxyProtocol,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    corsOrigins: config.corsOrigins,
    answered: metrics.answered,
    called: services.called,
    traced: services.traced,
    handshakeProblem: services.handshakeProblem,
    log,
    otherServers,
    reservedFiles: config.databasePool + otherConnections,
  })
}

/** Accepts calls without a token from these networks as calls of the local administrator. */
function callerWithoutSignIn(ctx: ModuleContext, identity: IdentityDeps, networks: readonly string[]) {
  const { publicUrl, corsOrigins: origins } = ctx.config
  const refusalOf = noSignInRule({ networks, publicUrl, origins })
  const callers = new Viewers(() => findLocalCaller(identity), ctx)
  return async (call: WebCall) => refusalOf(call) ?? (await callers.callerOf('local'))
}

/** Database connections outside of the pool: ingest, jobs, the bus. */
const otherConnections = 16

async function notReady({ db }: ModuleContext, notReady: () => string[]): Promise<string[]> {
  try {
    await askDatabase(db)
    return notReady()
  } catch {
    return ['the database does not answer']
  }
}
