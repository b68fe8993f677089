// Accesses the embedded database of a measured server from outside as its superuser.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../files.mjs'

const { Client } = createRequire(join(root, 'packages/server/package.json'))('pg')

const folderOf = (dataDir) => join(dataDir, 'postgres')

/** Reads the file in which PostgreSQL records its process, port and socket folder. */
export async function readPostmaster(dataDir) {
  const text = await readFile(join(folderOf(dataDir), 'cluster/postmaster.pid'), 'utf8')
  const [pid, , , port, socketFolder] = text.split('\n')
  return { pid: Number(pid), port: Number(port), socketFolder }
}

/** Returns true if a process with this id is running. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Ends a database that its server has left running; the file names it only while it runs. */
export async function endPostmaster(dataDir) {
  const { pid } = await readPostmaster(dataDir).catch(() => ({ pid: 0 }))
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL']) {
    if (pid === 0 || !isAlive(pid)) return
    process.kill(pid, signal)
    for (let waits = 0; waits < 100 && isAlive(pid); waits++) await pause(50)
  }
}

/** Returns the address of a database in the cluster for `role`, which owns the database of the same name. */
export async function addressOf(dataDir, role, database = role) {
  const { port, socketFolder } = await readPostmaster(dataDir)
  const password = (await readFile(join(folderOf(dataDir), 'password'), 'utf8')).trim()
  return `postgres://${role}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}`
}

/** Connects the superuser to the server's tables. */
export async function connectAsSuperuser(dataDir) {
  const client = new Client({ connectionString: await addressOf(dataDir, 'postgres', 'stationmaster') })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Returns the size of the OCPP log on disk with its indexes, and the number of calls in it. */
export async function journalOf(client) {
  const { rows } = await client.query(
    `select coalesce(sum(pg_total_relation_size(i.inhrelid)), 0)::float8 as bytes from pg_inherits i
     join pg_class p on p.oid = i.inhparent where p.relname = 'ocpp_log'`,
  )
  const { rows: counted } = await client.query(
    'select coalesce(sum(repeats), 0)::float8 as calls from ocpp_log',
  )
  return { bytes: rows[0].bytes, calls: counted[0].calls }
}

export const databaseLog = (dataDir) => join(folderOf(dataDir), 'postgres.log')
