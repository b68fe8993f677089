// Runs one phase of load and measures its cost for the server, its database and the rest of the machine.
import { machineUs } from './processor.mjs'

export const median = (values) => {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

async function sample(server) {
  const own = process.cpuUsage()
  return {
    ...(await server.cpu()),
    machine: await machineUs(),
    load: own.user + own.system,
    at: performance.now(),
  }
}

/** Returns the microseconds used between two samples. */
function usedBetween(before, after) {
  const server = after.server - before.server
  const database = after.database - before.database
  const busy = after.machine.busy - before.machine.busy
  const stolen = after.machine.stolen - before.machine.stolen
  const elapsedUs = (after.at - before.at) * 1000
  const ours = server + database + (after.load - before.load)
  // The two clocks of the kernel differ slightly, which must not appear as a negative load.
  return { server, database, foreignCores: Math.max(0, busy + stolen - ours) / elapsedUs }
}

/** Runs one phase and returns its row. */
export async function runPhase(server, load, { name, seconds, ...what }) {
  let before
  let used
  let loop
  const figures = await load.run({
    seconds,
    warmupSeconds: 1,
    ...what,
    onMeasure: async () => {
      await server.ask('loopStart')
      before = await sample(server)
    },
    onMeasured: async () => {
      used = usedBetween(before, await sample(server))
      loop = await server.ask('loop')
    },
  })
  const perCall = (us) => (figures.calls === 0 ? Number.NaN : us / 1000 / figures.calls)
  return {
    name,
    stations: figures.open,
    calls: figures.calls,
    callsPerS: figures.callsPerS,
    cpuMs: perCall(used.server + used.database),
    serverMs: perCall(used.server),
    databaseMs: perCall(used.database),
    p50Ms: figures.p50Ms,
    p99Ms: figures.p99Ms,
    maxMs: figures.maxMs,
    loopP99Ms: loop.p99Ms,
    foreignCores: used.foreignCores,
    errors: figures.errors,
    firstError: figures.firstError,
  }
}

/** Returns the median of several rounds of one phase, figure by figure; errors are added up. */
export function middleOf(rows) {
  const names = Object.keys(rows[0]).filter((name) => typeof rows[0][name] === 'number')
  const middle = Object.fromEntries(names.map((name) => [name, median(rows.map((row) => row[name]))]))
  return {
    ...rows[0],
    ...middle,
    errors: rows.reduce((sum, row) => sum + row.errors, 0),
    firstError: rows.find((row) => row.firstError)?.firstError ?? '',
  }
}

const columns = [
  ['open', 6, (row) => String(row.stations)],
  ['ms/call', 9, (row) => row.cpuMs.toFixed(3)],
  ['server', 8, (row) => row.serverMs.toFixed(3)],
  ['database', 9, (row) => row.databaseMs.toFixed(3)],
  ['calls/s', 8, (row) => String(Math.round(row.callsPerS))],
  ['p50 ms', 8, (row) => row.p50Ms.toFixed(1)],
  ['p99 ms', 8, (row) => row.p99Ms.toFixed(1)],
  ['loop p99', 9, (row) => row.loopP99Ms.toFixed(1)],
  ['foreign', 8, (row) => row.foreignCores.toFixed(2)],
  ['errors', 7, (row) => String(row.errors)],
]
const nameWidth = 34

export const phaseHead = () =>
  'phase'.padEnd(nameWidth) + columns.map(([title, width]) => title.padStart(width)).join('')

export const phaseLine = (row) =>
  row.name.padEnd(nameWidth) +
  columns.map(([, width, text]) => text(row).padStart(width)).join('') +
  (row.firstError ? `  ${row.firstError}` : '')
