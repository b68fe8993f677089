import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartProblem } from '../../shared/start-problem.ts'
import type { Binaries } from './binaries.ts'
import { type Places, rotateLog } from './cluster.ts'
import { onDisk } from './file-problem.ts'
import { isAlive, readLockFile } from './lock-file.ts'
import { type Runner, runnerCommand } from './runner.ts'

export type Settings = Record<string, string>

export interface Launch {
  places: Places
  binaries: Binaries
  runner: Runner
  socketFolder: string
  settings: Settings
  print: (line: string) => void
}

/** `busy`: the lock or the shared memory of a killed predecessor is not released yet; retrying helps. */
export type Started = { pid: number } | 'busy'

const noisyAfterMs = 5000
/** Printed while a start takes long: the machine is busy, or the database recovers from an unclean stop. */
export const stillStarting = 'the database is still starting'

/**
 * Starts PostgreSQL and resolves when it accepts connections. It deliberately survives if this process is
 * killed.
 */
export async function launch(options: Launch): Promise<Started> {
  const { places } = options
  await rotateLog(places)
  const log = await onDisk(places.log, () => open(places.log, 'a', 0o600))
  const { size } = await stat(places.log)
  const command = runnerCommand(options.runner, join(options.binaries.home, 'bin', 'postgres'), [
    '-D',
    places.cluster,
    ...Object.entries({ ...ourSettings(options), ...options.settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]),
  ])
  // A separate process group: Ctrl-C in the terminal must reach only this process.
  const child = spawn(command.program, command.args, {
    stdio: ['ignore', log.fd, log.fd],
    cwd: places.folder,
    detached: true,
    env: { ...process.env, LC_ALL: 'C', LC_MESSAGES: 'C' },
    ...command.identity,
  })
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  child.unref()
  await log.close()
  if (await Promise.race([failed, isReady(options, child)])) return { pid: child.pid! }
  const output = (await readFile(places.log)).subarray(size).toString()
  return endedWith(output, places)
}

function ourSettings(options: Launch): Settings {
  const megabytes = Math.max(128, Math.min(512, Math.floor(totalmem() / 2 ** 20 / 8)))
  return {
    // No network port: the socket is in a folder that only the owner may access.
    listen_addresses: '',
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${megabytes}MB`,
    max_wal_size: '4GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The caller receives failed statements; here they would fill the disk.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // A station waits for its answer during that time.
    deadlock_timeout: '200ms',
    jit: 'off',
  }
}

/** Waits until PostgreSQL accepts connections; resolves to false if it ended instead. */
async function isReady({ places, print }: Launch, child: ChildProcess): Promise<boolean> {
  const since = Date.now()
  let nextWord = noisyAfterMs
  // Recovery of a large database may take minutes; there is no time limit while the process is running.
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const lock = await readLockFile(places.cluster)
    if (lock?.pid === child.pid && lock.status === 'ready') return true
    if (Date.now() - since > nextWord) {
      print(`${stillStarting} (${Math.round((Date.now() - since) / 1000)} s so far)`)
      nextWord *= 2
    }
    await pause(5)
  }
  return false
}

const problems: [RegExp, (places: Places) => string][] = [
  [
    /No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/,
    (places) =>
      `no space left on the disk of ${places.folder}: free some, or move the folder and set DATA_DIR`,
  ],
  [
    /Read-only file system|Permission denied|wrong ownership/,
    (places) =>
      `the database cannot write ${places.cluster}: give the folder to the user who starts the server, or set DATA_DIR`,
  ],
  [
    /could not (bind|create).*(socket|lock file)|socket path .* too long/i,
    () => 'the database cannot make its socket: set TMPDIR to a short, writable folder',
  ],
  [
    /could not map anonymous shared memory|could not create shared memory|Cannot allocate memory/,
    () =>
      'not enough memory for the database (256 MB are needed): free some, or set DATABASE_URL to another machine',
  ],
]

function endedWith(output: string, places: Places): 'busy' {
  // After kill -9 the old process can remain as a zombie, and its children keep the shared memory a little
  // longer.
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(output)) return 'busy'
  const known = problems.find(([pattern]) => pattern.test(output))
  if (known) throw new StartProblem(known[1](places))
  const line =
    output.split('\n').findLast((text) => /FATAL|PANIC|error/i.test(text)) ?? output.trim().split('\n').at(-1)
  throw new StartProblem(
    `the embedded database did not start: ${line || 'it said nothing'} (whole story in ${places.log})`,
  )
}

/** Stops PostgreSQL with a fast shutdown, which writes all data; uses stronger signals after the given time. */
export async function halt(pid: number, patienceMs: number): Promise<void> {
  // SIGINT requests a fast shutdown, SIGQUIT an immediate one that the next start recovers from the WAL.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      if (!(await isAlive(pid))) return
      await pause(5)
    }
  }
}
