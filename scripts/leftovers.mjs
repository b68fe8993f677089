// The folder of a test run, and what still works in it when the run is over.
import { chmod, mkdtemp, readdir, readFile, readlink, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3

/** A folder for all temporary files of a run, in memory where there is enough of it. */
export async function makeRunFolder() {
  const found = await statfs(memory).catch(() => undefined)
  const base = found && found.bavail * found.bsize > enoughBytes ? memory : tmpdir()
  const folder = await mkdtemp(join(base, 'sm-'))
  // A database that may not run as root has to get through, but need not look around.
  await chmod(folder, 0o711)
  return folder
}

/** Processes that still work in the folder or were started with it as their temporary one (Linux only). */
async function processesOf(folder) {
  const found = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const place = await readlink(`/proc/${name}/cwd`).catch(() => '')
    const env = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    if (!place.startsWith(folder) && !env.includes(`TMPDIR=${folder}\0`)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    // A zombie has no command line and is gone but for its number.
    if (command)
      found.push({ pid: Number(name), command: command.replaceAll('\0', ' ').trim().slice(0, 120) })
  }
  return found
}

/** Ends what a run left behind and removes its folder; resolves to the lines that describe what was left. */
export async function clearRunFolder(folder) {
  const graceMs = 5000
  const until = Date.now() + graceMs
  // Some are just about to end.
  let left = await processesOf(folder)
  while (left.length > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    left = await processesOf(folder)
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself in between.
    }
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  return left.map(({ pid, command }) => `process ${pid}: ${command}`)
}
