import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartProblem } from '../../shared/start-problem.ts'
import { type Binaries, copyBinaries, findBinaries, linkLibraries } from './binaries.ts'
import { initialise, isInitialised, makeFolder, type Places, placesIn, readPassword } from './cluster.ts'
import { notWritable, onDisk } from './file-problem.ts'
import { Keeper } from './keeper.ts'
import type { Launch, Settings } from './postmaster.ts'
import { chooseSocketFolder } from './socket-folder.ts'
import { canRun, canWrite, chooseRunner, giveTo, type RunAs, type Runner } from './runner.ts'

export interface EmbeddedOptions {
  /** Folder of the database, `<DATA_DIR>/postgres`; created if missing. */
  folder: string
  /** Receives progress messages, one line each. */
  print: (line: string) => void
  /** Settings of PostgreSQL that override the defaults. */
  settings?: Settings
  /** Folder to which PostgreSQL copies the completed segments of its write-ahead log; undefined: none. */
  archive?: string | undefined
  /** How root drops its rights; chosen automatically except in tests. */
  runAs?: RunAs
}

export interface EmbeddedDatabase {
  /** Connection for the server: a user who owns its database but has no other rights. */
  url: string
  /** Connection for creating databases and users; not used by the server. */
  adminUrl: string
  /** True if it was still running after a predecessor was killed. */
  isAdopted: boolean
  processId: () => number
  /** Stops PostgreSQL and waits for its end. */
  stop: () => Promise<void>
}

/**
 * Starts the bundled PostgreSQL, or takes over the one that a killed predecessor left running. It is
 * restarted after a crash. Throws a StartProblem for everything that the user can fix.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const launchable = await prepare(options)
  const keeper = await Keeper.start(launchable, await readPassword(launchable.places))
  const { isAdopted } = keeper.running
  if (isAdopted) options.print('taking over the database that was still running')
  return {
    url: keeper.ownership.url,
    adminUrl: keeper.ownership.adminUrl,
    isAdopted,
    processId: () => keeper.running.pid,
    stop: () => keeper.stop(),
  }
}

/** Prepares everything that PostgreSQL needs to run: folder, programs, user, cluster. */
async function prepare(options: EmbeddedOptions): Promise<Launch> {
  const places = placesIn(resolve(options.folder))
  await makeFolder(places)
  const runner = await chooseRunner(places.folder, places.cluster, options.runAs ?? 'auto')
  await readPassword(places)
  const socketFolder = await chooseSocketFolder(places.folder)
  await giveTo(runner, places.folder)
  await refuseUnreachable(runner, places)
  const installed = await findBinaries()
  const isLinked = await linkLibraries(installed.home)
  const isUsable = isLinked && (await canRun(runner, programOf(installed)))
  const binaries = isUsable ? installed : await copyBinaries(installed, places.folder)
  await giveTo(runner, places.folder)
  if (!isUsable) await refuseUnrunnable(runner, programOf(binaries))
  if (!(await isInitialised(places, binaries))) {
    options.print('creating a new database')
    await initialise(places, binaries, runner)
  }
  const archive = options.archive && (await prepareArchive(options.archive, runner))
  const settings = { ...(archive ? archiveSettings(archive) : {}), ...options.settings }
  return { places, binaries, runner, socketFolder, settings, print: options.print }
}

async function prepareArchive(folder: string, runner: Runner): Promise<string> {
  const archive = resolve(folder)
  await onDisk(archive, () => mkdir(archive, { recursive: true, mode: 0o700 }))
  await giveTo(runner, archive)
  if (await canWrite(runner, archive)) return archive
  throw new StartProblem(
    `the database cannot write ${archive}: give the folder to the user who starts the server, or set WAL_ARCHIVE to another one`,
  )
}

/** The module writes each file completely or not at all. */
const archiveSettings = (folder: string): Settings => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': folder,
  archive_timeout: '300s',
})

const programOf = (binaries: Binaries) => join(binaries.home, 'bin', 'postgres')

async function refuseUnreachable(runner: Runner, places: Places): Promise<void> {
  if (await canWrite(runner, places.folder)) return
  throw new StartProblem(
    runner.kind === 'self'
      ? notWritable(places.folder)
      : `the database may not run as root, and another user cannot reach ${places.folder}: ` +
          'set DATA_DIR to a folder that others may enter (such as /var/lib/stationmaster), or start as an ordinary user',
  )
}

async function refuseUnrunnable(runner: Runner, program: string): Promise<void> {
  if (await canRun(runner, program)) return
  throw new StartProblem(
    `the embedded database (${program}) does not run on this system: set DATABASE_URL to a PostgreSQL of your own`,
  )
}
