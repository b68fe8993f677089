// Compares the processor time of calls with that of another checkout, in turn within one run: machines and hours differ
// more than versions.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../files.mjs'
import { median, runPhase } from './phases.mjs'

const stations = 100
const active = 50
const warmUpSeconds = 4
const compared = [
  ['StatusNotification', ['StatusNotification']],
  ['MeterValues, 4 samples', ['MeterValues']],
  ['Start and Stop in turn', ['StartTransaction', 'StopTransaction']],
]

/** Starts the server and the load of a checkout, which has its own format of stations and messages. */
async function open(folder) {
  const load = (path) => import(pathToFileURL(join(folder, path)).href)
  const bundle = 'packages/simulator/dist/index.mjs'
  await access(join(folder, bundle)).catch(() => {
    throw new Error(`${folder} has no build: run "npm ci && npm run build" there`)
  })
  const { Load } = await load(bundle)
  const { MeasuredServer, makeDataDir, removeDataDir } = await load('scripts/bench/measured-server.mjs')
  const dataDir = await makeDataDir()
  const server = await MeasuredServer.start(dataDir)
  const close = async () => {
    await server.stop()
    await removeDataDir(dataDir)
  }
  try {
    const calls = new Load({ url: server.link, stations: await server.addStations(stations) })
    await calls.open()
    return {
      run: (kinds, seconds) => runPhase(server, calls, { name: '', kinds, active, first: 0, seconds }),
      close: async () => {
        calls.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Prints and returns the ratios of this checkout to the one in the folder. */
export async function measureBeside(bench, folder) {
  const [rounds, seconds] = bench.quick ? [4, 2] : [10, 3]
  const sides = []
  // ended as a server of this run is, also on an interruption
  bench.server = { stop: () => Promise.all(sides.map((side) => side.close())) }
  for (const one of [folder, root]) sides.push(await open(one))
  bench.print(
    `${rounds} rounds of ${seconds} s in turn, ${active} of ${stations} stations; ms of processor time per call\n`,
  )
  const report = []
  for (const [name, kinds] of compared) {
    for (const side of sides) await side.run(kinds, warmUpSeconds)
    const rows = [[], []]
    for (let round = 0; round < rounds; round++)
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) rows[at].push(await sides[at].run(kinds, seconds))
    const ratio = (figure) => median(rows[1].map((row, n) => row[figure] / rows[0][n][figure]))
    const middle = (at, figure) => median(rows[at].map((row) => row[figure])).toFixed(3)
    const errors = rows.flat().reduce((sum, row) => sum + row.errors, 0)
    report.push({ name, ratio: ratio('cpuMs'), serverRatio: ratio('serverMs'), errors })
    bench.print(
      `${name}: other checkout ${middle(0, 'serverMs')} server, ${middle(0, 'databaseMs')} database; ` +
        `this one ${middle(1, 'serverMs')}, ${middle(1, 'databaseMs')}; ` +
        `ratio ${ratio('cpuMs').toFixed(2)}, of the server ${ratio('serverMs').toFixed(2)}; ` +
        `foreign ${middle(1, 'foreignCores')}, errors ${errors}`,
    )
  }
  return report
}
