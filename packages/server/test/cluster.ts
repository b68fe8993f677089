import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { halt } from '../src/storage/embedded/postmaster.ts'
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../src/storage/embedded/start-embedded-database.ts'
import { isAlive, readLockFile } from '../src/storage/embedded/lock-file.ts'
import { ensureRlsRole } from '../src/storage/ensure-rls-role.ts'
import { migrate } from '../src/storage/migrate.ts'
import { createDatabase, createPool } from '../src/storage/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket on which test files request the cluster. */
    clusterSocket: string
  }
}

export const template = 'template_migrated'

// Test data need not survive a power failure.
export const settingsForTests = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '300',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  autovacuum: 'off',
}

/**
 * One PostgreSQL for the whole run, started when the first test file requests it: a run of pure unit tests
 * pays nothing. It runs as long as this, the main process of the run.
 */
export default async function clusterForTests(project: TestProject): Promise<() => Promise<void>> {
  const home = join(await fastestFolder(), 'stationmaster-tests')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(home, 'run-'))
  await writeFile(join(folder, 'pid'), String(process.pid))
  let cluster: Promise<EmbeddedDatabase> | undefined
  const server = createServer((socket) => {
    socket.on('error', () => {})
    cluster ??= prepare(home, folder)
    cluster.then(
      ({ adminUrl }) => socket.end(adminUrl),
      (error: unknown) => socket.end(`problem: ${error instanceof Error ? error.message : String(error)}`),
    )
  })
  const path = join(folder, 'socket')
  await new Promise<void>((resolve) => server.listen(path, resolve))
  project.provide('clusterSocket', path)
  return () => end(server, cluster, folder)
}

async function prepare(home: string, folder: string): Promise<EmbeddedDatabase> {
  await sweep(home, folder)
  const database = await startEmbeddedDatabase({
    folder: join(folder, 'postgres'),
    print: () => {},
    settings: settingsForTests,
  })
  const admin = createPool({ url: database.adminUrl, max: 1, name: 'template' })
  await admin.query(`create database ${template}`)
  // Tests open thousands of connections: without a password each takes 6 instead of 8 ms of processor time. The
  // socket is open to the user of the run only.
  const { rows } = await admin.query<{ hba_file: string }>('show hba_file')
  await writeFile(rows[0]!.hba_file, 'local all postgres trust\nlocal all all scram-sha-256\n')
  await admin.query('select pg_reload_conf()')
  await admin.end()
  const url = new URL(database.adminUrl)
  url.pathname = template
  const pool = createPool({ url: url.href, max: 1, name: 'template' })
  const db = createDatabase(pool)
  await migrate(db)
  // Otherwise each server of the tests would grant the role its tables, one after the other.
  await ensureRlsRole(pool)
  await db.destroy()
  return database
}

async function end(
  server: Server,
  cluster: Promise<EmbeddedDatabase> | undefined,
  folder: string,
): Promise<void> {
  await new Promise((resolve) => server.close(resolve))
  await cluster?.then(
    (database) => database.stop(),
    () => {},
  )
  await rm(folder, { recursive: true, force: true })
}

const enoughBytes = 2 * 1024 ** 3

/**
 * Returns a folder in memory if there is enough of it: a copy of a database is some 300 files, slow to create
 * on disk.
 */
export async function fastestFolder(): Promise<string> {
  const memory = '/dev/shm'
  // `npm test` has chosen already.
  if (tmpdir().startsWith(memory)) return tmpdir()
  const found = await statfs(memory).catch(() => undefined)
  return found && found.bavail * found.bsize > enoughBytes ? memory : tmpdir()
}

/** Stops and removes what killed runs have left. */
async function sweep(home: string, own: string): Promise<void> {
  for (const name of await readdir(home)) {
    const folder = join(home, name)
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => '0'))
    if (folder === own || pid === 0 || (await isAlive(pid))) continue
    const lock = await readLockFile(join(folder, 'postgres', 'cluster'))
    if (lock && (await isAlive(lock.pid))) await halt(lock.pid, 10_000)
    await rm(folder, { recursive: true, force: true })
  }
}
