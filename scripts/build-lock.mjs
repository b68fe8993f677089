// The lock that lets one build of a working copy run at a time.
import { rmSync, statSync } from 'node:fs'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './files.mjs'

const folder = join(root, 'node_modules/.cache/stationmaster')
const path = join(folder, 'build.lock')

/** A lock that its process has not renewed for this long was left behind. */
const abandonedMs = 10_000

/**
 * Runs work when no other process builds this working copy. A process renews its lock every second; the lock of
 * a process that has ended is removed.
 */
export async function withBuildLock(work) {
  await mkdir(folder, { recursive: true })
  for (let waits = 0; !(await take()); waits++) {
    if (waits === 20) console.log('Waiting for another build of this working copy …')
    await wait(100)
  }
  const renewal = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, 1_000)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await rm(path, { force: true })
  }
}

async function take() {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    // synchronous: with a pause in between, the lock that another waiter has taken by then would be removed
    const found = statSync(path, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > abandonedMs) rmSync(path, { force: true })
    return false
  }
}
