import { fileURLToPath } from 'node:url'
import { endpoints } from '@stationmaster/contract'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { PostgresBus } from './bus/postgres-bus.ts'
import type { Config } from './config.ts'
import { bindEndpoints } from './http/bind.ts'
import { loadConsole } from './http/console-files.ts'
import { openPlacesOf } from './http/security-headers.ts'
import { createWebServer, type WebServer } from './http/server.ts'
import { serviceRoutes } from './http/service-routes.ts'
import { Viewers } from './http/viewer.ts'
import { Live } from './live/live.ts'
import {
  findCaller,
  type FirstRun,
  identityHttp,
  KeyRing,
  livingSessions,
  prepareFirstRun,
  redeemTicket,
} from './modules/identity/index.ts'
import { stationsHttp, visibleStationIds } from './modules/stations/index.ts'
import { consoleClientId, pageConfig, stationOrigin } from './page-config.ts'
import { type Clock, systemClock } from './shared/clock.ts'
import type { Handlers } from './shared/handlers.ts'
import type { Log } from './shared/log.ts'
import { createDatabase, createPool } from './storage/pool.ts'
import { askDatabase, createClient } from './storage/prepare-database.ts'
import { isTransient } from './storage/transient.ts'
import { version } from './version.ts'

export interface AppOptions {
  config: Config
  databaseUrl: string
  log: Log
  clock?: Clock
}

export interface App {
  web: WebServer
  firstRun: FirstRun
  close: () => Promise<void>
}

const statementTimeoutMs = 5_000
// the same way from the sources and from the bundle
const consoleFolder = fileURLToPath(new URL('../../console/dist/', import.meta.url))

/** The one place where the rooms of the house are wired together. */
export async function buildApp({ config, databaseUrl, log, clock = systemClock }: AppOptions): Promise<App> {
  const pool = createPool({
    url: databaseUrl,
    max: config.databasePool,
    name: 'web',
    statementTimeoutMs,
    onBroken: (error) => log.warn({ err: error }, 'storage: an idle connection broke'),
  })
  const db = createDatabase(pool)
  const bus = new PostgresBus(() => createClient(databaseUrl, 'bus'), log)
  await bus.open()
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  const clientIds = [consoleClientId]
  const keys = new KeyRing(db, clock, clientIds)
  await keys.open()
  const identity = { db, bus, clock, keys, clientIds }
  const firstRun = await prepareFirstRun(identity, config.adminPassword)
  const toStations = (origin: string) => stationOrigin(config, config.publicUrl ?? origin)
  const handlers: Handlers = {
    ...identityHttp(identity),
    ...stationsHttp({ db, bus, clock, stationOrigin: toStations }),
  }

  const viewers = new Viewers((token) => findCaller(identity, token), clock)
  bus.on('session.ended', ({ session }) => viewers.forget(session))
  bus.onGap(() => viewers.forget())
  const callerOf = (token: string) => viewers.callerOf(token)

  const live = new Live({
    bus,
    log,
    redeem: (ticket) => redeemTicket(identity, ticket),
    visible: (viewer, stations) => visibleStationIds(db, viewer, stations),
    living: (sessions) => livingSessions(db, sessions, clock.now()),
    origins: [],
  })

  const page = (origin: string) => pageConfig(config, config.publicUrl ?? origin)
  const bound = Object.fromEntries(Object.entries(endpoints).filter(([name]) => name in handlers))
  const web = await createWebServer({
    routes: [
      ...bindEndpoints(bound, handlers, { callerOf, isStorageAway: isTransient, log }),
      ...serviceRoutes({
        version,
        page,
        clock,
        stalled: () => [],
        notReady: () =>
          askDatabase(db).then(
            () => [],
            () => ['the database does not answer'],
          ),
        metrics: () => registry.metrics(),
        callerOf,
        file: () => Promise.resolve({ refusal: 'not-found', message: 'There is no such picture' }),
      }),
    ],
    otherwise: await loadConsole(consoleFolder, openPlacesOf(page('http://localhost'))),
    trustProxy: config.trustProxy,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    corsOrigins: [],
    log,
  })
  web.onUpgrade((request, socket, head) => {
    if (request.url?.startsWith('/api/v1/live')) return void live.upgrade(request, socket, head)
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  return {
    web,
    firstRun,
    close: async () => {
      live.close()
      await web.close()
      await bus.close()
      await db.destroy()
    },
  }
}
