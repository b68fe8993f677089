import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { backUp } from '../src/storage/backup/back-up.ts'
import { findBinaries } from '../src/storage/embedded/binaries.ts'
import { chooseRunner, giveTo, runnerCommand } from '../src/storage/embedded/runner.ts'
import { startEmbeddedDatabase } from '../src/storage/embedded/start-embedded-database.ts'
import { SecretBox } from '../src/shared/secret-box.ts'
import { ensureRlsRole } from '../src/storage/ensure-rls-role.ts'
import { migrate } from '../src/storage/migrate.ts'
import { createDatabase, createPool } from '../src/storage/pool.ts'
import { fastestFolder, settingsForTests } from './cluster.ts'
import type { FreshDatabase } from './database.ts'
import { eventually } from './test-gateway.ts'

export interface ReplicatedDatabase extends FreshDatabase {
  replicaUrl: string
  /** Connections of the superuser to the replica. */
  replica: Pool
  stopReplica: () => Promise<void>
}

const print = () => {}

/** Starts a PostgreSQL with all tables, and a streaming replica made from a backup of it. */
export async function replicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(await fastestFolder(), 'sm-replica-'))
  const dataDir = join(folder, 'primary')
  const settings = { ...settingsForTests, shared_buffers: '16MB', max_connections: '60' }
  const primary = await startEmbeddedDatabase({ folder: join(dataDir, 'postgres'), print, settings })
  const pool = createPool({ url: primary.url, max: 5, name: 'test' })
  const secrets = new SecretBox(undefined, dataDir)
  const sign = (text: string) => secrets.sign(text)
  const db = createDatabase(pool, sign)
  await migrate(db)
  await ensureRlsRole(pool)
  const copy = await backUp({
    dataDir,
    target: join(folder, 'backups'),
    keep: 1,
    archive: undefined,
    version: 'test',
    print,
  })
  const standby = await startStandby({ folder, copy, primaryUrl: primary.adminUrl, settings })
  const replicaUrl = standby.urlOf(primary.url)
  const asAdmin = new URL(standby.urlOf(primary.adminUrl))
  asAdmin.pathname = new URL(primary.url).pathname
  const replica = new Pool({ connectionString: asAdmin.href, max: 2 })
  replica.on('error', () => {})
  await eventually(() =>
    replica.query<{ is: boolean }>('select pg_is_in_recovery() as is').then(
      ({ rows }) => rows[0]!.is,
      () => false,
    ),
  )
  return {
    url: primary.url,
    pool,
    db,
    sign,
    dataDir,
    replicaUrl,
    replica,
    stopReplica: standby.stop,
    close: async () => {
      await replica.end()
      await standby.stop()
      await db.destroy()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface StandbyOptions {
  folder: string
  /** Folder of a backup. */
  copy: string
  primaryUrl: string
  settings: Record<string, string>
}

async function startStandby({ folder, copy, primaryUrl, settings }: StandbyOptions) {
  const cluster = join(folder, 'standby')
  const sockets = join(folder, 's')
  await cp(join(copy, 'data/postgres/cluster'), cluster, { recursive: true })
  await mkdir(sockets, { mode: 0o700 })
  await writeFile(join(cluster, 'standby.signal'), '')
  const from = new URL(primaryUrl)
  const conninfo = {
    host: from.searchParams.get('host') ?? from.hostname,
    port: from.port,
    user: from.username,
    password: decodeURIComponent(from.password),
    application_name: 'standby',
  }
  const all = {
    ...settings,
    listen_addresses: '',
    unix_socket_directories: sockets,
    port: from.port,
    wal_retrieve_retry_interval: '100ms',
    primary_conninfo: Object.entries(conninfo)
      .map(([name, value]) => `${name}='${value}'`)
      .join(' '),
  }
  const runner = await chooseRunner(folder, cluster, 'auto')
  await giveTo(runner, cluster)
  await giveTo(runner, sockets)
  const { home } = await findBinaries()
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { program, args, identity } = runnerCommand(runner, join(home, 'bin/postgres'), [
    '-D',
    cluster,
    ...options,
  ])
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: cluster, ...identity })
  let output = ''
  child.stderr!.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-4_000)))
  const ended = once(child, 'exit')
  ended.then(([code]) => code !== 0 && code !== null && process.stderr.write(output)).catch(() => {})
  return {
    urlOf: (primary: string): string => {
      const url = new URL(primary)
      url.searchParams.set('host', sockets)
      return url.href
    },
    stop: async (): Promise<void> => {
      // fast shutdown
      child.kill('SIGINT')
      await ended
    },
  }
}
