// All checks, and the runner that counts them.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secondsOfChildren, totalBudget } from './cost-budgets.mjs'
import { root } from './files.mjs'

const node = process.execPath
const bin = (name) => join(root, 'node_modules/.bin', name)
/**
 * The native compiler takes a quarter of the time; `typescript` stays for dependency-cruiser, which needs its
 * API.
 */
const tsc = join(root, 'node_modules/typescript-native/bin/tsc')

/**
 * Each checker of the compiler derives the types of the libraries again: four, the default, take more than twice
 * the processor time of one, and the other lane has work as well.
 */
const oneChecker = ['--checkers', '1']

/**
 * The compiler is not short of memory: without collecting garbage it takes three quarters of the processor time, and
 * 2 GB. From 3 GB on it collects.
 */
const compiler = { GOGC: 'off', GOMEMLIMIT: '3GiB' }

/**
 * Without the state of the last run, which `npm run types` uses: from it the native compiler overlooks files that a changed
 * global declaration affects.
 */
const fromTheStart = ['--incremental', 'false', '--tsBuildInfoFile', 'null']

/** Must run before the other checks: generates sources. */
export const generated = { name: 'stale generated files', command: [node, 'scripts/generate.mjs', '--check'] }

/** Must run before the tests, which start what it builds. */
export const build = { name: 'build', command: [node, 'scripts/build.mjs'] }

/** Run one after the other beside the build and the tests. The boundaries are checked by their own test. */
export const quickChecks = [
  {
    name: 'types (server side)',
    command: [node, tsc, '-p', '.', ...oneChecker, ...fromTheStart],
    env: compiler,
  },
  {
    name: 'types (console)',
    command: [node, tsc, '-p', 'packages/console', ...oneChecker, ...fromTheStart],
    env: compiler,
  },
  { name: 'unused code', command: [bin('knip'), '--no-progress', '--no-config-hints'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings', '.'] },
  { name: 'format', command: [bin('biome'), 'format', '.'] },
  { name: 'language', command: [node, 'scripts/language.mjs'] },
  { name: 'unused styles', command: [node, 'scripts/styles.mjs'] },
  { name: 'missing texts', command: [node, 'scripts/texts.mjs'] },
  { name: 'proof page', command: [node, 'scripts/proof.mjs'] },
  { name: 'licences', command: [node, 'scripts/licences.mjs'] },
  { name: 'supply chain', command: [node, 'scripts/supply-chain.mjs'] },
]

/** Requires the built console. */
export const budgets = {
  name: 'budgets of the console',
  command: [node, 'packages/console/scripts/budgets.mjs'],
}

export const codeTests = {
  name: 'unit, database and wire tests',
  projects: ['unit', 'console', 'wire'],
}
/** One run: while the tests of one kind wait, those of another use the processor. */
export const allTests = {
  name: 'unit, database, wire and browser tests',
  projects: [...codeTests.projects, 'browser'],
}

/** Ends a run that hangs; on a busy or slow machine a run takes more than twice as long. */
const testLimitMs = 60 * 60_000

/** Runs checks and counts results; every check counts as one, every test as one. */
export class Tally {
  passed = 0
  failed = 0
  #env
  #failures = []
  #secondTries = []
  #costly = []
  #children = new Set()
  /** Lines of checks that passed while tests print their results; undefined at other times. */
  #held

  constructor(env) {
    this.#env = env
  }

  /** Ends the running processes; the run fails. */
  abort() {
    for (const child of this.#children) child.kill('SIGTERM')
  }

  count(name, isGood, detail = '') {
    if (isGood) this.passed += 1
    else {
      this.failed += 1
      this.#failures.push({ name, why: detail.trimEnd().slice(-2000) })
    }
    const line = `${isGood ? '✓' : '✗'} ${name}${isGood ? '' : `\n${detail.trimEnd()}`}`
    if (isGood && this.#held) this.#held.push(line)
    else console.log(line)
  }

  async check({ name, command, env }) {
    const since = performance.now()
    const { code, output } = await this.#run(command, { env })
    this.count(`${name} (${seconds(since)})`, code === 0, output)
    return code === 0
  }

  async checkAll(checks) {
    for (const check of checks) await this.check(check)
  }

  /**
   * Runs tests with their own output, into which only failed checks are printed; test files that vitest could not load
   * count as failed.
   */
  async test({ name, projects }, summaryFile) {
    console.log(`\n${name}`)
    const chosen = projects.flatMap((project) => ['--project', project])
    const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/run-reporter.mjs')}`]
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const command = [node, vitest, 'run', '--passWithNoTests', ...chosen, ...reporters]
    const env = { RUN_SUMMARY: summaryFile }
    this.#held = []
    const { code } = await this.#run(command, { isShown: true, limitMs: testLimitMs, env })
    for (const line of this.#held) console.log(line)
    this.#held = undefined
    const summary = await readFile(summaryFile, 'utf8').then(JSON.parse, () => undefined)
    const { passed = 0, failures = [], secondTries = [], costly = [] } = summary ?? {}
    this.passed += passed
    this.failed += failures.length
    this.#failures.push(...failures)
    this.#secondTries.push(...secondTries)
    this.#costly.push(...costly)
    // A timeout of the whole run, or a crash.
    if (code !== 0 && failures.length === 0)
      this.count(name, false, `ended with ${code} though no test failed; see above`)
  }

  /**
   * Prints the failures, the tests that passed only at the second attempt, and what took more processor time than its
   * budget, together at the end.
   */
  conclude() {
    const seconds = secondsOfChildren()
    if (seconds !== undefined)
      console.log(`\n${Math.round(seconds)} s of processor time, budget ${totalBudget} s`)
    list('Over their budget:', '~', this.#costly)
    list('Passed at the second try only:', '~', this.#secondTries)
    list('Failed:', '✗', this.#failures)
    console.log(`\n${this.passed} passed, ${this.failed} failed`)
  }

  async #run([program, ...args], { isShown = false, limitMs = 0, env = {} } = {}) {
    const output = isShown ? 'inherit' : 'pipe'
    const child = spawn(program, args, {
      cwd: root,
      env: { ...this.#env, ...env },
      stdio: ['ignore', output, output],
    })
    this.#children.add(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += part.toString()))
    const timer = limitMs ? setTimeout(() => child.kill('SIGTERM'), limitMs) : undefined
    const code = await new Promise((resolve) => {
      child.once('error', (error) => {
        text += error.message
        resolve(1)
      })
      child.once('close', (code, signal) => resolve(code ?? signal))
    })
    clearTimeout(timer)
    this.#children.delete(child)
    return { code, output: text }
  }
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

function list(title, mark, rows) {
  if (rows.length > 0) console.log(`\n${title}`)
  for (const { name, why } of rows) console.log(`${mark} ${name}\n${why.replaceAll(/^/gm, '  ')}`)
}
