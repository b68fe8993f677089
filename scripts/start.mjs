// npm start: installs what is missing, builds what is stale, serves. `--demo` adds sample data and simulated
// stations.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './files.mjs'
import { startFleet } from './fleet.mjs'
import { install, missingPackages, run, StepFailed } from './install.mjs'
import { staleProducts } from './products.mjs'

const known = ['--demo']
const isDemo = process.argv.includes('--demo')

const print = (line) => console.log(line)

function fail(line) {
  console.error(`Stationmaster cannot start: ${line}`)
  process.exit(1)
}

function checkArguments() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(`Node.js 20.19 or later is required, but this is ${process.versions.node}; see nodejs.org`)
  }
  const wrong = process.argv.slice(2).find((word) => !known.includes(word))
  if (wrong) fail(`unknown argument "${wrong}"; use "npm start" or "npm start -- --demo"`)
}

/** Installs and builds as far as needed. A built copy without the build tools starts as well. */
async function prepare() {
  await installMissing({ withTools: false })
  const stale = await staleProducts()
  if (stale.length === 0) return
  await installMissing({ withTools: true })
  print(`Building ${stale.map(({ name }) => name).join(', ')} …`)
  await run(process.execPath, ['scripts/build.mjs'])
}

async function installMissing(which) {
  const missing = await missingPackages(which)
  if (missing.length === 0) return
  print('Installing packages; the first time this takes about a minute …')
  await install()
}

checkArguments()

let server
let fleet
let isStopping = false
let stoppingSinceMs = 0

/** One Ctrl-C causes two signals: one from the terminal, and one that npm forwards. */
const sameSignalMs = 1000

/**
 * Stops the fleet first, so that the server sees its stations disconnect; a second signal ends the process
 * immediately.
 */
async function stop(signal) {
  if (isStopping) {
    if (performance.now() - stoppingSinceMs > sameSignalMs) process.exit(130)
    return
  }
  isStopping = true
  stoppingSinceMs = performance.now()
  print(`\nStopping (${signal}) …`)
  await fleet?.stop()
  // A server that is still starting is closed once it has started.
  if (!server) return
  await server.close()
  print('Stopped.')
  process.exit(0)
}

/**
 * Stops if npm was killed: it then forwards no signal, and the terminal or the supervisor assumes that this
 * process has ended as well.
 */
function watchNpm() {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm && !isStopping) void stop('npm has exited')
  }, 1000).unref()
}

/** Ignores write errors of a closed terminal, so that the server and the fleet are stopped properly. */
function ignoreClosedTerminal() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

async function start() {
  ignoreClosedTerminal()
  await prepare()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(signal))
  watchNpm()
  const { serve } = await import(pathToFileURL(join(root, 'packages/server/dist/main.mjs')).href)
  server = await serve({ demo: isDemo })
  if (isStopping) {
    await server.close()
    process.exit(0)
  }
  if (isDemo) fleet = startFleet(join(resolve(process.env.DATA_DIR || 'var'), 'demo-fleet.json'), print)
}

try {
  await start()
} catch (error) {
  if (error?.name === 'StartProblem') fail(error.message)
  if (error instanceof StepFailed) fail('the packages could not be installed or built; see the error above')
  console.error(error)
  process.exit(1)
}
