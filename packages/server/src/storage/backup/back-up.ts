import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { Client } from 'pg'
import { StartProblem } from '../../shared/start-problem.ts'
import { placesIn } from '../embedded/cluster.ts'
import { onDisk } from '../embedded/file-problem.ts'
import { runningDatabase } from '../embedded/running-database.ts'
import { startEmbeddedDatabase } from '../embedded/start-embedded-database.ts'
import { copyCluster, copySegments, sizeOf, unlessMissing, writeCopy } from './copy-cluster.ts'
import {
  backupName,
  type CopiedFile,
  copyFile,
  dataOf,
  flushFiles,
  isUnfinished,
  listBackups,
  type Manifest,
  refuseFullDisk,
  removeUnfinished,
  writeManifest,
} from './manifest.ts'

export interface BackUpOptions {
  dataDir: string
  /** Folder in which the folder of the backup is created. */
  target: string
  /** Number of backups that remain in it; older ones are removed. */
  keep: number
  /** Folder of the archived write-ahead log, from which segments older than all backups are removed. */
  archive: string | undefined
  version: string
  print: (line: string) => void
}

/**
 * Copies the embedded database and the other files of the data folder while the server runs or not. The copy
 * has the state at its end. Returns its folder. Throws a StartProblem for everything that the user can fix.
 */
export async function backUp(options: BackUpOptions): Promise<string> {
  const { dataDir, print } = options
  const target = resolve(options.target)
  const folder = join(dataDir, 'postgres')
  await refuseWrongFolders({ dataDir, target })
  await onDisk(target, () => mkdir(target, { recursive: true, mode: 0o700 }))
  await refuseFullDisk(target, await sizeOf(dataDir))
  const running = await runningDatabase(folder, 'postgres')
  const own = running ? null : await startEmbeddedDatabase({ folder, print })
  try {
    const path = await copyOnline(running ?? own!.adminUrl, { ...options, target })
    await removeOld(path, { ...options, target })
    return path
  } finally {
    await own?.stop()
  }
}

async function refuseWrongFolders({ dataDir, target }: { dataDir: string; target: string }): Promise<void> {
  const { cluster } = placesIn(join(dataDir, 'postgres'))
  const hasCluster = await lstat(cluster).then(
    () => true,
    () => false,
  )
  if (!hasCluster) throw new StartProblem(`${dataDir} has no database: set DATA_DIR to the data folder`)
  if (!relative(dataDir, target).startsWith('..'))
    throw new StartProblem(`${target} is in the data folder: choose a folder outside of it, on another disk`)
}

async function copyOnline(url: string, options: BackUpOptions): Promise<string> {
  const { target, dataDir, version, print } = options
  const startedAt = new Date()
  const place = join(target, backupName(startedAt))
  const unfinished = `${place}.unfinished`
  const { cluster } = placesIn(join(dataDir, 'postgres'))
  const client = new Client({ connectionString: url, application_name: 'stationmaster backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await removeUnfinished(unfinished)
    // first, so that the sealed end of the audit trail is not newer than the database
    const others = await copyOthers(dataDir, { to: dataOf(unfinished), archive: options.archive })
    const to = join(dataOf(unfinished), 'postgres/cluster')
    const begun = await begin(client)
    print('copying the database …')
    const files = await copyCluster(cluster, to)
    const { last, label } = await end(client)
    const wal = { from: join(cluster, 'pg_wal'), to: join(to, 'pg_wal') }
    files.push(...(await copySegments(wal, { first: begun.first, last })))
    files.push({ path: 'backup_label', ...(await writeCopy(join(to, 'backup_label'), label)) })
    const all = [...others, ...files.map((file) => ({ ...file, path: `postgres/cluster/${file.path}` }))]
    await writeManifest(unfinished, {
      format: 1,
      version,
      postgres: begun.major,
      startedAt: startedAt.toISOString(),
      endedAt: new Date().toISOString(),
      firstSegment: begun.first,
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      files: all,
    })
    await flushFiles(unfinished, [...all.map(({ path }) => `data/${path}`), 'backup.json'])
    await onDisk(place, () => rename(unfinished, place))
    return place
  } catch (error) {
    await removeUnfinished(unfinished)
    throw error
  } finally {
    // also ends a backup that has failed, and its replication slot
    await client.end()
  }
}

/** Copies the files beside the database, and the password of its users. */
async function copyOthers(
  from: string,
  { to, archive }: { to: string; archive: string | undefined },
): Promise<CopiedFile[]> {
  const found = await readdir(from, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('postgres/') || path === 'postgres/password')
    .filter((path) => !archive || relative(archive, join(from, path)).startsWith('..'))
  const copied: CopiedFile[] = []
  for (const path of paths) {
    const file = await unlessMissing(() => onDisk(to, () => copyFile(join(from, path), join(to, path))))
    if (file) copied.push({ path, ...file })
  }
  return copied
}

/** Begins a backup; its write-ahead log remains until the connection ends. */
async function begin(client: Client): Promise<{ first: string; major: number }> {
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
  const { rows } = await client.query<{ first: string; major: number }>(
    `select pg_walfile_name(lsn) as first, current_setting('server_version_num')::int / 10000 as major
     from pg_backup_start('stationmaster', fast => true) as lsn`,
  )
  return rows[0]!
}

async function end(client: Client): Promise<{ last: string; label: string }> {
  const { rows } = await client.query<{ last: string; label: string }>(
    `select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(wait_for_archive => false)`,
  )
  return rows[0]!
}

/** Removes backups beyond the number to keep, what killed ones have left, and the archived write-ahead log that no backup needs. */
async function removeOld(made: string, { target, keep, archive, print }: BackUpOptions): Promise<void> {
  const found = await listBackups(target)
  // one with a later name than the newest was made before it, while the clock was ahead
  const isAhead = ({ path }: { path: string }) => path > made
  const backups = [...found.filter(isAhead), ...found.filter((one) => !isAhead(one))]
  const isOld = (index: number) => index < backups.length - keep
  for (const [index, { path }] of backups.entries()) {
    if (!isOld(index)) continue
    print(`removing the old backup ${path}`)
    await rm(path, { recursive: true, force: true })
  }
  const yesterday = backupName(new Date(Date.now() - 86_400_000))
  for (const name of await readdir(target))
    if (isUnfinished(name) && name < yesterday) await removeUnfinished(join(target, name))
  const oldest = backups.find((_, index) => !isOld(index))
  if (archive && oldest) await pruneArchive(archive, oldest.manifest)
}

/** Removes segments before the first one that the oldest backup needs; of any timeline, because numbers go on. */
async function pruneArchive(archive: string, { firstSegment }: Manifest): Promise<void> {
  const names = await readdir(archive).catch(() => [])
  for (const name of names)
    if (
      /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?$/.test(name) &&
      name.slice(8, 24) < firstSegment.slice(8)
    )
      await rm(join(archive, name), { force: true })
}
