import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartProblem } from '../../shared/start-problem.ts'
import { findBinaries } from '../embedded/binaries.ts'
import { placesIn } from '../embedded/cluster.ts'
import { onDisk } from '../embedded/file-problem.ts'
import type { Settings } from '../embedded/postmaster.ts'
import { runningDatabase } from '../embedded/running-database.ts'
import { startEmbeddedDatabase } from '../embedded/start-embedded-database.ts'
import {
  copyFile,
  dataOf,
  flushFiles,
  type Manifest,
  mib,
  readManifest,
  refuseFullDisk,
  removeUnfinished,
} from './manifest.ts'

export interface RestoreOptions {
  /** Folder of the backup. */
  from: string
  /** Folder to restore into: empty or missing. */
  dataDir: string
  /** Archived write-ahead log. */
  archive: string | undefined
  /** Time whose data is restored, from the archive; undefined: that of the end of the backup. */
  until: Date | undefined
  print: (line: string) => void
}

/**
 * Restores a backup into an empty data folder and lets the database recover, so that a backup that cannot be
 * used is found now. Throws a StartProblem for everything that the user can fix; the folder is empty then.
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { dataDir, print } = options
  const from = resolve(options.from)
  const manifest = await readManifest(from)
  await refuseOtherVersion(manifest)
  await refuseUsedFolder(dataDir)
  refuseUnreachableTime(options, manifest)
  await onDisk(dataDir, () => mkdir(dataDir, { recursive: true, mode: 0o700 }))
  await refuseFullDisk(dataDir, manifest.bytes)
  const unfinished = join(dataDir, unfinishedName)
  try {
    await removeUnfinished(unfinished)
    print(`copying ${mib(manifest.bytes)} MiB …`)
    await copyBack(from, unfinished, manifest)
    await flushFiles(
      unfinished,
      manifest.files.map(({ path }) => path),
    )
    print('recovering the database …')
    await recover(join(unfinished, 'postgres'), options)
    // the database last: a folder without it can be restored into again
    const names = (await readdir(unfinished)).filter((name) => name !== 'postgres')
    for (const name of [...names, 'postgres']) await rename(join(unfinished, name), join(dataDir, name))
  } finally {
    await removeUnfinished(unfinished)
  }
}

const unfinishedName = 'restore.unfinished'

async function refuseOtherVersion({ postgres }: Manifest): Promise<void> {
  const { major } = await findBinaries()
  if (postgres === major) return
  throw new StartProblem(
    `the backup is of PostgreSQL ${postgres} and this version brings ${major}: restore it with the version of Stationmaster that made it`,
  )
}

async function refuseUsedFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.includes('postgres') && (await runningDatabase(join(dataDir, 'postgres'))))
    throw new StartProblem(`a server uses the database in ${dataDir}: stop it, and move the folder away`)
  if (names.some((name) => name !== unfinishedName))
    throw new StartProblem(
      `${dataDir} is not empty: move its content away, or set DATA_DIR to another folder`,
    )
}

function refuseUnreachableTime({ until, archive }: RestoreOptions, { endedAt }: Manifest): void {
  if (!until) return
  if (!archive)
    throw new StartProblem('a time needs the archived write-ahead log: set WAL_ARCHIVE to its folder')
  if (until < new Date(endedAt))
    throw new StartProblem(`the backup ended at ${endedAt}: choose a later time, or an earlier backup`)
}

/** Copies the files of a backup and compares them with its description. */
async function copyBack(from: string, to: string, manifest: Manifest): Promise<void> {
  for (const { path, bytes, sha256 } of manifest.files) {
    const source = join(dataOf(from), path)
    if (!(await isPresent(source))) throw damaged(from, `${path} is missing`)
    const copied = await onDisk(to, () => copyFile(source, join(to, path)))
    if (copied.bytes !== bytes || copied.sha256 !== sha256) throw damaged(from, `${path} has changed`)
  }
  const { cluster } = placesIn(join(to, 'postgres'))
  for (const folder of await readdir(join(dataOf(from), 'postgres/cluster'), {
    recursive: true,
    withFileTypes: true,
  }))
    if (folder.isDirectory()) {
      const path = join(folder.parentPath, folder.name).slice(join(dataOf(from), 'postgres/cluster').length)
      await mkdir(join(cluster, path), { recursive: true, mode: 0o700 })
    }
}

const damaged = (backup: string, reason: string) =>
  new StartProblem(`the backup in ${backup} is damaged (${reason}): choose another one`)

const isPresent = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

/**
 * Lets the database recover from its write-ahead log. It begins a new timeline, which it archives, so that no
 * other restore begins the same one: the archive accepts each file once.
 */
async function recover(folder: string, { archive, until, print }: RestoreOptions): Promise<void> {
  const { cluster } = placesIn(folder)
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  const settings: Settings = {
    restore_command: archive ? `cp ${quoted(resolve(archive))}/%f "%p"` : 'false',
    recovery_target_action: 'promote',
    // not the one of an earlier restore that used the same archive
    recovery_target_timeline: 'current',
    // so that it counts as started only when the recovery has ended
    hot_standby: 'off',
    ...(until
      ? { recovery_target_time: until.toISOString().replace('Z', '+00') }
      : { recovery_target: 'immediate' }),
  }
  const database = await startEmbeddedDatabase({ folder, archive, print, settings }).catch(
    (error: unknown) => {
      const text = error instanceof Error ? error.message : ''
      if (!/recovery ended before configured recovery target/.test(text)) throw error
      throw new StartProblem(
        `the archived write-ahead log ends before ${until?.toISOString()}: choose an earlier time`,
        { cause: error },
      )
    },
  )
  await database.stop()
  for (const name of ['socket', 'postgres.log'])
    await rm(join(folder, name), { recursive: true, force: true })
}

/** Quotes for the shell; PostgreSQL replaces percent signs. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
