import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartProblem } from '../../shared/start-problem.ts'
import { onDisk } from './file-problem.ts'

// Socket addresses may have up to 107 bytes (103 on macOS), including the file name.
const socketNameBytes = '/.s.PGSQL.5432.lock'.length
const socketPathBytes = 103

/** Creates the folder of the socket: beside the database, or in the temporary folder if that path is too long. */
export async function chooseSocketFolder(folder: string): Promise<string> {
  const beside = join(folder, 'socket')
  if (isShort(beside)) {
    await onDisk(beside, () => mkdir(beside, { recursive: true, mode: 0o700 }))
    return beside
  }
  // The name is the same at every start, so that a restart leaves no old folder.
  const name = `stationmaster-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const base = isShort(join(tmpdir(), name)) ? tmpdir() : '/tmp'
  const path = join(base, name)
  await onDisk(path, () => mkdir(path, { recursive: true, mode: 0o700 }))
  const found = await lstat(path)
  // Other users may write to the temporary folder: a folder that they own is not trusted.
  const isOurs = found.isDirectory() && (process.getuid?.() === 0 || found.uid === process.getuid?.())
  if (!isOurs)
    throw new StartProblem(`${path} belongs to somebody else: remove it, or set TMPDIR to another folder`)
  await chmod(path, 0o700)
  return path
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) + socketNameBytes <= socketPathBytes
}
