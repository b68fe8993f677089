import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bundleTypescript } from '../../../../../scripts/load-typescript.mjs'
import { fastestFolder } from '../../../test/cluster.ts'
import { createPool } from '../pool.ts'
import { ensureRlsRole } from '../ensure-rls-role.ts'
import { isAlive, readLockFile } from './lock-file.ts'
import { halt, stillStarting } from './postmaster.ts'
import {
  type EmbeddedDatabase,
  type EmbeddedOptions,
  startEmbeddedDatabase,
} from './start-embedded-database.ts'

const isRoot = process.getuid?.() === 0
const patience = { timeout: 60_000, interval: 20 }

// Creating and starting databases takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let base: string
let folder: string
let lines: string[]
let running: EmbeddedDatabase[]

beforeEach(async () => {
  base = await mkdtemp(join(await fastestFolder(), 'sm-embedded-'))
  folder = join(base, 'postgres')
  lines = []
  running = []
})

afterEach(async () => {
  for (const database of running) await database.stop()
  const left = await readLockFile(join(folder, 'cluster'))
  if (left && (await isAlive(left.pid))) await halt(left.pid, 5000)
  await rm(base, { recursive: true, force: true })
})

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const settings = { fsync: 'off', shared_buffers: '32MB' }
  const database = await startEmbeddedDatabase({
    folder,
    print: (line) => lines.push(line),
    settings,
    ...options,
  })
  running.push(database)
  return database
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a child process that starts the database, prints a line and runs until it is killed. */
async function startInChild(): Promise<ChildProcess> {
  const bundle = await bundleTypescript(
    join(import.meta.dirname, 'start-embedded-database.ts'),
    'embedded-child',
  )
  const program = `import { startEmbeddedDatabase } from ${JSON.stringify(pathToFileURL(bundle).href)}
    await startEmbeddedDatabase({ folder: ${JSON.stringify(folder)}, print: () => {}, settings: { shared_buffers: '32MB' } })
    console.log('started')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('starts, connects as a user without cluster rights, stops, and has its data at the next start', async () => {
  const first = await start()
  await ask(first.url, `create table notes (text text); insert into notes values ('Zürich ✓')`)
  expect(await ask(first.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ])
  const pool = createPool({ url: first.url, max: 1, name: 'test' })
  expect(await ensureRlsRole(pool)).toBe(true)
  await pool.end()
  const [locale] = await ask(
    first.url,
    'select datlocprovider, datlocale from pg_database where datname = current_database()',
  )
  expect(locale).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8' })
  expect(await ask(first.adminUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect((await stat(join(folder, 'password'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const pid = first.processId()
  await first.stop()
  expect(await isAlive(pid)).toBe(false)
  expect(await readLockFile(join(folder, 'cluster'))).toBeUndefined()

  const second = await start()
  expect(second.isAdopted).toBe(false)
  expect(await ask(second.url, 'select text from notes')).toEqual([{ text: 'Zürich ✓' }])
  // A start on a busy machine may take more than the 5 s after which its duration is printed.
  expect(lines.filter((line) => !line.startsWith(stillStarting))).toEqual(['creating a new database'])
})

test('takes over a database whose server was killed, and stops it at the end', async () => {
  const child = await startInChild()
  const orphan = await readLockFile(join(folder, 'cluster'))
  await kill(child)
  expect(await isAlive(orphan!.pid)).toBe(true)
  const database = await start()
  expect(database.isAdopted).toBe(true)
  expect(database.processId()).toBe(orphan!.pid)
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  expect(await isAlive(orphan!.pid)).toBe(false)
})

test('rejects a folder that another running server uses, and does not touch that server', async () => {
  const child = await startInChild()
  const lock = await readLockFile(join(folder, 'cluster'))
  await expect(start()).rejects.toThrow(
    `another Stationmaster (process ${child.pid}) already uses this data folder`,
  )
  expect(await isAlive(lock!.pid)).toBe(true)
  await kill(child)
})

// Proves F1
test('recovers when server and database were killed at the same moment', async () => {
  const child = await startInChild()
  const lock = await readLockFile(join(folder, 'cluster'))
  process.kill(lock!.pid, 'SIGKILL')
  await kill(child)
  const database = await start()
  expect(database.processId()).not.toBe(lock!.pid)
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('restarts the database at the same address after a crash', async () => {
  const database = await start()
  await ask(database.url, 'create table kept (id int); insert into kept values (7)')
  const pid = database.processId()
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(lines).toContain('the embedded database answers again'), patience)
  expect(database.processId()).not.toBe(pid)
  expect(await ask(database.url, 'select id from kept')).toEqual([{ id: 7 }])
})

test('leaves no process behind when it is stopped during a restart of the database', async () => {
  const database = await start()
  process.kill(database.processId(), 'SIGKILL')
  await vi.waitFor(
    () =>
      expect(lines).toContain('the connection to the embedded database broke: reconnecting or restarting it'),
    patience,
  )
  await database.stop()
  const left = await readLockFile(join(folder, 'cluster'))
  expect(left && (await isAlive(left.pid))).toBeFalsy()
})

// Proves G5
test('survives a killed backend, after which PostgreSQL restarts all of them', async () => {
  const database = await start()
  const client = new Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]!.pid, 'SIGKILL')
  await vi.waitFor(() => expect(lines).toContain('the embedded database answers again'), patience)
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

// Proves F1
test('starts despite a stale lock file that names an unrelated running process', async () => {
  await (await start()).stop()
  await writeFile(
    join(folder, 'cluster', 'postmaster.pid'),
    `${process.pid}\n${folder}/cluster\n1\n5432\n${folder}\n\n\n`,
  )
  const database = await start()
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('leaves no partial cluster when it is killed during creation', async () => {
  await (await start()).stop()
  await rm(join(folder, 'cluster', 'PG_VERSION'))
  const database = await start()
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

describe('a problem that the user can fix is one line', () => {
  test('data of another major version', async () => {
    await (await start()).stop()
    await writeFile(join(folder, 'cluster', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17 and this version brings 18/)
  })

  test('a lost password file', async () => {
    await (await start()).stop()
    await writeFile(join(folder, 'password'), 'other')
    await expect(start()).rejects.toThrow(
      'the password file beside the embedded database is not its password',
    )
    expect(await readLockFile(join(folder, 'cluster'))).toBeUndefined()
  })

  test('a data folder below a file', async () => {
    await writeFile(join(base, 'file'), '')
    await expect(start({ folder: join(base, 'file', 'postgres') })).rejects.toThrow(
      /part of its path is a file: set DATA_DIR/,
    )
  })
})

test('uses the temporary folder for the socket if the path is too long', async () => {
  folder = join(base, 'x'.repeat(90), 'postgres')
  const database = await start()
  const socket = new URL(database.url).searchParams.get('host')!
  expect(socket.startsWith(tmpdir())).toBe(true)
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await rm(socket, { recursive: true, force: true })
})

async function userOf(pid: number): Promise<string | undefined> {
  return /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
}

describe.runIf(isRoot)('started by root', () => {
  // Proves F1
  test('the database runs in a user namespace and the files stay owned by root', async () => {
    const database = await start({ runAs: 'namespace' })
    const map = await readFile(`/proc/${database.processId()}/uid_map`, 'utf8')
    expect(map.trim().split(/\s+/)).toEqual(['65534', '0', '1'])
    expect((await stat(join(folder, 'cluster'))).uid).toBe(0)
  })

  test('without user namespaces the database runs as the user nobody, who owns its folder', async () => {
    await expect(start({ runAs: 'user' })).rejects.toThrow('another user cannot reach')
    await chmod(base, 0o755)
    const database = await start({ runAs: 'user' })
    const uid = (await stat(join(folder, 'cluster'))).uid
    expect(uid).not.toBe(0)
    expect(await userOf(database.processId())).toBe(String(uid))
    await database.stop()
    // The next start finds the owner again.
    const again = await start()
    expect(await userOf(again.processId())).toBe(String(uid))
  })
})
