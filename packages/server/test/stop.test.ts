import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { demoRemove } from '@stationmaster/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAlive, readLockFile } from '../src/storage/embedded/lock-file.ts'
import { halt } from '../src/storage/embedded/postmaster.ts'
import { fastestFolder } from './cluster.ts'
import { npmStart, type Started } from './npm-start.ts'

const password = 'correct horse battery'
const isLinux = process.platform === 'linux'
let dataDir: string
let started: Started | undefined

beforeEach(async () => void (dataDir = await mkdtemp(join(await fastestFolder(), 'sm-stop-'))))
afterEach(async () => {
  const child = started?.child
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const lock = await readLockFile(join(dataDir, 'postgres/cluster'))
  if (lock && (await isAlive(lock.pid))) await halt(lock.pid, 5000)
  await rm(dataDir, { recursive: true, force: true })
})

/** Returns processes whose environment or arguments name the data folder of this test (Linux only). */
async function processesOfTest(): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')
      const [command, environment] = await Promise.all([read('cmdline'), read('environ')])
      return { pid: Number(pid), command, isOurs: `${command}\0${environment}`.includes(dataDir) }
    }),
  )
  return found.filter(({ isOurs, command }) => isOurs && command !== '')
}

const nodeOf = async () =>
  (await processesOfTest()).find(({ command }) => command.includes('scripts/start.mjs'))!.pid

const simulators = async () =>
  (await processesOfTest()).filter(({ command }) => command.includes('demo-fleet.json')).length

const run = (words: string[]) =>
  (started = npmStart(dataDir, { byNpm: true, words, variables: { ADMIN_PASSWORD: password } }))

/** Waits until the virtual stations are connected, so that there are connections to close. */
const untilCharging = (origin: string) =>
  vi.waitFor(
    async () => {
      const metrics = await request<string>(origin, '/metrics', undefined, 'GET')
      expect(Number(/^stationmaster_stations_connected (\d+)/m.exec(metrics)?.[1])).toBeGreaterThan(10)
    },
    { timeout: 60_000, interval: 100 },
  )

let token: string | undefined
async function request<Body>(origin: string, path: string, body?: unknown, method = 'POST'): Promise<Body> {
  token ??= await signIn(origin)
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  expect(answer.status, path).toBe(200)
  const text = await answer.text()
  return (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as Body
}

async function signIn(origin: string): Promise<string> {
  const grant = { grant_type: 'password', username: 'admin', password }
  const answer = await fetch(`${origin}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(grant),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

beforeEach(() => void (token = undefined))

interface Way {
  how: string
  words: string[]
  send: () => Promise<void> | void
}
const ways: Way[] = [
  {
    // As in a terminal: every process of the group gets the signal, and npm forwards it once more.
    how: 'Ctrl-C with the demo',
    words: ['--demo'],
    send: () => void process.kill(-started!.child.pid!, 'SIGINT'),
  },
  { how: 'SIGTERM to npm', words: [], send: () => void started!.child.kill('SIGTERM') },
  {
    how: 'SIGTERM to node with the demo',
    words: ['--demo'],
    send: async () => void process.kill(await nodeOf(), 'SIGTERM'),
  },
]

// Proves F1
test.runIf(isLinux).each(ways)(
  '$how ends everything within seconds and without output',
  async ({ words, send }) => {
    const begun = performance.now()
    const { output, address, ended } = run(words)
    const origin = await address()
    const startMs = performance.now() - begun
    if (words.length > 0) await untilCharging(origin)
    // An idle connection like those that browsers open in advance.
    const idle = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(idle, 'connect')
    await vi.waitFor(() => expect(output()).toContain('the password of ADMIN_PASSWORD.\n'))
    const before = output().length
    const since = performance.now()
    await send()
    expect(await ended()).toBe(0)
    // on a busy machine, no longer than the start
    expect(performance.now() - since).toBeLessThan(Math.max(10_000, startMs))
    expect(output().slice(before).trim()).toMatch(/^Stopping \(SIG(INT|TERM)\) …\s+Stopped\.$/)
    expect(await processesOfTest()).toEqual([])
    idle.destroy()
  },
)

// Proves F2
test.runIf(isLinux)('a demo that was removed has no virtual stations any more', async () => {
  const { output, address } = run(['--demo'])
  const origin = await address()
  await untilCharging(origin)
  expect(await simulators()).toBe(1)
  await request(origin, `/api/v1${demoRemove.path}`)
  await vi.waitFor(async () => expect(await simulators()).toBe(0), { timeout: 60_000, interval: 50 })
  expect(output()).toContain('its virtual stations disconnect')
  expect(output()).not.toContain('started again')
})
