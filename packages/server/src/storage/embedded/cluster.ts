import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../../shared/start-problem.ts'
import type { Binaries } from './binaries.ts'
import { onDisk } from './file-problem.ts'
import { giveTo, type Runner, runnerCommand } from './runner.ts'

/** Paths of one embedded database, all in one folder. */
export interface Places {
  folder: string
  /** Cluster folder as created by initdb. */
  cluster: string
  /** File with the password of the database users, mode 0600. */
  password: string
  log: string
}

export function placesIn(folder: string): Places {
  return {
    folder,
    cluster: join(folder, 'cluster'),
    password: join(folder, 'password'),
    log: join(folder, 'postgres.log'),
  }
}

/** Creates the folder of the database if it is missing; only the owner may access it. */
export async function makeFolder(places: Places): Promise<void> {
  await onDisk(places.folder, async () => {
    await mkdir(places.folder, { recursive: true, mode: 0o700 })
    await access(places.folder, constants.W_OK)
  })
}

/** Reads the password; the first start creates one. */
export async function readPassword(places: Places): Promise<string> {
  const known = await readFile(places.password, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  if (known) return known.trim()
  const password = randomBytes(24).toString('base64url')
  await onDisk(places.password, () => writeFile(places.password, password, { mode: 0o600 }))
  return password
}

/** Returns true if the cluster exists; rejects one of another major version of PostgreSQL. */
export async function isInitialised(places: Places, binaries: Binaries): Promise<boolean> {
  const written = await readFile(join(places.cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  if (!written) return false
  if (Number.parseInt(written, 10) === binaries.major) return true
  throw new StartProblem(
    `the data in ${places.cluster} was made by PostgreSQL ${written.trim()} and this version brings ${binaries.major}: ` +
      'start the version of Stationmaster that made it, or dump it with that PostgreSQL and restore it into one given by DATABASE_URL',
  )
}

/**
 * Creates the cluster beside its final path and moves it there when complete, so that a kill leaves no
 * partial cluster.
 */
export async function initialise(places: Places, binaries: Binaries, runner: Runner): Promise<void> {
  const unfinished = `${places.cluster}.unfinished`
  await onDisk(places.folder, async () => {
    await rm(unfinished, { recursive: true, force: true })
    await rm(places.cluster, { recursive: true, force: true })
    await mkdir(unfinished, { mode: 0o700 })
  })
  await giveTo(runner, places.folder)
  const command = runnerCommand(runner, join(binaries.home, 'bin', 'initdb'), [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${places.password}`,
    '--auth=scram-sha-256',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // The builtin locale provider applies to the data; the C library of other systems may not have C.UTF-8.
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    '--encoding=UTF8',
    '--no-instructions',
  ])
  const child = spawn(command.program, command.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: places.folder,
    ...command.identity,
  })
  const output = await finished(child)
  if (output !== undefined) throw initProblem(places, output)
  await onDisk(places.cluster, () => rename(unfinished, places.cluster))
}

/** Size of the cluster's log in bytes above which a start begins a new file. */
const logLimitBytes = 5 * 1024 * 1024

/** Rotates the log of the database and keeps one earlier file, so that it cannot grow without limit. */
export async function rotateLog(places: Places): Promise<void> {
  const size = await stat(places.log).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logLimitBytes) await onDisk(places.log, () => rename(places.log, `${places.log}.1`))
}

function initProblem(places: Places, output: string): StartProblem {
  if (/No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(output)) {
    return new StartProblem(
      `no space left on the disk of ${places.folder} for the database (40 MB are needed): free some, or set DATA_DIR`,
    )
  }
  const line =
    output.split('\n').find((text) => /error|fatal|cannot/i.test(text)) ?? output.trim().split('\n').at(-1)
  return new StartProblem(`the database could not be made in ${places.cluster}: ${line}`)
}

/** Resolves to undefined if the program succeeded, else to its output. */
async function finished(child: ReturnType<typeof spawn>): Promise<string | undefined> {
  let output = ''
  child.stdout?.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : output || `ended with ${code ?? signal}`),
    )
  })
}
