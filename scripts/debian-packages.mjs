// Installs programs that tests need, where that is possible without asking: as root on Debian.
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { run } from './install.mjs'

/** Programs that some tests of the server start, and their packages. */
const programs = {
  haproxy: 'haproxy',
  'nats-server': 'nats-server',
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
}

/** Returns the first of the paths at which something exists. */
export async function firstThatExists(paths) {
  for (const path of paths) {
    const exists = await access(path).then(
      () => true,
      () => false,
    )
    if (exists) return path
  }
  return undefined
}

let areListsUpdated = false

/** Installs a Debian package; returns a sentence that states why it is missing and what to do, or null. */
export async function installPackage(name) {
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !(await firstThatExists(['/usr/bin/apt-get']))) return `Run "sudo apt-get install ${name}".`
  console.log(`Installing the Debian package ${name} for the tests …`)
  const quiet = {
    // in runlevel 1 Debian starts no service of a package that it installs
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  }
  try {
    if (!areListsUpdated) await run('apt-get', ['update', '-qq'], quiet)
    areListsUpdated = true
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet)
    return null
  } catch (error) {
    return `It could not be installed (${error.message}).`
  }
}

/** Installs the programs that tests of the server start; prints which are missing, whose tests are skipped. */
export async function installPrograms() {
  for (const [program, name] of Object.entries(programs)) {
    if (await firstThatExists(process.env.PATH.split(delimiter).map((folder) => join(folder, program))))
      continue
    const problem = await installPackage(name)
    if (problem) console.log(`${program} is missing, its tests are skipped. ${problem}`)
  }
}
