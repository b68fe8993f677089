// npm run bench: CPU per call, calls a second, latencies, the reconnect storm, memory and start times.
//   --quick       fewer seconds and stations, for a look
//   --json FILE   the figures as JSON as well
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { MeasuredServer } from './bench/measured-server.mjs'
import { root } from './files.mjs'
import { run } from './install.mjs'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})
const sizes = options.quick ? [100, 400] : [500, 2000]
const seconds = options.quick ? 3 : 6
const active = 50
const kinds = [
  ['Heartbeat', ['Heartbeat'], 0.08],
  ['StatusNotification', ['StatusNotification'], 0.25],
  ['MeterValues (4 samples)', ['MeterValues'], 0.4],
  ['Start and Stop', ['StartTransaction', 'StopTransaction'], 0.45],
]

await run(process.execPath, ['scripts/build.mjs', 'server', 'simulator'])
const { Load, loadMix, reconnectStorm } = await import(
  pathToFileURL(join(root, 'packages/simulator/dist/index.mjs')).href
)

const report = { conditions: { sizes, active, seconds, node: process.version }, phases: [], storms: [] }
const say = (line = '') => console.log(line)
const fixed = (value, digits = 3) => value.toFixed(digits).padStart(8)

/** One phase, with what server and database used of the processor while it was measured. */
async function phase(server, load, name, what) {
  let before
  let used
  const figures = await load.run({
    seconds,
    warmupSeconds: 1,
    ...what,
    onMeasure: async () => {
      before = await server.cpu()
    },
    onMeasured: async () => {
      const after = await server.cpu()
      used = { server: after.server - before.server, database: after.database - before.database }
    },
  })
  const perCall = (us) => (figures.calls === 0 ? Number.NaN : us / 1000 / figures.calls)
  const row = {
    name,
    stations: figures.open,
    calls: figures.calls,
    callsPerS: figures.callsPerS,
    cpuMs: perCall(used.server + used.database),
    serverMs: perCall(used.server),
    databaseMs: perCall(used.database),
    p50Ms: figures.p50Ms,
    p99Ms: figures.p99Ms,
    errors: figures.errors,
    firstError: figures.firstError,
  }
  report.phases.push(row)
  say(
    `${name.padEnd(34)}${String(row.stations).padStart(6)}${fixed(row.cpuMs)}${fixed(row.serverMs)}${fixed(row.databaseMs)}` +
      `${String(row.callsPerS).padStart(9)}${fixed(row.p50Ms, 1)}${fixed(row.p99Ms, 1)}${String(row.errors).padStart(7)}${row.firstError ? `  ${row.firstError}` : ''}`,
  )
  return row
}

const head =
  'phase'.padEnd(34) +
  'open'.padStart(6) +
  'ms/call'.padStart(8) +
  'server'.padStart(8) +
  'postgres'.padStart(8) +
  'calls/s'.padStart(9) +
  'p50 ms'.padStart(8) +
  'p99 ms'.padStart(8) +
  'errors'.padStart(7)

const server = await MeasuredServer.start()
try {
  const idle = await server.memoryMib()
  say(`first start ${Math.round(server.startedMs)} ms; ${idle.toFixed(0)} MiB resident without stations`)
  const stations = await server.addStations(sizes.at(-1))
  say(`${stations.length} stations added through the interface\n`)
  say(head)
  for (const size of sizes) {
    const load = new Load({ url: server.link, stations: stations.slice(0, size) })
    const unloaded = await server.memoryMib()
    const opening = await load.open()
    const perStation = ((await server.memoryMib()) - unloaded) * (1024 / size)
    say(
      `-- ${opening.open} stations open after ${Math.round(opening.openedMs)} ms, ${perStation.toFixed(1)} KiB each`,
    )
    report.phases.push({
      name: 'open',
      stations: opening.open,
      openedMs: opening.openedMs,
      perStationKib: perStation,
    })
    for (const [name, list] of kinds) await phase(server, load, name, { kinds: list, active })
    await phase(server, load, 'mix, 200 active, closed loop', { kinds: loadMix, active: 200 })
    if (size === sizes.at(-1))
      await phase(server, load, 'mix, all, 1000 calls/s', { kinds: loadMix, ratePerS: 1000 })
    load.close()
  }
  say('\nreconnect storm')
  for (const size of sizes) {
    const storm = await reconnectStorm({ url: server.link, stations: stations.slice(0, size) })
    report.storms.push(storm)
    say(
      `${String(storm.stations).padStart(6)} stations: ${storm.booted} booted in ${storm.lastBootMs} ms, ${storm.refused} sent away and back, ` +
        `bystander's Heartbeat p99 ${storm.bystander.p99Ms} ms, errors ${storm.errors} ${storm.firstError}`,
    )
  }
  await server.stop()
  const again = await MeasuredServer.start(server.dataDir)
  report.start = {
    firstMs: server.startedMs,
    secondMs: again.startedMs,
    idleMib: idle,
    againMib: await again.memoryMib(),
  }
  say(
    `\nsecond start ${Math.round(again.startedMs)} ms with its database; ${report.start.againMib.toFixed(0)} MiB resident`,
  )
  await again.stop()
} finally {
  server.child.kill('SIGKILL')
  await server.remove()
}

say('\ngoals (ms of processor time per call, server and database together)')
for (const [name, , goal] of kinds) {
  const [few, many] = report.phases.filter((row) => row.name === name)
  const ratio = many.cpuMs / few.cpuMs
  say(
    `${name.padEnd(34)} goal ${goal.toFixed(2)}  measured ${few.cpuMs.toFixed(3)} ${few.cpuMs <= goal ? 'reached' : 'MISSED'}; ` +
      `at ${sizes[1]} stations ${ratio.toFixed(2)} x (goal 1.3)`,
  )
}
if (options.json) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
