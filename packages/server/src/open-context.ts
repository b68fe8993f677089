import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import type { Pool } from 'pg'
import { NatsBus } from './bus/nats-bus.ts'
import { PostgresBus } from './bus/postgres-bus.ts'
import { EventLogWriter } from './modules/event-log/index.ts'
import type { ModuleContext } from './modules/module.ts'
import { type Clock, systemClock } from './shared/clock.ts'
import type { Config } from './shared/config.ts'
import { numberPermutation } from './shared/ids.ts'
import type { Log } from './shared/log.ts'
import { partsOf } from './shared/role-parts.ts'
import { SecretBox } from './shared/secret-box.ts'
import { ensureRlsRole } from './storage/ensure-rls-role.ts'
import { lanedPool } from './storage/lanes.ts'
import { readNumberSecret } from './storage/number-secret.ts'
import { openPools } from './storage/open-pools.ts'
import { createDatabase } from './storage/pool.ts'
import { createClient } from './storage/prepare-database.ts'
import { queryable } from './storage/queryable.ts'
import { skipNumbers } from './storage/skip-numbers.ts'
import { tenantPool, webRole } from './storage/tenant-pool.ts'
import { openTracing, type Tracing } from './tracing/index.ts'

export interface AppOptions {
  config: Config
  /** Leads to the database without a pooler. */
  databaseUrl: string
  log: Log
  clock?: Clock
}

type Given = AppOptions & Pick<ModuleContext, 'origin' | 'onClose'>

/** Opens the infrastructure of a server process. */
export async function openContext(
  options: Given,
): Promise<ModuleContext & { events: EventLogWriter; tracing: Tracing }> {
  const { config, databaseUrl, clock = systemClock, origin, onClose } = options
  const events = new EventLogWriter()
  const log = events.teeWarnings(options.log)
  const tracing = await openTracing(config, log)
  onClose(() => tracing.close())
  const suffix = randomBytes(6).toString('hex')
  const jobsName = `jobs ${suffix}`
  const pooledUrl = config.databaseDirectUrl === undefined ? undefined : config.databaseUrl
  const pools = openPools({
    url: databaseUrl,
    pooledUrl,
    readUrl: config.databaseReadUrl,
    jobsName,
    most: config.databasePool,
    log,
  })
  // if a job did not stop in time, a connection is still in use
  onClose(() => Promise.race([pools.jobs.end(), pause(1_000, undefined, { ref: false })]))
  onClose(() => Promise.all([pools.queries.end(), pools.stations.end(), pools.replica?.end()]))
  const secrets = new SecretBox(config.secretKey, config.dataDir)
  const hasRlsRole = await ensureRlsRole(pooledUrl ? pools.jobs : pools.web)
  if (!hasRlsRole)
    log.warn(
      `storage: tenant isolation by row-level security is off because the database user may not create its role: run "create role ${webRole}; grant ${webRole} to" that user as an administrator and restart`,
    )
  const databaseOver = (short: Pool) => {
    const laned = lanedPool({ short, query: pools.queries, replica: pools.replica })
    // the driver's type has more overloads of query
    const over = hasRlsRole
      ? tenantPool(laned, pooledUrl ? 'transaction' : 'session')
      : (laned as PostgresPool)
    const db = createDatabase(over, (text) => secrets.sign(text), tracing.statement)
    onClose(() => db.destroy())
    return db
  }
  const [db, signInDb] = [databaseOver(pools.web), databaseOver(pools['sign-in'])]
  const numberSecret = await readNumberSecret(pools.web)
  const bus = openBus({ config, databaseUrl, log, installation: numberSecret })
  onClose(() => bus.close())
  await bus.open()
  events.writeTo(db)
  onClose(() => events.close())
  const permute = numberPermutation(numberSecret)
  const skipped = await skipNumbers(db, clock.now())
  if (skipped > 0)
    log.info(
      { skipped },
      'numbers: skipped those that may have been drawn after the last message of a station',
    )
  // other processes see it among the connections of the database: those of the fast path, or else those for jobs
  const processName = `stationmaster ${partsOf(config.role).gateway ? `station side ${suffix}` : jobsName}`
  const common = { config, processName, clock, log, origin, onClose, events, logEvent: events.logEvent }
  return { ...common, tracing, db, signInDb, pools, bus, secrets, permute }
}

interface BusDeps extends Pick<AppOptions, 'config' | 'databaseUrl' | 'log'> {
  /** Secret of the installation, from which the subject at NATS is derived: several may share one NATS. */
  installation: string
}

function openBus({ config, databaseUrl, log, installation }: BusDeps): PostgresBus | NatsBus {
  const postgres = new PostgresBus(() => createClient(databaseUrl, 'bus'), log, queryable)
  if (!config.natsUrl) return postgres
  const name = createHash('sha256').update(`bus ${installation}`).digest('hex').slice(0, 32)
  return new NatsBus(postgres, { url: config.natsUrl, subject: `stationmaster.${name}`, log })
}
