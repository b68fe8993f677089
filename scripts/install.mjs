// Compares node_modules with the lock file, and installs what is missing.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './files.mjs'

const readJson = (path) =>
  readFile(join(root, path), 'utf8').then(
    (text) => JSON.parse(text),
    () => undefined,
  )

const suits = (required, here) =>
  !required || (required.some((word) => word === here) && !required.includes(`!${here}`))

/** Returns true if a package of the lock file must be installed on this machine. */
function isNeeded(entry, withTools) {
  if (entry.link || entry.extraneous) return false
  if (entry.dev && !withTools) return false
  if (!suits(entry.os, process.platform) || !suits(entry.cpu, process.arch)) return false
  // npm silently skips an optional package that does not match; those for this system must be installed.
  return !(entry.optional || entry.devOptional || entry.peer) || Boolean(entry.os && !entry.libc)
}

/** Returns the packages of the lock file that node_modules lacks; `withTools` includes those for building. */
export async function missingPackages({ withTools }) {
  const required = await readJson('package-lock.json')
  // npm writes this file as the last step of an installation.
  const installed = await readJson('node_modules/.package-lock.json')
  return differences(required.packages, installed?.packages ?? {}, withTools)
}

/**
 * Returns the names of packages that are required here and not installed in that version.
 * @param {Record<string, object>} required
 * @param {Record<string, { version?: string }>} installed
 * @param {boolean} withTools
 * @returns {string[]}
 */
export function differences(required, installed, withTools) {
  return Object.entries(required)
    .filter(([path, entry]) => path.startsWith('node_modules/') && isNeeded(entry, withTools))
    .filter(([path, { version }]) => installed[path]?.version !== version)
    .map(([path]) => path.slice('node_modules/'.length))
}

/** Installs exactly the versions of the lock file. */
export async function install() {
  const npm = process.env.npm_execpath
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  await run(program, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Failure of a program that has already printed its error. */
export class StepFailed extends Error {
  name = 'StepFailed'
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the root with inherited output; throws a StepFailed if it fails. If this process is
 * signalled, it passes the signal on first, because nothing else would end the program.
 */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
  let receivedSignal
  const pass = (signal) => {
    receivedSignal = signal
    child.kill(signal)
  }
  for (const signal of endings) process.on(signal, pass)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? signal))
  }).finally(() => {
    for (const signal of endings) process.off(signal, pass)
  })
  if (receivedSignal) process.kill(process.pid, receivedSignal)
  if (code !== 0) throw new StepFailed(`${[program, ...args].join(' ')} ended with ${code}`)
}
