import { type App, composeApp } from './app.ts'
import { readConfig } from './config.ts'
import { startAll } from './shared/close-all.ts'
import type { Config } from './shared/config.ts'
import { localOrigins } from './own-address.ts'
import { partsOf } from './shared/role-parts.ts'
import { StartProblem } from './shared/start-problem.ts'
import { createLog, type Log } from './shared/log.ts'
import { migrate } from './storage/migrate.ts'
import { createDatabase, createPool } from './storage/pool.ts'
import { lockStart, makePartitions } from './storage/prepare-database.ts'
import { reachDatabase } from './storage/reach-database.ts'
import { version } from './version.ts'

export { composeApp } from './app.ts'
export { backUpData, restoreData } from './backup.ts'
export { readConfig } from './config.ts'
export { createLog } from './shared/log.ts'
export { verifyJournal } from './verify-journal.ts'

export interface ServeOptions {
  /** True to add sample data, marked as such. */
  demo?: boolean
  config?: Config
  /** Called with progress messages. */
  print?: (line: string) => void
}

export interface Serving {
  port: number
  app: App
  /** Stops everything that `serve` started, the embedded database last. */
  close: () => Promise<void>
}

/**
 * Starts the whole server: database, tables, listeners. Importing this file has no effect. Throws a
 * StartProblem for mistakes that the user can fix, after stopping what was started by then.
 */
export async function serve(options: ServeOptions = {}): Promise<Serving> {
  const { config = readConfig(), print = (line) => console.log(line) } = options
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  return startAll(async (onClose) => {
    if (options.demo && config.role !== 'all')
      throw new StartProblem(
        `--demo needs ROLE=all, not ROLE=${config.role}: its stations connect to this process`,
      )
    print(config.databaseUrl ? 'Reaching the database …' : 'Starting the database …')
    const { databaseUrl, databaseDirectUrl } = config
    const database = await reachDatabase({ ...config, databaseUrl: databaseDirectUrl ?? databaseUrl, print })
    onClose(() => database.close())
    onClose(surviveRejections(log))
    // processes that start at the same time would migrate, and create the first account, several times
    const unlockStart = await lockStart(database.url)
    onClose(() => unlockStart())
    const migrated = await prepareTables(database.url, print)
    const app = await composeApp({ config, databaseUrl: database.url, log })
    await unlockStart()
    onClose(() => {
      app.logEvent({ ...ofServer, event: 'stopping', text: `version ${version}` })
      return app.close()
    })
    if (migrated.length > 0) app.logEvent({ ...ofServer, event: 'tables migrated', text: stepsOf(migrated) })
    const port = await app.listen(config.port, config.host)
    const tlsPort = await app.listenWithTls(config.host)
    app.logEvent({ ...ofServer, event: 'started', text: `version ${version}, port ${port}` })
    if (partsOf(config.role).jobs) app.jobs.start()
    if (options.demo) await addDemo(app, config, { port, print })
    printAddresses(app, config, { port, tlsPort, print })
    return { port, app }
  }, log)
}

const ofServer = { type: 'message', code: 'server' } as const

const stepsOf = (steps: readonly string[]): string =>
  steps.length > 5 ? `${steps.length} steps, the last one ${steps.at(-1)}` : steps.join(', ')

/**
 * Logs unhandled rejections instead of ending the process, which would disconnect all stations and users
 * (G22).
 */
function surviveRejections(log: Log): () => void {
  const note = (error: unknown) => log.error({ err: error }, 'unhandled promise rejection')
  process.on('unhandledRejection', note)
  return () => void process.off('unhandledRejection', note)
}

/** Runs the pending migrations and returns their names. */
async function prepareTables(url: string, print: (line: string) => void): Promise<string[]> {
  const db = createDatabase(createPool({ url, max: 1, name: 'migrate' }))
  try {
    const done = await migrate(db)
    if (done.length > 0) print(`Database migrated (${done.length} migrations).`)
    await makePartitions(db, new Date())
    return done
  } finally {
    await db.destroy()
  }
}

async function addDemo(
  app: App,
  config: Config,
  { port, print }: { port: number; print: (line: string) => void },
): Promise<void> {
  const host = config.host && config.host !== '::' && config.host !== '0.0.0.0' ? config.host : '127.0.0.1'
  const { stations, isNew } = await app.seedDemo(`ws://${host.includes(':') ? `[${host}]` : host}:${port}`)
  print(
    isNew
      ? `Sample data added: ${stations} stations with some weeks of history.`
      : 'Sample data is in place.',
  )
}

function printAddresses(
  { firstRun }: App,
  config: Config,
  { port, tlsPort, print }: { port: number; tlsPort: number | null; print: (line: string) => void },
): void {
  const origins = config.publicUrl ? [config.publicUrl] : localOrigins(config.host, port)
  const stations = config.page.stationDomain || origins.at(-1)!.replace(/^http/, 'ws')
  const { role } = config
  const runs = partsOf(role)
  const lines = [
    '',
    `Stationmaster serves at ${origins.join(' and ')}${role === 'all' ? '' : `, with ROLE=${role}`}`,
    runs.gateway &&
      `Stations connect to ${stations}/ocpp/${firstRun.account.code}/ (a station adds its identity)`,
    tlsPort !== null && `Stations connect with TLS to port ${tlsPort}`,
    runs.web && `API documentation: ${origins[0]}/docs`,
    config.noSignInFrom &&
      `Signing in is switched off: callers from ${config.noSignInFrom.join(', ')} work as an administrator.`,
    firstRun.isAdministratorCreated &&
      'The administrator "admin" was created with the password of ADMIN_PASSWORD.',
    firstRun.setupCode &&
      `To create the first administrator, open ${origins[0]} and enter this code: ${firstRun.setupCode}`,
  ]
  // in one write: a program that waits for the address also receives the lines after it
  print(lines.filter((line) => typeof line === 'string').join('\n'))
}
