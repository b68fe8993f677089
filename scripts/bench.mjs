// npm run bench: measures processor time per call and latency of the server against the goals of
// docs/performance.md.
//   --quick             fewer seconds and stations, for a first look
//   --rounds N          each phase N times; the median is reported (1)
//   --only PARTS        parts, separated by commas: calls, storm, starts (these three), payers: starts and stops by who pays
//   --floor A[,B]       calls/s of the bare durable layer at 200 and at all stations, measured separately
//   --lists             list queries over a million rows of log instead of everything else
//   --journals          the same over the logs of administrators, a million rows each
//   --activity          lists and histograms over ten million events
//   --volume            a hundred million meter values (--rows): size, cost, curve of a session, removal of a month
//   --access            Authorize with access rules, and checks of generated local lists
//   --price             processor time of the price of a session
//   --money             rating and booking of ended sessions
//   --console           longest frames of the list of stations and of the map; --stations 100000
//   --crowd             20,000 stations in one process (--stations): memory, usual rate, half of them reconnect
//   --beside DIR        calls in turn with another checkout that has been built: ratio of their processor time
//   --isolation         six attacking stations and one bystander instead of everything else
//   --seconds N         duration of the attack (300)
//   --rows N            rows of log for --lists and --journals, events for --activity
//   --stations N        stations for --lists and --console (1,000) and --activity (2,000)
//   --match TEXT        only the queries of --lists, --journals or --activity whose name has the text
//   --data DIR          folder for the data of --lists, --console, --journals or --activity, kept and used again
//   --json FILE         also writes the figures as JSON
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { measureAccess } from './bench/access.mjs'
import { measureActivity } from './bench/activity.mjs'
import { measureConsole } from './bench/console.mjs'
import { measureBeside } from './bench/beside.mjs'
import { measureCalls } from './bench/calls.mjs'
import { measureCrowd } from './bench/crowd.mjs'
import { goalLines, judge } from './bench/goals.mjs'
import { measureIsolation } from './bench/isolation.mjs'
import { defaultRows } from './bench/list-seed.mjs'
import { measureJournals } from './bench/journals.mjs'
import { measurePayers } from './bench/payers.mjs'
import { measurePrice } from './bench/price.mjs'
import { measureLists } from './bench/lists.mjs'
import { MeasuredServer, makeDataDir, removeDataDir } from './bench/measured-server.mjs'
import { measureMoney } from './bench/money.mjs'
import { measureOnePool, measureStarts } from './bench/starts.mjs'
import { measureStorms } from './bench/storms.mjs'
import { measureVolume, volumeRows } from './bench/volume.mjs'
import { root } from './files.mjs'
import { run } from './install.mjs'
import { readOptions } from './options.mjs'

const { values: options } = readOptions(import.meta.url, {
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: 'calls,storm,starts' },
    floor: { type: 'string' },
    lists: { type: 'boolean', default: false },
    journals: { type: 'boolean', default: false },
    activity: { type: 'boolean', default: false },
    volume: { type: 'boolean', default: false },
    access: { type: 'boolean', default: false },
    price: { type: 'boolean', default: false },
    console: { type: 'boolean', default: false },
    money: { type: 'boolean', default: false },
    crowd: { type: 'boolean', default: false },
    beside: { type: 'string' },
    isolation: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '300' },
    rows: { type: 'string' },
    stations: { type: 'string' },
    data: { type: 'string' },
    match: { type: 'string', default: '' },
    json: { type: 'string' },
  },
})
const tables = ['lists', 'journals', 'activity'].filter((part) => options[part])
const alone = ['volume', 'isolation', 'access', 'price', 'money', 'crowd', 'console', 'beside'].filter(
  (part) => options[part],
)
const parts = alone.length > 0 ? alone : tables.length > 0 ? tables : options.only.split(',')
const maxMinutes = options.volume
  ? 300
  : options.isolation
    ? 3 + Number(options.seconds) / 60
    : tables.length > 0
      ? 60 * tables.length
      : options.access || options.beside || options.console || options.crowd || options.price || options.money
        ? 15
        : 4 * Number(options.rounds)

// The console counts too: the server keeps its files in memory.
await run(process.execPath, ['scripts/build.mjs', ...(tables.length > 0 ? ['server', 'simulator'] : [])])
const simulator = await import(pathToFileURL(join(root, 'packages/simulator/dist/index.mjs')).href)

const bench = {
  ...simulator,
  sizes: options.quick ? [100, 400] : [500, 2000],
  seconds: options.quick ? 2 : 5,
  rounds: Number(options.rounds),
  quick: options.quick,
  listRows: Number(options.rows ?? (options.volume ? volumeRows : defaultRows)),
  match: options.match,
  stations: Number(options.stations ?? (options.crowd ? 20_000 : options.activity ? 2000 : 1000)),
  print: (line = '') => console.log(line),
  dataDir: options.data ?? (await makeDataDir()),
  /** The running server, to be stopped on an interruption. */
  server: undefined,
  /** Starts a server on the folder of this run. */
  async serve(extra) {
    this.server = await MeasuredServer.start(this.dataDir, extra)
    return this.server
  },
}
const report = { sizes: bench.sizes, node: process.version, phases: [], storms: [] }

let isLeaving = false
/** Stops the server and removes all files, however the run ends. */
async function leave(code, why) {
  if (isLeaving) return
  isLeaving = true
  if (why) console.error(why)
  await bench.server?.stop()
  if (!options.data) await removeDataDir(bench.dataDir)
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => void leave(130, `stopped (${signal})`))
setTimeout(() => void leave(1, `given up after ${maxMinutes} minutes`), maxMinutes * 60_000).unref()

async function measureAll() {
  if (parts.includes('volume')) report.volume = await measureVolume(bench)
  if (parts.includes('beside')) report.beside = await measureBeside(bench, resolve(options.beside))
  if (parts.includes('access')) report.access = await measureAccess(bench)
  if (parts.includes('price')) report.price = await measurePrice(bench)
  if (parts.includes('console')) report.console = await measureConsole(bench)
  if (parts.includes('money')) report.money = await measureMoney(bench)
  if (parts.includes('crowd')) report.crowd = await measureCrowd(bench)
  if (parts.includes('isolation')) report.isolation = await measureIsolation(bench, Number(options.seconds))
  if (parts.includes('lists')) report.lists = await measureLists(bench)
  if (parts.includes('journals')) report.lists = [...(report.lists ?? []), ...(await measureJournals(bench))]
  if (parts.includes('activity')) report.lists = [...(report.lists ?? []), ...(await measureActivity(bench))]
  if (parts.includes('calls') || parts.includes('storm')) {
    const server = await bench.serve()
    report.starts = { firstMs: server.startedMs }
    // By then the memory that the start needed has been freed, as far as it ever is.
    await pause(2000)
    const idleMib = await server.residentMib()
    bench.print(
      `first start ${Math.round(server.startedMs)} ms; ${idleMib.toFixed(0)} MiB resident without stations\n`,
    )
    const stations = await server.addStations(bench.sizes.at(-1))
    if (parts.includes('calls')) Object.assign(report, await measureCalls(bench, server, stations))
    report.memory = { ...report.memory, idleMib }
    if (parts.includes('storm')) report.storms = await measureStorms(bench, server, stations)
    await server.stop()
    if (parts.includes('starts')) report.onePool = await measureOnePool(bench, stations.slice(0, 200))
  }
  if (parts.includes('payers')) report.payers = await measurePayers(bench)
  if (parts.includes('starts')) report.starts = { ...report.starts, ...(await measureStarts(bench)) }
}

try {
  await measureAll()
  if (options.floor) {
    const [few, all = few] = options.floor.split(',').map(Number)
    report.floor = [
      { active: 200, callsPerS: few },
      { active: bench.sizes.at(-1), callsPerS: all },
    ]
  }
  report.goals = judge(report)
  bench.print()
  for (const line of goalLines(report.goals)) bench.print(line)
  if (options.json) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
  await leave(0)
} catch (error) {
  console.error(error)
  await leave(1)
}
