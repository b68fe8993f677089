import { createHash } from 'node:crypto'
import { chmod, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartProblem } from '../../shared/start-problem.ts'
import { onDisk } from './file-problem.ts'

// The kernel takes socket addresses up to 107 bytes (103 on macOS), the file name included.
const socketNameBytes = '/.s.PGSQL.5432.lock'.length
const socketPathBytes = 103

/** Makes the folder of the socket: beside the database, or in the temporary folder when that path is too long. */
export async function chooseSocketFolder(folder: string): Promise<string> {
  const beside = join(folder, 'socket')
  if (isShort(beside)) {
    await onDisk(beside, () => mkdir(beside, { recursive: true, mode: 0o700 }))
    return beside
  }
  // The same name at every start, so that a restart leaves nothing behind.
  const name = `stationmaster-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const base = isShort(join(tmpdir(), name)) ? tmpdir() : '/tmp'
  const path = join(base, name)
  await onDisk(path, () => mkdir(path, { recursive: true, mode: 0o700 }))
  const found = await lstat(path)
  // Others may write in the temporary folder: theirs is not trusted with our database.
  const isOurs = found.isDirectory() && (process.getuid?.() === 0 || found.uid === process.getuid?.())
  if (!isOurs)
    throw new StartProblem(`${path} belongs to somebody else: remove it, or set TMPDIR to another folder`)
  await chmod(path, 0o700)
  return path
}

function isShort(path: string): boolean {
  return Buffer.byteLength(path) + socketNameBytes <= socketPathBytes
}
