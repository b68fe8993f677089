// The lock that lets one build of a working copy run at a time.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './files.mjs'

const folder = join(root, 'node_modules/.cache/stationmaster')
const path = join(folder, 'build.lock')

/** Runs work when no other process builds this working copy; the lock of a process that has ended is removed. */
export async function withBuildLock(work) {
  await mkdir(folder, { recursive: true })
  while (!(await take())) await wait(100)
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

async function take() {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const pid = Number(await readFile(path, 'utf8').catch(() => ''))
    if (pid && !isAlive(pid)) await rm(path, { force: true })
    return false
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
