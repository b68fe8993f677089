import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The end of the chain that this server sealed last, stored outside of the database. */
export interface Head {
  seq: number
  hash: string
}

export const headPath = (dataDir: string): string => join(dataDir, 'audit-head.json')

/** Returns the stored end; null if there is none or it cannot be read. */
export async function readHead(path: string): Promise<Head | null> {
  try {
    const head = JSON.parse(await readFile(path, 'utf8')) as Partial<Head> | null // written by `writeHead`
    return typeof head?.seq === 'number' && typeof head.hash === 'string'
      ? { seq: head.seq, hash: head.hash }
      : null
  } catch {
    return null
  }
}

/** Writes to a temporary file and renames it: after a crash the file holds the old or the new end. */
export async function writeHead(path: string, head: Head): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, `${JSON.stringify(head)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
