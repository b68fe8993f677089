// Measures the duration of a start with an existing database, and a server with a single database connection.
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../files.mjs'
import { median, phaseHead, phaseLine, runPhase } from './phases.mjs'

const starts = 3
const timeoutMs = 60_000

/** Starts the server several times with the same folder. */
export async function measureStarts(bench) {
  const bundle = []
  const npm = []
  let againMib
  // The first round creates the database if no other part did.
  for (let round = 0; round <= starts; round++) {
    const server = await bench.serve()
    againMib = await server.residentMib()
    await server.stop()
    if (round > 0) bundle.push(server.startedMs)
  }
  for (let round = 0; round < starts; round++) npm.push(await startByNpm(bench.dataDir))
  const figures = { secondMs: median(bundle), npmMs: median(npm), againMib }
  bench.print(
    `\nsecond start ${Math.round(figures.secondMs)} ms with its database, ${Math.round(figures.npmMs)} ms by npm start; ` +
      `${againMib.toFixed(0)} MiB resident`,
  )
  return figures
}

/** Returns the time from the command to the line that names the address. */
async function startByNpm(dataDir) {
  const since = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, ADMIN_PASSWORD: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate process group, so that Ctrl-C is passed on only once.
    detached: true,
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  try {
    return await new Promise((resolve, reject) => {
      let output = ''
      child.stdout.on('data', (bytes) => {
        output += bytes
        if (output.includes('serves at')) resolve(performance.now() - since)
      })
      void ended.then((code) => reject(new Error(`npm start ended with ${code}: ${output}`)))
    })
  } finally {
    child.kill('SIGTERM')
    await ended
    clearTimeout(late)
  }
}

/** Runs the requests of stations and users over a single database connection. */
export async function measureOnePool(bench, stations) {
  const server = await bench.serve({ DATABASE_POOL: '1' })
  const load = new bench.Load({ url: server.link, stations })
  try {
    const { open } = await load.open()
    const lists = requestLists(server)
    const row = await runPhase(server, load, {
      name: `mix of ${open}, pool of one`,
      kinds: bench.loadMix,
      seconds: bench.seconds,
    })
    const errors = row.errors + (await lists.stop())
    bench.print(`\n${phaseHead()}\n${phaseLine(row)}`)
    return { ...row, errors }
  } finally {
    load.close()
    await server.stop()
  }
}

/**
 * Requests lists as some consoles do until it is stopped; the returned function resolves to the number of
 * failures.
 */
function requestLists(server) {
  const over = new AbortController()
  const done = (async () => {
    let failures = 0
    while (!over.signal.aborted) {
      const failed = await server.call('/charge_point/list', { reclimit: 50 }).then(
        () => 0,
        () => 1,
      )
      failures += failed
      await pause(50)
    }
    return failures
  })()
  return {
    stop: () => {
      over.abort()
      return done
    },
  }
}
