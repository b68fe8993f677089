// Measures one process with many stations: memory, delay of the event loop at their usual rate, and their reconnection.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { loadTypescript } from '../load-typescript.mjs'
import { connectAsSuperuser } from './database.mjs'
import { phaseHead, phaseLine, runPhase } from './phases.mjs'

const used = ({ heapUsed, external }) => heapUsed + external

/** Files that the server has open besides the sockets of stations. */
const otherFiles = 300
/** Seconds between two Heartbeats of a station, and between two meter values of a third of them. */
const [heartbeatS, meterS] = [300, 60]
const kib = 1024

/** Returns how many stations a process can have by its limit of open files. */
async function mostStations() {
  const limits = await readFile('/proc/self/limits', 'utf8')
  return Number(/^Max open files +\d+ +(\d+)/m.exec(limits)?.[1] ?? Infinity) - otherFiles
}

/** Creates stations with keys; by the API, twenty thousand would take minutes. */
async function insertStations(dataDir, count) {
  const { hashStationKey } = await loadTypescript(
    'packages/server/src/modules/stations/station-key.ts',
    'station-key',
  )
  const stations = Array.from({ length: count }, (_, at) => {
    const [id, key, number] = [randomUUID(), randomBytes(10).toString('hex'), String(at).padStart(5, '0')]
    return { id, identity: `LOAD-${number}`, key, card: `CARD${number}`, hash: hashStationKey(id, key) }
  })
  const column = (name) => stations.map((station) => station[name])
  const client = await connectAsSuperuser(dataDir)
  try {
    await client.query(
      `insert into stations (id, account_id, identity)
      select s.id, a.id, s.identity from accounts a, unnest($1::uuid[], $2::text[]) s (id, identity)`,
      [column('id'), column('identity')],
    )
    await client.query(
      `insert into station_keys (id, station_id, hash)
      select gen_random_uuid(), s.* from unnest($1::uuid[], $2::bytea[]) s`,
      [column('id'), column('hash')],
    )
    await client.query(
      `insert into cards (id, account_id, code, code_folded, max_transactions)
      select gen_random_uuid(), a.id, c, lower(c), 0 from accounts a, unnest($1::text[]) c`,
      [column('card')],
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return stations
}

export async function measureCrowd(bench) {
  const count = Math.min(bench.stations, await mostStations())
  const server = await bench.serve()
  const stations = await insertStations(bench.dataDir, count)
  const load = new bench.Load({ url: server.link, stations })
  const report = { stations: count }
  try {
    const before = await server.ask('memory')
    const opening = await load.open(count)
    bench.print(`${opening.open} of ${count} stations open after ${Math.round(opening.openedMs)} ms`)
    bench.print(phaseHead())
    const charging = Math.floor(opening.open / 3)
    const row = await runPhase(server, load, {
      name: 'usual rate',
      kinds: ['Heartbeat', 'MeterValues', 'MeterValues'],
      active: charging,
      ratePerS: opening.open / heartbeatS + charging / meterS,
      seconds: bench.quick ? 10 : 60,
    })
    bench.print(phaseLine(row))
    const after = await server.ask('memory')
    Object.assign(report, {
      open: opening.open,
      usual: row,
      retainedKib: (used(after) - used(before)) / opening.open / kib,
      residentKib: (after.rss - before.rss) / opening.open / kib,
    })
    bench.print(
      `${report.retainedKib.toFixed(1)} KiB of memory per station (resident ${report.residentKib.toFixed(1)})`,
    )
  } finally {
    load.close()
  }
  // all are offline before they come back
  await pause(5_000)
  const cpu = await server.cpu()
  const storm = await bench.reconnectStorm({ url: server.link, stations: stations.slice(0, count / 2) })
  const afterStorm = await server.cpu()
  const cpuMs = (afterStorm.server - cpu.server + afterStorm.database - cpu.database) / 1_000 / storm.stations
  bench.print(
    `${storm.booted} of ${storm.stations} stations booted ${storm.lastBootMs} ms after they all connected again, ` +
      `${storm.refused} sent away and back, ${cpuMs.toFixed(2)} ms of processor time each, ` +
      `bystander's Heartbeat p99 ${storm.bystander.p99Ms} ms, errors ${storm.errors} ${storm.firstError}`,
  )
  return { ...report, storm: { ...storm, cpuMs } }
}
