import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from 'kysely'
import { StartProblem } from '../shared/start-problem.ts'

// Beside this file in the sources, and beside the bundle, where the build copies it.
const folder = fileURLToPath(new URL('./migrations/', import.meta.url))

/**
 * Runs the pending migrations and returns their names. Several processes may call it at the same time: the
 * first one works, the others wait. All migrations run in one transaction.
 */
export async function migrate<T>(db: Kysely<T>, from = folder): Promise<string[]> {
  const migrations = await readMigrations(from)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // parallel branches: one with a lower number can be merged after one with a higher number has been executed
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrateToLatest(migrator)
  if (error)
    throw migrationProblem(error, results?.find((result) => result.status === 'Error')?.migrationName)
  return (results ?? []).map((result) => result.migrationName)
}

/** Column or table that does not exist. */
const missingCodes = new Set(['42703', '42P01'])

/**
 * Kysely reads the columns of all tables to find its own, which fails if another process changes one of them at this
 * moment: the tables of jobs have migrations of their own. This repeats it, at most 20 times.
 */
async function migrateToLatest(migrator: Migrator): Promise<MigrationResultSet> {
  for (let repeats = 0; ; repeats++) {
    const outcome = await migrator.migrateToLatest()
    const code = (outcome.error as { code?: string } | undefined)?.code ?? ''
    // with results the error is that of a migration
    if (outcome.results || !missingCodes.has(code) || repeats === 20) return outcome
  }
}

async function readMigrations(from: string): Promise<Record<string, Migration>> {
  const names = (await readdir(from)).filter((name) => /^\d{4}_[a-z0-9-]+\.sql$/.test(name)).sort()
  if (names.length === 0) throw new Error(`no migrations in ${from}: the build is incomplete`)
  const migrations: Record<string, Migration> = {}
  // one after the other: all at the same time need as many file descriptors
  for (const name of names) {
    const text = await readFile(join(from, name), 'utf8')
    migrations[name.replace(/\.sql$/, '')] = { up: async (db) => void (await sql.raw(text).execute(db)) }
  }
  return migrations
}

function migrationProblem(error: unknown, name: string | undefined): unknown {
  const message = error instanceof Error ? error.message : String(error)
  const newer = /previously executed migration (\S+) is missing/.exec(message)
  if (newer) {
    return new StartProblem(
      `the database was made by a newer Stationmaster (it knows the step ${newer[1]}): start that version or a later one`,
      { cause: error },
    )
  }
  return name ? new Error(`migration ${name} failed: ${message}`, { cause: error }) : error
}
