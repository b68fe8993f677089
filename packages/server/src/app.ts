import { fileURLToPath } from 'node:url'
import { endpoints } from '@stationmaster/contract'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { PostgresBus } from './bus/postgres-bus.ts'
import { commandRooms } from './command-rooms.ts'
import type { Config } from './config.ts'
import { bindEndpoints } from './http/bind.ts'
import { loadConsole } from './http/console-files.ts'
import { openPlacesOf } from './http/security-headers.ts'
import { createWebServer, type WebServer } from './http/server.ts'
import { serviceRoutes } from './http/service-routes.ts'
import { Viewers } from './http/viewer.ts'
import { housekeepingJobs } from './jobs/housekeeping.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { Live } from './live/live.ts'
import {
  findCaller,
  type FirstRun,
  KeyRing,
  livingSessions,
  prepareFirstRun,
  redeemTicket,
} from './modules/identity/index.ts'
import { visibleStationIds } from './modules/stations/index.ts'
import { consoleClientId, pageConfig } from './page-config.ts'
import { type Clock, systemClock } from './shared/clock.ts'
import type { Handlers } from './shared/handlers.ts'
import { numberPermutation } from './shared/ids.ts'
import type { Log } from './shared/log.ts'
import { stationSide } from './station-side.ts'
import { readNumberSecret } from './storage/ingest-numbers.ts'
import { dropOldPartitions } from './storage/partitions.ts'
import { createDatabase, createPool } from './storage/pool.ts'
import { askDatabase, createClient, makePartitions } from './storage/prepare-database.ts'
import { isTransient } from './storage/transient.ts'
import { version } from './version.ts'
import { webRooms } from './web-rooms.ts'

export interface AppOptions {
  config: Config
  databaseUrl: string
  log: Log
  clock?: Clock
}

export interface App {
  web: WebServer
  firstRun: FirstRun
  /** Works what modules have promised; started when the doors are open. */
  jobs: JobRunner
  close: () => Promise<void>
}

const statementTimeoutMs = 5_000
/** Connections that write what stations tell. */
const ingestLanes = 2
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
  const rooms = await webRooms({ db, bus, clock, config, identity })
  const commands = commandRooms({
    db,
    bus,
    clock,
    log,
    answerMs: config.ocpp.callTimeoutMs,
    permute: numberPermutation(await readNumberSecret(pool)),
  })
  const handlers: Handlers = {
    ...rooms.handlers,
    ...commands.handlers,
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

  const stations = await stationSide({
    databaseUrl,
    pool,
    bus,
    clock,
    log,
    lanes: Math.min(ingestLanes, config.databasePool),
    ocpp: config.ocpp,
    trustProxy: config.trustProxy,
    ...commands.toStations,
    onReadings: (readings) => live.readings(readings),
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
        stalled: () => stations.stalled(),
        notReady: () =>
          askDatabase(db).then(
            () => stations.notReady(),
            () => ['the database does not answer'],
          ),
        metrics: () => registry.metrics(),
        callerOf,
        file: (id, query) => rooms.files.open(id, query),
      }),
    ],
    otherwise: await loadConsole(consoleFolder, openPlacesOf(page('http://localhost'))),
    trustProxy: config.trustProxy,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    corsOrigins: [],
    log,
  })
  web.onUpgrade((request, socket, head) => {
    if (stations.gateway.handleUpgrade(request, socket, head)) return
    if (request.url?.startsWith('/api/v1/live')) return void live.upgrade(request, socket, head)
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })

  const jobPool = createPool({ url: databaseUrl, max: 2, name: 'jobs' })
  const housekeeping = housekeepingJobs({
    clock,
    log,
    retention: config.retention,
    makePartitions: (now) => makePartitions(db, now),
    dropOldPartitions: (before) => dropOldPartitions(db, before),
  })
  const jobs = new JobRunner(jobPool, [...commands.jobs, ...stations.jobs, ...housekeeping], log)

  return {
    web,
    firstRun,
    jobs,
    close: async () => {
      live.close()
      await stations.close()
      await web.close()
      await jobs.stop()
      commands.close()
      await jobPool.end()
      await bus.close()
      await db.destroy()
    },
  }
}
