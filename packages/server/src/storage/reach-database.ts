import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { StartProblem } from '../shared/start-problem.ts'
import { startEmbeddedDatabase } from './embedded/start-embedded-database.ts'
import { isTransient } from './transient.ts'

export interface ReachOptions {
  /** External database; without it the embedded one is started. */
  databaseUrl: string | undefined
  dataDir: string
  /** Folder for the write-ahead log of the embedded database. */
  walArchive?: string | undefined
  print: (line: string) => void
  /** Milliseconds to wait for a database that does not answer yet. */
  patienceMs?: number
}

export interface ReachedDatabase {
  url: string
  /** Stops the embedded database; an external one is left running. */
  close: () => Promise<void>
}

const oldestVersion = 150_000

/** Returns a database that answers and is suitable; throws a StartProblem for a mistake that the user can fix. */
export async function reachDatabase(options: ReachOptions): Promise<ReachedDatabase> {
  const { databaseUrl, dataDir, walArchive: archive, print } = options
  if (databaseUrl) {
    await refuseUnsuitable(databaseUrl, options)
    return { url: databaseUrl, close: () => Promise.resolve() }
  }
  const database = await startEmbeddedDatabase({ folder: join(dataDir, 'postgres'), archive, print })
  return { url: database.url, close: () => database.stop() }
}

async function refuseUnsuitable(url: string, { print, patienceMs = 10_000 }: ReachOptions): Promise<void> {
  const client = await connect(url, print, patienceMs)
  try {
    const { rows } = await client.query<{ version: number; encoding: string; may: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
              has_schema_privilege(current_schema(), 'create') as may`,
    )
    const { version, encoding, may } = rows[0]!
    if (version < oldestVersion) {
      throw new StartProblem(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(version / 10_000)} and 15 or newer is needed: upgrade it`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new StartProblem(
        `the database of DATABASE_URL is encoded in ${encoding}: make one with "encoding UTF8"`,
      )
    }
    if (!may) {
      throw new StartProblem(
        'the user of DATABASE_URL may not make tables: make that user the owner of the database',
      )
    }
  } finally {
    await client.end()
  }
}

async function connect(url: string, print: (line: string) => void, patienceMs: number): Promise<Client> {
  const until = Date.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    const client = clientFor(url)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (!isTransient(error) || Date.now() > until) throw connectProblem(error, client)
      if (isFirst) print(`waiting for the database at ${client.host}:${client.port}`)
      await pause(250)
    }
  }
}

function clientFor(url: string): Client {
  try {
    return new Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      application_name: 'stationmaster start',
    })
  } catch (error) {
    // Its message could repeat the password.
    throw new StartProblem('DATABASE_URL is no address such as postgres://user:password@host:5432/database', {
      cause: error,
    })
  }
}

function connectProblem(error: unknown, { host, port, database, user }: Client): unknown {
  const code = error instanceof Error ? ((error as { code?: string }).code ?? '') : ''
  const known: Record<string, string> = {
    '28P01': `the password for the user ${user} is wrong: correct DATABASE_URL`,
    '28000': `the user ${user} is not let in (pg_hba.conf): correct DATABASE_URL or allow it there`,
    '3D000': `there is no database ${database}: make it ("create database ${database}") or correct DATABASE_URL`,
    ENOTFOUND: `the host ${host} is unknown: correct DATABASE_URL`,
  }
  const line = known[code]
  if (line) return new StartProblem(`the database at ${host}:${port} refuses: ${line}`, { cause: error })
  const reason = code || (error instanceof Error ? error.message : String(error))
  return new StartProblem(
    `no PostgreSQL answers at ${host}:${port} (${reason}): start it, or correct DATABASE_URL, or leave that out for the embedded one`,
    { cause: error },
  )
}
