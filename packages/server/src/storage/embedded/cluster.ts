import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, constants, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartProblem } from '../../shared/start-problem.ts'
import type { Binaries } from './binaries.ts'
import { onDisk } from './file-problem.ts'
import { giveTo, type Runner, runnerCommand } from './runner.ts'

/** The places of one embedded database, all in one folder. */
export interface Places {
  folder: string
  /** The cluster itself, as initdb makes it. */
  cluster: string
  /** Password of the database users, mode 0600. */
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

/** Makes the folder of the database when it is missing; nobody but us may look into it. */
export async function makeFolder(places: Places): Promise<void> {
  await onDisk(places.folder, async () => {
    await mkdir(places.folder, { recursive: true, mode: 0o700 })
    await access(places.folder, constants.W_OK)
  })
}

/** Reads the password; a first start makes one. */
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

/** Whether the cluster exists; one made by another major version of PostgreSQL is refused. */
export async function isInitialised(places: Places, binaries: Binaries): Promise<boolean> {
  const written = await readFile(join(places.cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  if (!written) return false
  if (Number.parseInt(written, 10) === binaries.major) return true
  throw new StartProblem(
    `the data in ${places.cluster} was made by PostgreSQL ${written.trim()} and this version brings ${binaries.major}: ` +
      'start the version of Stationmaster that made it, or dump it with that PostgreSQL and restore it into one given by DATABASE_URL',
  )
}

/** Makes the cluster beside its final place and moves it there when whole: a kill in between leaves no half. */
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
    // The builtin locale rules the data; the C library of other systems may not know C.UTF-8.
    `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
    '--encoding=UTF8',
    '--no-instructions',
  ])
  const child = spawn(command.program, command.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: places.folder,
    ...command.identity,
  })
  const said = await finished(child)
  if (said !== undefined) throw initProblem(places, said)
  await onDisk(places.cluster, () => rename(unfinished, places.cluster))
}

/** The size of the cluster's log above which a start begins a new one, in bytes. */
const logLimitBytes = 5 * 1024 * 1024

/** Keeps one earlier log of the database, so that it cannot grow for ever. */
export async function turnLog(places: Places): Promise<void> {
  const size = await stat(places.log).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logLimitBytes) await onDisk(places.log, () => rename(places.log, `${places.log}.1`))
}

function initProblem(places: Places, said: string): StartProblem {
  if (/No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/.test(said)) {
    return new StartProblem(
      `no space left on the disk of ${places.folder} for the database (40 MB are needed): free some, or set DATA_DIR`,
    )
  }
  const line =
    said.split('\n').find((text) => /error|fatal|cannot/i.test(text)) ?? said.trim().split('\n').at(-1)
  return new StartProblem(`the database could not be made in ${places.cluster}: ${line}`)
}

/** Nothing when the program ended well, else all it said. */
async function finished(child: ReturnType<typeof spawn>): Promise<string | undefined> {
  let said = ''
  child.stdout?.on('data', (part: Buffer) => (said += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (said += part.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : said || `ended with ${code ?? signal}`),
    )
  })
}
