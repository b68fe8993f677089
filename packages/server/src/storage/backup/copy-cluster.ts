import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createHash } from 'node:crypto'
import { StartProblem } from '../../shared/start-problem.ts'
import { onDisk } from '../embedded/file-problem.ts'
import { type CopiedFile, copyFile } from './manifest.ts'

// PostgreSQL 18, 25.3.4: what a base backup omits. The segments of pg_wal are copied at the end.
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const omittedFiles = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map'])
const controlFile = 'global/pg_control'
const isTemporary = (name: string) => name.startsWith('pgsql_tmp') || name.startsWith('pg_internal.init')

/** Returns the files of a cluster that a backup has, and the folders that it has without content. */
async function listCluster(cluster: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = []
  const folders: string[] = []
  const visit = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(cluster, path), { withFileTypes: true })) {
      const place = path === '' ? entry.name : `${path}/${entry.name}`
      if (isTemporary(entry.name) || omittedFiles.has(place)) continue
      if (!entry.isDirectory()) files.push(place)
      else {
        folders.push(place)
        if (!emptyFolders.has(place)) await visit(place)
      }
    }
  }
  await visit('')
  return { files: files.filter((path) => path !== controlFile), folders }
}

/** Returns the bytes of a folder; files that vanish in the meantime do not count. */
export async function sizeOf(folder: string): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = found.map(async (entry) =>
    entry.isFile()
      ? lstat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        )
      : 0,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Copies the files of a running cluster except its write-ahead log. Files that are deleted during the copy are not needed. */
export async function copyCluster(from: string, to: string): Promise<CopiedFile[]> {
  const { files, folders } = await listCluster(from)
  for (const path of folders) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
  const copied: CopiedFile[] = []
  for (const path of files) {
    const file = await unlessMissing(() => onDisk(to, () => copyFile(join(from, path), join(to, path))))
    if (file) copied.push({ path, ...file })
  }
  // last, as pg_basebackup does
  copied.push(await copyControlFile(from, to))
  return copied
}

/** Returns null for a file that has been removed in the meantime. */
export async function unlessMissing<T>(copy: () => Promise<T>): Promise<T | null> {
  try {
    return await copy()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const mostReads = 100

/** Copies the control file, which may be written at the same moment: two equal reads are a complete one. */
async function copyControlFile(from: string, to: string): Promise<CopiedFile> {
  let content = await readFile(join(from, controlFile))
  for (let reads = 1; ; reads++) {
    const again = await readFile(join(from, controlFile))
    if (again.equals(content)) break
    if (reads > mostReads)
      throw new StartProblem('the control file of the database changes all the time: try again')
    content = again
  }
  return { path: controlFile, ...(await writeCopy(join(to, controlFile), content)) }
}

/** Writes a file of a backup, and returns its size and hash. */
export async function writeCopy(path: string, content: Buffer | string): Promise<Omit<CopiedFile, 'path'>> {
  await onDisk(path, async () => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, content, { mode: 0o600 })
  })
  const bytes = Buffer.byteLength(content)
  return { bytes, sha256: createHash('sha256').update(content).digest('hex') }
}

const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name)
/** Position of a segment of 16 MiB in its timeline. */
const numberOf = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16)

/** Copies the segments of the write-ahead log from the start to the end of a backup, and histories of timelines. */
export async function copySegments(
  { from, to }: { from: string; to: string },
  { first, last }: { first: string; last: string },
): Promise<CopiedFile[]> {
  const names = await readdir(from)
  const needed = names.filter((name) => isSegment(name) && name >= first && name <= last)
  if (needed.length !== numberOf(last) - numberOf(first) + 1)
    throw new StartProblem('the write-ahead log of the backup is not complete any more: try again')
  const copied: CopiedFile[] = []
  for (const name of [...needed, ...names.filter((one) => one.endsWith('.history'))])
    copied.push({
      path: `pg_wal/${name}`,
      ...(await onDisk(to, () => copyFile(join(from, name), join(to, name)))),
    })
  return copied
}
