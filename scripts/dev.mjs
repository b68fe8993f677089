// npm run dev: server, console and one simulated station with live reload. A change of the server's sources
// rebuilds and restarts it; the console updates in the browser.
import { fork, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { root } from './files.mjs'
import { startFleet } from './fleet.mjs'
import { install, missingPackages, run } from './install.mjs'

const dataDir = resolve(process.env.DATA_DIR || 'var')
const port = process.env.PORT || '8080'
const consolePort = process.env.STATIONMASTER_CONSOLE_PORT || '5173'
// People open the console of the development server; stations connect to the server directly.
const addresses = { PUBLIC_URL: `http://127.0.0.1:${consolePort}`, STATION_URL: `ws://127.0.0.1:${port}` }
const watched = ['packages/ocpp/src', 'packages/contract/src', 'packages/server/src']
const settleMs = 150

let server
let fleet
let isStopping = false
let isBusy = false
let isStale = false

const print = (line) => console.log(`dev: ${line}`)
const ended = (child) => new Promise((resolve) => child.once('exit', resolve))

async function startServer() {
  const child = fork(join(root, 'scripts/dev-server.mjs'), {
    cwd: root,
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...addresses, ...process.env, PORT: port },
  })
  server = child
  return Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    ended(child).then(() => 'ended'),
  ])
}

async function stopServer() {
  if (!server || server.exitCode !== null) return
  const serverEnded = ended(server)
  server.kill('SIGTERM')
  await serverEnded
}

/** Builds and starts the server; changes during a build cause another one. */
async function refresh() {
  isStale = true
  if (isBusy || isStopping) return
  isBusy = true
  while (isStale) {
    isStale = false
    if (isStopping) break
    try {
      await run(process.execPath, ['scripts/build.mjs', 'server', 'simulator'])
      await stopServer()
      if (!isStopping) await startServer()
    } catch (error) {
      print(`${error.message}; waiting for the next change`)
    }
  }
  isBusy = false
}

/** Starts the simulator of the demo with a single station. */
async function startOneStation() {
  const fleetFile = join(dataDir, 'demo-fleet.json')
  const text = await readFile(fleetFile, 'utf8').catch(() => '')
  if (!text) return print(`no station is simulated: ${fleetFile} is missing`)
  const whole = JSON.parse(text)
  const file = join(dataDir, 'dev-fleet.json')
  await writeFile(file, JSON.stringify({ ...whole, stations: whole.stations.slice(0, 1) }), { mode: 0o600 })
  fleet = startFleet(file, print)
}

function startConsole() {
  const folder = join(root, 'packages/console')
  const vite = join(
    dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  return spawn(process.execPath, [vite, '--strictPort', '--clearScreen', 'false'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      STATIONMASTER_SERVER: `http://127.0.0.1:${port}`,
      STATIONMASTER_CONSOLE_PORT: consolePort,
    },
  })
}

if ((await missingPackages({ withTools: true })).length > 0) await install()
await refresh()
const pages = startConsole()
await startOneStation()

let timer
const watchers = watched.map((path) =>
  watch(join(root, path), { recursive: true }, (_, name) => {
    if (!name || /\.test\.|generated/.test(name)) return
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), settleMs)
  }),
)

async function stop() {
  if (isStopping) process.exit(130)
  isStopping = true
  for (const watcher of watchers) watcher.close()
  await fleet?.stop()
  const consoleEnded = pages.exitCode === null ? ended(pages) : undefined
  pages.kill('SIGTERM')
  await consoleEnded
  await stopServer()
  process.exit(0)
}

pages.once('exit', () => {
  if (isStopping) return
  print(`the console cannot be served; if port ${consolePort} is in use, set STATIONMASTER_CONSOLE_PORT`)
  void stop()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop())
