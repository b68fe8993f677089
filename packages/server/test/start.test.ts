import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isAlive, readLockFile } from '../src/storage/embedded/lock-file.ts'
import { halt } from '../src/storage/embedded/postmaster.ts'
import { fastestFolder } from './cluster.ts'
import { freshDatabase } from './database.ts'
import { npmStart, type Started } from './npm-start.ts'

const run = promisify(execFile)

let dataDir: string
let children: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(await fastestFolder(), 'sm-start-'))
  children = []
})

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const database = await databaseProcess()
  if (database) await halt(database, 5000)
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs `npm start` with a separate data folder. */
function start(variables: Record<string, string> = {}): Started {
  const started = npmStart(dataDir, { variables })
  children.push(started.child)
  return started
}

async function databaseProcess(): Promise<number | undefined> {
  const lock = await readLockFile(join(dataDir, 'postgres/cluster'))
  return lock && (await isAlive(lock.pid)) ? lock.pid : undefined
}

/**
 * Returns the processor time of a process in milliseconds: unlike the clock it does not count other load
 * (Linux only).
 */
async function processorMs(pid: number): Promise<number> {
  if (process.platform !== 'linux') return 0
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user! + system!) * 10
}

/** Returns the processor time in milliseconds of a process that only loads the server. */
async function loadingMs(): Promise<number> {
  const server = pathToFileURL(join(import.meta.dirname, '../dist/main.mjs')).href
  const code = `await import('${server}'); const { user, system } = process.cpuUsage(); console.log((user + system) / 1000); process.exit()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
  return Number(stdout)
}

test('the bundle has no character beyond Latin-1, of which V8 stores the whole source in twice the memory', async () => {
  await start().address()
  const bundle = await readFile(join(import.meta.dirname, '../dist/main.mjs'), 'utf8')
  expect(bundle).not.toMatch(/[\u0100-\uffff]/)
})

// Proves F1
test('starts on an empty folder, stops cleanly, and starts again quickly', async () => {
  const first = start()
  const address = await first.address()
  expect(await databaseProcess()).toBeDefined()
  const [page, config] = await Promise.all(
    ['/', '/page-config.json'].map(async (path) => (await fetch(address + path)).text()),
  )
  expect(JSON.parse(/id="page-config"[^>]*>([^<]*)</.exec(page!)![1]!)).toEqual(JSON.parse(config!))
  first.child.kill('SIGTERM')
  expect(await first.ended()).toBe(0)
  expect(first.output()).toContain('Stopped.')
  expect(await databaseProcess()).toBeUndefined()

  const second = start()
  await second.address()
  // B7 without PostgreSQL, which is a separate process: a start takes twice as long as loading the server.
  expect(await processorMs(second.child.pid!)).toBeLessThan(3 * (await loadingMs()))
  second.child.kill('SIGINT')
  expect(await second.ended()).toBe(0)
  expect(await databaseProcess()).toBeUndefined()
})

// Proves F1
test('after kill -9 the next start takes over the database, with everything that was stored', async () => {
  const first = start({ ADMIN_PASSWORD: 'correct horse battery' })
  await first.address()
  expect(first.output()).toContain('The administrator "admin" was created')
  first.child.kill('SIGKILL')
  await first.ended()
  const orphan = await databaseProcess()
  expect(orphan).toBeDefined()
  const second = start({ ADMIN_PASSWORD: 'correct horse battery' })
  await second.address()
  expect(second.output()).toContain('taking over the database that was still running')
  expect(second.output()).not.toContain('The administrator "admin" was created')
  second.child.kill('SIGTERM')
  await second.ended()
  expect(await isAlive(orphan!)).toBe(false)
})

test('a second start in the same folder is refused and does not disturb the first', async () => {
  const first = start()
  const address = await first.address()
  const second = start()
  expect(await second.ended()).toBe(1)
  expect(second.output()).toContain('Stationmaster cannot start: another Stationmaster')
  expect((await fetch(`${address}/page-config.json`)).status).toBe(200)
})

// Proves F31
test('a port that is in use is reported in one line, and the database is stopped again', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  const refused = start({ PORT: String(port) })
  expect(await refused.ended()).toBe(1)
  expect(refused.output()).toContain(`Stationmaster cannot start: port ${port} is in use`)
  expect(refused.output()).not.toMatch(/^\s+at /m)
  expect(await databaseProcess()).toBeUndefined()
  squatter.close()
})

// Proves G8, F31
test.each([
  [{ PORT: 'abc' }, 'Stationmaster cannot start: PORT must be a whole number from 0 to 65535, not "abc"'],
  [
    { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' },
    'Stationmaster cannot start: no PostgreSQL answers at 127.0.0.1:1',
  ],
  [{ DATA_DIR: '/dev/null/var' }, 'Stationmaster cannot start: /dev/null/var/postgres cannot be made'],
])('%o ends the start with one line', async (variables, line) => {
  const refused = start(variables)
  expect(await refused.ended()).toBe(1)
  expect(refused.output()).toContain(line)
  expect(refused.output()).not.toMatch(/^\s+at /m)
})

// Proves A18
test('a commonly known password creates no administrator, and the server reports why', async () => {
  const empty = await freshDatabase()
  try {
    const known = start({ DATABASE_URL: empty.url, ADMIN_PASSWORD: 'password123' })
    expect(await known.ended()).not.toBe(0)
    expect(known.output()).toContain('ADMIN_PASSWORD: This password is too easy to guess')
    expect(await empty.db.selectFrom('users').selectAll().execute()).toEqual([])
  } finally {
    await empty.close()
  }
})
