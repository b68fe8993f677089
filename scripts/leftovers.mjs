// The folder of a test run, and the processes that still use it after the run.
import { chmod, mkdtemp, readdir, readFile, readlink, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enoughBytes = 2 * 1024 ** 3

/** Returns a folder in memory if there is enough of it, otherwise the usual one for temporary files. */
async function fastFolder() {
  const found = await statfs(memory).catch(() => undefined)
  return found && found.bavail * found.bsize > enoughBytes ? memory : tmpdir()
}

/** Creates a folder for all temporary files of a run, by default in memory if there is enough of it. */
export async function makeRunFolder(within) {
  const base = within ?? (await fastFolder())
  const folder = await mkdtemp(join(base, 'sm-'))
  // A database that must not run as root needs to pass through, but not to list the folder.
  await chmod(folder, 0o711)
  return folder
}

/** Returns processes that still use the folder or have it as their temporary folder (Linux only). */
async function processesOf(folder) {
  const found = []
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const place = await readlink(`/proc/${name}/cwd`).catch(() => '')
    const env = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    if (!place.startsWith(folder) && !env.includes(`TMPDIR=${folder}\0`)) continue
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    // A zombie has no command line and only its process id is left.
    if (command)
      found.push({ pid: Number(name), command: command.replaceAll('\0', ' ').trim().slice(0, 120) })
  }
  return found
}

/** Ends the processes that a run left behind and removes its folder; resolves to lines that describe them. */
export async function clearRunFolder(folder) {
  const graceMs = 5000
  const until = Date.now() + graceMs
  // Some processes are just about to end.
  let left = await processesOf(folder)
  while (left.length > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    left = await processesOf(folder)
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  return left.map(({ pid, command }) => `process ${pid}: ${command}`)
}
