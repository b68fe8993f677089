import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, PostgresPool } from 'kysely'
import type { Pool } from 'pg'
import type { Bus } from './bus/bus.ts'
import { PostgresBus } from './bus/postgres-bus.ts'
import { composeCommands } from './compose-commands.ts'
import type { Config } from './shared/config.ts'
import type { WebServer } from './http/server.ts'
import { housekeepingJobs } from './jobs/housekeeping.ts'
import type { Job } from './jobs/job.ts'
import { JobRunner } from './jobs/job-runner.ts'
import type { Live } from './live/live.ts'
import { composeJournals } from './compose-journals.ts'
import { createMetrics } from './metrics.ts'
import { accountQuotas, addLogVolumes } from './modules/accounts/index.ts'
import { healthHttp, LoopWatch } from './modules/health/index.ts'
import { EventLogWriter } from './modules/event-log/index.ts'
import {
  consoleClientId,
  type FirstRun,
  type IdentityDeps,
  KeyRing,
  prepareFirstRun,
} from './modules/identity/index.ts'
import { sendJob } from './modules/mail/index.ts'
import { postJob } from './modules/posts/index.ts'
import { onStateChanges, WorkflowService, workflowJobs } from './modules/workflow/index.ts'
import { OwnAddress } from './own-address.ts'
import { composeSelfService } from './compose-self-service.ts'
import { composeScripts } from './compose-scripts.ts'
import { type Clock, systemClock } from './shared/clock.ts'
import { numberPermutation } from './shared/ids.ts'
import type { Log } from './shared/log.ts'
import type { LogEvent } from './shared/log-event.ts'
import { SecretBox } from './shared/secret-box.ts'
import { stationSide } from './station-side.ts'
import { tenantPool, webRole } from './storage/tenant-pool.ts'
import { readNumberSecret } from './storage/number-secret.ts'
import { dropOldPartitions } from './storage/partitions.ts'
import { lanedPool } from './storage/lanes.ts'
import { createDatabase, createPool } from './storage/pool.ts'
import { openPools, type Pools, querySlots } from './storage/open-pools.ts'
import { createClient, makePartitions } from './storage/prepare-database.ts'
import { ensureRlsRole } from './storage/ensure-rls-role.ts'
import { skipNumbers } from './storage/skip-numbers.ts'
import type { Database } from './storage/tables.gen.ts'
import { version } from './version.ts'
import { openLive, openWebServer } from './open-web-server.ts'
import { composeWebHandlers } from './compose-web-handlers.ts'

export interface AppOptions {
  config: Config
  databaseUrl: string
  log: Log
  clock?: Clock
}

export interface App {
  web: WebServer
  live: Live
  bus: Bus
  firstRun: FirstRun
  /** Runs the jobs of the modules; started after the HTTP server listens. */
  jobs: JobRunner
  /** Adds the demo data unless it exists; its stations connect to this origin. */
  seedDemo: (origin: string) => Promise<{ stations: number; isNew: boolean }>
  /** Adds an entry to the event log. */
  logEvent: LogEvent
  /** Writes and seals the pending entries of the logs, for callers that read them immediately. */
  settleJournals: () => Promise<void>
  close: () => Promise<void>
}

/** Connections that write what stations report. */
const ingestLanes = 2

/** Composes the application from its modules in one place. A failure leaves no connection open. */
export async function buildApp(given: AppOptions): Promise<App> {
  const events = new EventLogWriter()
  const options = { ...given, log: events.teeWarnings(given.log) }
  const base = { ...(await openBase(options)), events }
  events.writeTo(base.db)
  try {
    return await composeApp(options, base)
  } catch (error) {
    await base.bus.close()
    await base.closePools()
    throw error
  }
}

async function composeApp(options: AppOptions, base: AppBase): Promise<App> {
  const { config, databaseUrl, log } = options
  const { pool, pools, db, bus, clock } = base
  const address = new OwnAddress(config)
  const keys = new KeyRing(base.signInDb, clock, [consoleClientId, ...config.clients.map(({ id }) => id)])
  await keys.open()
  const identity: IdentityDeps = {
    db: base.signInDb,
    bus,
    clock,
    keys,
    clients: config.clients,
    origin: () => address.origin,
    secrets: base.secrets,
    totpDemand: config.totpDemand,
    logEvent: base.events.logEvent,
  }
  const firstRun = await prepareFirstRun(identity, {
    adminPassword: config.adminPassword,
    isSignInOff: config.noSignInFrom !== null,
  })
  const permute = numberPermutation(await readNumberSecret(pool))
  const skipped = await skipNumbers(db, clock.now())
  if (skipped > 0)
    log.info(
      { skipped },
      'numbers: skipped those that may have been drawn after the last message of a station',
    )

  const scripting = composeScripts({ db, bus, clock, log, config })
  const workflow = await WorkflowService.open({ db, bus, clock, ...scripting.toWorkflow }, (error) =>
    log.error({ err: error }, 'workflow: the object model could not be reloaded'),
  )
  const quotas = accountQuotas(config.quotas)
  const webHandlers = await composeWebHandlers({
    db,
    bus,
    clock,
    config,
    identity,
    permute,
    workflow,
    quotas,
  })
  const self = composeSelfService({
    ...base,
    log,
    config,
    identity,
    quotas,
    mainAccount: firstRun.account.id,
    origin: () => address.origin,
  })
  const journals = composeJournals({ ...base, log, config, secrets: identity.secrets })
  const answerMs = config.ocpp.callTimeoutMs
  const keepDays = config.retention.logDays
  const commands = composeCommands({ db, bus, clock, log, answerMs, keepDays, permute, workflow })
  const live = openLive({ db, bus, clock, log, config, identity })
  const stations = await stationSide({
    databaseUrl,
    pool: pools.stations,
    jobsPool: pool,
    bus,
    clock,
    log,
    lanes: Math.min(ingestLanes, config.databasePool),
    ocpp: config.ocpp,
    trustProxy: config.trustProxy,
    ...commands.toStations,
    addLogVolumes: (volumes) =>
      addLogVolumes({ db, bus, clock, log, defaultMib: config.quotas.logMibPerDay }, volumes),
    onReadings: (readings) => live.readings(readings),
    logEvent: base.events.logEvent,
    workflow,
  })
  // while the database is unavailable, no event can be sent through it
  stations.ingest.onState(() => live.broadcast({ kind: 'storage.changed' }))
  const health = healthModule(options, base, stations, live)
  const web = await openWebServer({
    db,
    bus,
    clock,
    log,
    config,
    identity,
    handlers: {
      ...webHandlers.handlers,
      ...self.handlers,
      ...scripting.handlers,
      ...commands.handlers,
      ...health.handlers,
      ...journals.handlers,
    },
    file: (id, query) => webHandlers.files.open(id, query),
    avatar: self.avatar,
    resource: webHandlers.resource,
    openId: self.openId,
    stalled: stations.stalled,
    notReady: stations.notReady,
    handshakeProblem: (request) => stations.gateway.handshakeProblem(request),
    called: journals.called,
    logEvent: base.events.logEvent,
    metrics: metricsOf(stations, live),
    querySlots: querySlots(config.databasePool),
  })
  web.onUpgrade((request, socket, head) => {
    if (request.url?.startsWith('/api/v1/live')) return void live.upgrade(request, socket, head)
    if (stations.gateway.handleUpgrade(request, socket, head)) return
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  const { jobs, jobsPool, closeJobs } = openJobs(options, base, [
    ...webHandlers.jobs,
    ...self.jobs,
    ...scripting.jobs,
    ...commands.jobs,
    ...stations.jobs,
    ...journals.jobs,
    ...workflowJobs(workflow),
  ])
  onStateChanges(bus, (job) => void jobs.wake(job))
  health.watch('jobs', jobsPool)
  bus.on('mail.queued', () => void jobs.wake(sendJob))
  bus.on('post.queued', () => void jobs.wake(postJob))
  return {
    web: address.learnFrom(web),
    live,
    bus,
    firstRun,
    jobs,
    logEvent: base.events.logEvent,
    settleJournals: journals.settle,
    seedDemo: (origin) => webHandlers.seedDemo(firstRun.account, origin),
    close: async () => {
      live.close()
      await stations.close()
      await web.close()
      await closeJobs()
      self.close()
      health.close()
      commands.close()
      await scripting.close()
      await journals.close()
      await base.events.close()
      await bus.close()
      await base.closePools()
    },
  }
}

interface AppBase {
  /** Pool of short requests and of internal work. */
  pool: Pool
  pools: Pools
  secrets: SecretBox
  db: Kysely<Database>
  /** Database with reserved connections for sign-in and token lookup. */
  signInDb: Kysely<Database>
  bus: PostgresBus
  clock: Clock
  events: EventLogWriter
  closePools: () => Promise<void>
}

async function openBase(options: AppOptions): Promise<Omit<AppBase, 'events'>> {
  const { config, databaseUrl, log, clock = systemClock } = options
  const pools = openPools({ url: databaseUrl, most: config.databasePool, log })
  const pool = pools.web
  const hasRlsRole = await ensureRlsRole(pool)
  if (!hasRlsRole)
    log.warn(
      `storage: tenant isolation by row-level security is off because the database user may not create its role: run "create role ${webRole}; grant ${webRole} to" that user as an administrator and restart`,
    )
  const bus = new PostgresBus(() => createClient(databaseUrl, 'bus'), log)
  await bus.open()
  const secrets = new SecretBox(config.secretKey, config.dataDir)
  const databaseOver = (short: Pool) => {
    const laned = lanedPool({ short, query: pools.queries })
    // the driver's type has more overloads of query
    const over = hasRlsRole ? tenantPool(laned) : (laned as PostgresPool)
    return createDatabase(over, (text) => secrets.sign(text))
  }
  const [db, signInDb] = [databaseOver(pool), databaseOver(pools['sign-in'])]
  const closePools = async () => {
    await Promise.all([db.destroy(), signInDb.destroy(), pools.queries.end(), pools.stations.end()])
  }
  return { pool, pools, secrets, db, signInDb, bus, clock, closePools }
}

type StationSide = Awaited<ReturnType<typeof stationSide>>

/** Creates the module that shows administrators the health of the process; its pools may be added later. */
function healthModule(
  { config }: AppOptions,
  { pool, pools: ofWeb, clock }: AppBase,
  { gateway, ingest }: StationSide,
  live: Live,
) {
  const pools = new Map<string, Pool>(Object.entries(ofWeb))
  const loop = new LoopWatch()
  const handlers = healthHttp({
    pool,
    clock,
    version,
    dataDir: config.dataDir,
    loop,
    pools: () => pools,
    pulse: () => ({
      stations: gateway.size,
      consoles: live.size,
      oldestCallMs: gateway.oldestCallMs,
      waiting: ingest.pulse.queued,
      stuckMs: ingest.pulse.stuckMs,
      awaySince: ingest.unavailableSince,
      proxyAddress: gateway.proxyAddress,
    }),
  })
  return { handlers, watch: (name: string, more: Pool) => pools.set(name, more), close: () => loop.close() }
}

const metricsOf = ({ gateway, ingest, rejected }: StationSide, live: Live) =>
  createMetrics({
    stations: () => gateway.size,
    consoles: () => live.size,
    waiting: () => ingest.pulse.queued,
    oldestCallMs: () => gateway.oldestCallMs,
    rejected,
  })

function openJobs({ config, databaseUrl, log }: AppOptions, { db, clock }: AppBase, moduleJobs: Job[]) {
  const pool = createPool({ url: databaseUrl, max: 2, name: 'jobs' })
  const housekeeping = housekeepingJobs({
    clock,
    log,
    retention: config.retention,
    makePartitions: (now) => makePartitions(db, now),
    dropOldPartitions: (before) => dropOldPartitions(db, before),
  })
  const jobs = new JobRunner(pool, [...moduleJobs, ...housekeeping], log)
  const closeJobs = async () => {
    await jobs.stop()
    // if one did not stop in time, a connection is still in use
    await Promise.race([pool.end(), pause(1_000, undefined, { ref: false })])
  }
  return { jobs, jobsPool: pool, closeJobs }
}
