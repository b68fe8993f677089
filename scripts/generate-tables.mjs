// Generates the types of all tables from the migrated database: packages/server/src/storage/tables.gen.ts.
// Fast if the migrations have not changed, because their hash is stored in the file.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesBelow, hashOf, root } from './files.mjs'

const migrations = 'packages/server/src/storage/migrations'
const output = join(root, 'packages/server/src/storage/tables.gen.ts')
const self = 'scripts/generate-tables.mjs'

/** Regenerates the file if it is stale; resolves to true if it did. */
export async function generateTables({ force = false } = {}) {
  const stamp = `// From ${(await hashOf([self, ...(await filesBelow([migrations]))])).slice(0, 16)}`
  const known = await readFile(output, 'utf8').catch(() => '')
  if (!force && known.includes(`${stamp}\n`)) return false
  const { columns, checks } = await readSchema()
  await writeFile(output, render(stamp, columns, checks))
  return true
}

async function readSchema() {
  const { loadTypescript } = await import('./load-typescript.mjs')
  const { startEmbeddedDatabase } = await loadTypescript(
    'packages/server/src/storage/embedded/start-embedded-database.ts',
    'start-embedded-database',
  )
  const { migrate } = await loadTypescript('packages/server/src/storage/migrate.ts', 'migrate')
  const { createPool, createDatabase } = await loadTypescript('packages/server/src/storage/pool.ts', 'pool')
  const folder = await mkdtemp(join(tmpdir(), 'stationmaster-tables-'))
  const database = await startEmbeddedDatabase({ folder, print: () => {}, settings: { fsync: 'off' } })
  try {
    const pool = createPool({ url: database.url, max: 1, name: 'tables' })
    const db = createDatabase(pool)
    await migrate(db, join(root, migrations))
    const columns = await pool.query(columnsSql)
    const checks = await pool.query(checksSql)
    await db.destroy()
    return { columns: columns.rows, checks: checks.rows }
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const columnsSql = `
  select c.relname as table, a.attname as column, t.typname as type, a.attnotnull as required,
         a.atthasdef or a.attidentity = 'd' as has_default, a.attidentity = 'a' or a.attgenerated <> '' as is_made
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely\\_%'
  order by c.relname, a.attnum`

const checksSql = `
  select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as rule
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'c' and array_length(k.conkey, 1) = 1 and c.relnamespace = 'public'::regnamespace`

const types = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'Numeric',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  inet: 'string',
  cidr: 'string',
  date: 'string',
  interval: 'string',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
  bytea: 'Buffer',
}

function typeOf({ table, column, type }, checks) {
  if (type.startsWith('_')) return `${typeOf({ table, column, type: type.slice(1) }, [])}[]`
  const rule = checks.find((check) => check.table === table && check.column === column)?.rule
  const words = /ANY \(+ARRAY\[(.*?)\]/.exec(rule ?? '')?.[1]?.match(/'[^']*'/g)
  if (words) return words.join(' | ')
  const known = types[type]
  if (!known) throw new Error(`${table}.${column} has the type ${type}, which ${self} does not know`)
  return known
}

function render(stamp, columns, checks) {
  const tables = group(columns)
  const text = [...tables].map(([table, rows]) => {
    const lines = rows.map((row) => {
      const plain = typeOf(row, checks) + (row.required ? '' : ' | null')
      const type = row.is_made ? `GeneratedAlways<${plain}>` : row.has_default ? `Generated<${plain}>` : plain
      return `  ${row.column}: ${type}`
    })
    return `export interface ${pascal(table)} {\n${lines.join('\n')}\n}\n`
  })
  const list = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}`).join('\n')
  const used = (name) => columns.some((row) => typeOf(row, checks).includes(name))
  return `// Made by: npm run generate (${self}); not edited by hand.
${stamp}
import type { ColumnType } from 'kysely'

/** A column with a default: may be left out. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>

/** Read as Date; written as Date or text with a zone. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Read as a value; written as text, because the driver would make a PostgreSQL array of a list. */
export type Json = ColumnType<unknown, string, string>
${columns.some((row) => row.is_made) ? '/** Made by the database alone. */\nexport type GeneratedAlways<T> = ColumnType<T, never, never>\n' : ''}${used('Numeric') ? '/** Read as text, because a number would lose digits. */\nexport type Numeric = ColumnType<string, string | number, string | number>\n' : ''}
${text.join('\n')}
export interface Database {
${list}
}
`
}

function group(rows) {
  const groups = new Map()
  for (const row of rows) groups.set(row.table, [...(groups.get(row.table) ?? []), row])
  return groups
}

function pascal(name) {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())
}
