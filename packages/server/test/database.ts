import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { Pool } from 'pg'
import { inject } from 'vitest'
import { SecretBox } from '../src/shared/secret-box.ts'
import { createDatabase, createPool, type Database } from '../src/storage/pool.ts'
import type { Sign } from '../src/storage/signing-plugin.ts'
import { template } from './cluster.ts'

export interface FreshDatabase {
  url: string
  pool: Pool
  db: Kysely<Database>
  /** Signs like the server that uses the data folder. */
  sign: Sign
  /** A data folder for this database, created by the first writer. */
  dataDir: string
  /** Closes the pool and drops the database. */
  close: () => Promise<void>
}

/**
 * Returns a separate database with all tables and no rows, copied from a migrated template (10 to 300 ms), or
 * a copy of another database, whose connections are closed for it.
 */
export async function freshDatabase(
  options: { max?: number; copyOf?: FreshDatabase } = {},
): Promise<FreshDatabase> {
  const adminUrl = await clusterUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  const source = options.copyOf ? new URL(options.copyOf.url).pathname.slice(1) : template
  if (options.copyOf)
    await asAdmin(
      adminUrl,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${source}'`,
    )
  await asAdmin(adminUrl, `create database ${name} template ${source} strategy file_copy`)
  const dataDir = join(tmpdir(), `stationmaster-${name}`)
  const address = new URL(adminUrl)
  address.pathname = name
  const url = address.href
  const pool = createPool({ url, max: options.max ?? 5, name: 'test' })
  const secrets = new SecretBox(undefined, dataDir)
  const sign: Sign = (text) => secrets.sign(text)
  const db = createDatabase(pool, sign)
  const close = async () => {
    await db.destroy()
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, pool, db, sign, dataDir, close }
}

let known: Promise<string> | undefined

/** Returns the address of the run's PostgreSQL as its administrator; the first request starts it. */
export function clusterUrl(): Promise<string> {
  known ??= readAll(inject('clusterSocket'))
  return known
}

async function readAll(path: string): Promise<string> {
  const socket = connect(path)
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
  await once(socket, 'close')
  if (!answer.startsWith('postgres://')) throw new Error(`no database for the tests: ${answer}`)
  return answer
}

let administration: Pool | undefined

/** Runs a statement as administrator, on one connection per worker: a database needs two to four statements. */
async function asAdmin(url: string, statement: string): Promise<void> {
  if (!administration) {
    administration = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    // the next statement opens another
    administration.on('error', () => {})
  }
  await administration.query(statement)
}
