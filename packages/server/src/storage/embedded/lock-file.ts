import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Contents of `postmaster.pid` of a running PostgreSQL. */
export interface LockFile {
  pid: number
  port: number
  socketFolder: string
  /** `starting`, `ready` or `stopping`; empty until the first one is written. */
  status: string
}

/** Reads the lock file of a cluster; undefined if it is missing or incomplete. */
export async function readLockFile(cluster: string): Promise<LockFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() }
}

/** Returns true if a process exists and is not a zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  if (process.platform !== 'linux') return true
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in parentheses may contain spaces and parentheses; the state follows the last one.
  return state !== '' && state.slice(state.lastIndexOf(')') + 2, state.lastIndexOf(')') + 3) !== 'Z'
}

/**
 * Returns true if a running process works in this cluster. If this cannot be determined, any running process
 * counts.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  if (process.platform !== 'linux') return true
  const place = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return place === undefined || place === (await realpath(cluster))
}

/**
 * Removes a lock file whose process id now belongs to an unrelated process (after a reboot, or in a new
 * container); PostgreSQL would take that process for its own. The file is kept while any process still works
 * in the cluster, because PostgreSQL's check of shared memory needs it.
 */
export async function removeStrangersLock(cluster: string, lock: LockFile): Promise<void> {
  if (process.platform !== 'linux' || !(await isAlive(lock.pid))) return
  const home = await realpath(cluster)
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    if ((await readlink(`/proc/${name}/cwd`).catch(() => '')) === home) return
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}
