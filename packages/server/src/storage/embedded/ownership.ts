import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { StartProblem } from '../../shared/start-problem.ts'
import { webRole } from '../tenant-pool.ts'

/** Permanent connection that marks the embedded database as in use and detects its end. */
export interface Ownership {
  url: string
  adminUrl: string
  /** Resolves when the connection breaks. */
  lost: Promise<void>
  release: () => Promise<void>
}

interface Address {
  socketFolder: string
  port: number
}

/** Owner of the server's tables. */
export const user = 'stationmaster'
// Arbitrary number of the advisory lock held by the server that manages the cluster.
const ownerLock = 5_078_274_001
const patienceMs = 5000

/**
 * Claims the database for this process. An advisory lock of the database session is used because it is
 * released with the process, however that ends; a lock file could remain.
 */
export async function becomeOwner(address: Address, password: string): Promise<Ownership> {
  const adminUrl = addressOf(address, 'postgres', password)
  const client = await connect(adminUrl)
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
  })
  try {
    await claim(client)
    await makeUser(client, password)
  } catch (error) {
    await client.end()
    throw error
  }
  return { url: addressOf(address, user, password), adminUrl, lost, release: () => client.end() }
}

export function addressOf(address: Address, role: string, password: string): string {
  const host = encodeURIComponent(address.socketFolder)
  return `postgres://${role}:${password}@localhost:${address.port}/${role}?host=${host}`
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: `stationmaster ${process.pid}` })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error
    throw new StartProblem(
      'the password file beside the embedded database is not its password: put back the right one',
      {
        cause: error,
      },
    )
  }
}

async function claim(client: Client): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      ownerLock,
    ])
    if (rows[0]?.got) return
    if (Date.now() > until) break
    await pause(100)
  }
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = $1`,
    [ownerLock],
  )
  const owner = rows[0]?.name.replace('stationmaster ', 'process ') ?? 'unknown'
  throw new StartProblem(
    `another Stationmaster (${owner}) already uses this data folder: stop it, or set DATA_DIR to another folder`,
  )
}

/**
 * Creates the user of the server, which owns its database but has no rights over the cluster. It may take the
 * role for tenant isolation, which it could not create itself.
 */
async function makeUser(client: Client, password: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; web: boolean; base: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_roles where rolname = $2) as web,
            exists (select from pg_database where datname = $1) as base`,
    [user, webRole],
  )
  if (!rows[0]?.role)
    await client.query(`create role ${user} login password ${client.escapeLiteral(password)}`)
  if (!rows[0]?.web) await client.query(`create role ${webRole} nologin role ${user}`)
  if (!rows[0]?.base) await client.query(`create database ${user} owner ${user}`)
}
