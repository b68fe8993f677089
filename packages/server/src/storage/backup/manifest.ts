import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { StartProblem } from '../../shared/start-problem.ts'
import { onDisk } from '../embedded/file-problem.ts'

/** Description of a backup, written when it is complete. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  /** Version of the server. */
  version: Type.String(),
  /** Major version of PostgreSQL. */
  postgres: Type.Integer(),
  startedAt: Type.String(),
  /** Time whose data the backup has. */
  endedAt: Type.String(),
  /** First segment of the write-ahead log that it needs. */
  firstSegment: Type.String(),
  bytes: Type.Integer(),
  files: Type.Array(Type.Object({ path: Type.String(), bytes: Type.Integer(), sha256: Type.String() })),
})
export type Manifest = Static<typeof Manifest>
export type CopiedFile = Manifest['files'][number]

const fileName = 'backup.json'

/** Folder within a backup with the files of the data folder. */
export const dataOf = (backup: string): string => join(backup, 'data')

export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const path = join(backup, fileName)
  await onDisk(path, () => writeFile(path, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 }))
}

/** Reads the description of a backup; throws a problem if the folder is not a complete backup. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, fileName), 'utf8').catch(() => null)
  if (text === null)
    throw new StartProblem(`${backup} is not a complete backup: it has no ${fileName}; choose another folder`)
  const value: unknown = parsed(text)
  if (Value.Check(Manifest, value)) return value
  throw new StartProblem(
    `${join(backup, fileName)} is damaged or from a newer version: choose another backup`,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const namePattern = /^stationmaster-\d{8}T\d{6}Z$/

export const backupName = (at: Date): string =>
  `stationmaster-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** Returns true for the folder of a backup that is not complete. */
export const isUnfinished = (name: string): boolean =>
  name.endsWith('.unfinished') && namePattern.test(name.slice(0, -'.unfinished'.length))

/** Returns the complete backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<{ path: string; manifest: Manifest }[]> {
  const names = (await readdir(folder)).filter((name) => namePattern.test(name)).sort()
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const manifest = await readManifest(path).catch(() => null)
      return manifest && { path, manifest }
    }),
  )
  return found.filter((one) => one !== null)
}

/** Bytes that are read at a time. */
const maxPart = 1024 * 1024

/** Copies a file, and returns its size and hash. */
export async function copyFile(from: string, to: string): Promise<Omit<CopiedFile, 'path'>> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const source = await open(from, 'r')
  try {
    const target = await open(to, 'w', 0o600)
    try {
      return await copyContent(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function copyContent(source: FileHandle, target: FileHandle): Promise<Omit<CopiedFile, 'path'>> {
  const hash = createHash('sha256')
  let bytes = 0
  const { size } = await source.stat()
  // A stream would reserve the largest part for each of the thousands of small files, which are then collected as garbage.
  const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, 1), maxPart))
  // until its end: it may have grown
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, null)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const part = buffer.subarray(0, bytesRead)
    hash.update(part)
    bytes += bytesRead
    await target.writeFile(part)
  }
}

/** Waits until files and their folders are on the disk; some at the same time, which the disk can combine. */
export async function flushFiles(folder: string, paths: readonly string[]): Promise<void> {
  const places = paths.map((path) => join(folder, path))
  const waiting = new Set([...places, ...places.map((place) => dirname(place))]).values()
  const flush = async () => {
    for (const place of waiting) {
      const handle = await open(place, 'r')
      await handle.sync().finally(() => handle.close())
    }
  }
  await Promise.all(Array.from({ length: 4 }, flush))
}

/** Throws a problem if the disk of a folder has no space for that many bytes. */
export async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free > bytes + reserveBytes) return
  throw new StartProblem(
    `not enough space on the disk of ${folder}: ${mib(bytes + reserveBytes)} MiB are needed and ${mib(free)} MiB are free`,
  )
}

const reserveBytes = 64 * 2 ** 20

/** Converts bytes to MiB, rounded up. */
export const mib = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

/** Removes a folder that a failed copy has left. */
export const removeUnfinished = (path: string): Promise<void> => rm(path, { recursive: true, force: true })
