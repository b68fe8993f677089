import type { Pool, PoolClient } from 'pg'
import { webRole } from './tenant-pool.ts'

// arbitrary number, the same in all processes: their grants must not run concurrently
const lockKey = 5_021_988

/**
 * Creates the role for tenant isolation if it is missing and grants it the tables; a role belongs to the
 * whole cluster, so no migration can contain it. Returns false if the database user may neither create nor
 * take the role.
 */
export async function ensureRlsRole(pool: Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return (await canSetRole(client)) && (await grantTables(client))
  } finally {
    // closed instead of reused: this ends the lock and the role that were set on it
    client.release(true)
  }
}

async function canSetRole(client: PoolClient): Promise<boolean> {
  for (const attempt of [null, `create role ${webRole} nologin`, `grant ${webRole} to current_user`]) {
    if (attempt) await succeeds(client, attempt)
    if (await succeeds(client, `set role ${webRole}; reset role`)) return true
  }
  return false
}

/** Returns the missing grants, one statement each; no rows if all exist, as at most starts. */
const missing = `
with own as (
  select c.relkind, format('%I.%I', n.nspname, c.relname) as name,
    -- 'case', because each question is an error about anything else
    case when c.relkind = 'S' then has_sequence_privilege('${webRole}', c.oid, 'usage')
      when c.relkind = 'v' then has_table_privilege('${webRole}', c.oid, 'select')
      else has_table_privilege('${webRole}', c.oid, 'delete') end as has
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = current_schema() and c.relkind in ('r', 'p', 'v', 'S') and not c.relispartition
    and c.relname !~ '^kysely_')
select format('grant usage on schema %I to ${webRole}', current_schema()) as statement
  where not has_schema_privilege('${webRole}', current_schema(), 'usage')
union all
select format('grant %s on %s %s to ${webRole}',
    case relkind when 'S' then 'usage' when 'v' then 'select' else 'select, insert, update, delete' end,
    case relkind when 'S' then 'sequence' else 'table' end, name)
  from own where not has`

async function grantTables(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ statement: string }>(missing)
  for (const { statement } of rows) if (!(await succeeds(client, statement))) return false
  return true
}

// not allowed; role does not exist; already created by another process at the same moment
const ignorableCodes = new Set(['42501', '22023', '42704', '42710', '23505'])

async function succeeds(client: PoolClient, statement: string): Promise<boolean> {
  try {
    await client.query(statement)
    return true
  } catch (error) {
    if (ignorableCodes.has((error as { code?: string }).code ?? '')) return false
    throw error
  }
}
