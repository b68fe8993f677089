// Whether node_modules holds what the lock file asks for, and the installation of what is missing.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './files.mjs'

const readJson = (path) =>
  readFile(join(root, path), 'utf8').then(
    (text) => JSON.parse(text),
    () => undefined,
  )

const suits = (wanted, here) =>
  !wanted || (wanted.some((word) => word === here) && !wanted.includes(`!${here}`))

/** Whether a package of the lock file has to be there on this machine. */
function isNeeded(entry, withTools) {
  if (entry.link || entry.extraneous) return false
  if (entry.dev && !withTools) return false
  if (!suits(entry.os, process.platform) || !suits(entry.cpu, process.arch)) return false
  // npm leaves an optional package out without a word when it does not suit; those for this system must be there.
  return !(entry.optional || entry.devOptional || entry.peer) || Boolean(entry.os && !entry.libc)
}

/** The packages that the lock file names and node_modules lacks; `withTools` counts those for building, too. */
export async function missingPackages({ withTools }) {
  const wanted = await readJson('package-lock.json')
  // npm writes what it installed here, as the last thing it does.
  const installed = await readJson('node_modules/.package-lock.json')
  return differences(wanted.packages, installed?.packages ?? {}, withTools)
}

/**
 * Names of packages that are wanted here and not installed in that version.
 * @param {Record<string, object>} wanted
 * @param {Record<string, { version?: string }>} installed
 * @param {boolean} withTools
 * @returns {string[]}
 */
export function differences(wanted, installed, withTools) {
  return Object.entries(wanted)
    .filter(([path, entry]) => path.startsWith('node_modules/') && isNeeded(entry, withTools))
    .filter(([path, { version }]) => installed[path]?.version !== version)
    .map(([path]) => path.slice('node_modules/'.length))
}

/** Installs exactly what the lock file says. */
export async function install() {
  const npm = process.env.npm_execpath
  const [program, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  await run(program, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** A program that said itself what went wrong. */
export class StepFailed extends Error {
  name = 'StepFailed'
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the root with our output; throws a StepFailed when it does not end well. When we are told to end
 * meanwhile, the program is told first: nobody else would end it.
 */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
  let told
  const pass = (signal) => {
    told = signal
    child.kill(signal)
  }
  for (const signal of endings) process.on(signal, pass)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? signal))
  }).finally(() => {
    for (const signal of endings) process.off(signal, pass)
  })
  if (told) process.kill(process.pid, told)
  if (code !== 0) throw new StepFailed(`${[program, ...args].join(' ')} ended with ${code}`)
}
