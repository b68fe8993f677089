// Measures calls of stations: each kind separately, mixes, memory, bytes of log and journal.
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsSuperuser, journalOf } from './database.mjs'
import { measureFloor } from './floor.mjs'
import { middleOf, phaseHead, phaseLine, runPhase } from './phases.mjs'

const active = 50
const mixed = 200
const ratePerS = 1000
const inTurn = 'Start and Stop in turn'
const kinds = [
  ['Heartbeat', ['Heartbeat']],
  ['StatusNotification', ['StatusNotification']],
  ['MeterValues, 4 samples', ['MeterValues']],
  [inTurn, ['StartTransaction', 'StopTransaction']],
  // Without stops each start also ends the transaction before it: the most expensive kind of start.
  ['Start alone', ['StartTransaction']],
  ['Stop alone', ['StopTransaction']],
]

const kib = 1024
const mib = 1024 * 1024

const retained = ({ heapUsed, external }) => heapUsed + external

/** Returns the memory per station in KiB: retained by the process, and resident. */
const perStation = (before, after, count) => ({
  retainedKib: (retained(after) - retained(before)) / count / kib,
  residentKib: (after.rss - before.rss) / count / kib,
})
const formatMemory = ({ retainedKib, residentKib }) =>
  `${retainedKib.toFixed(1)} KiB each (resident ${residentKib.toFixed(1)})`

/**
 * Index of the first station of a phase. A price reads the readings of its connector for five minutes around the session, so
 * that sessions follow on stations that have not sent a hundred readings per second.
 */
const firstFor = (list, size) => size / 2 - (list.includes('MeterValues') ? 0 : active)

function phasesOf({ loadMix, sizes, seconds }, size) {
  const isLargest = size === sizes.at(-1)
  return [
    ...kinds.map(([name, list]) => ({ name, kinds: list, active, first: firstFor(list, size), seconds })),
    { name: `mix of ${mixed}, closed loop`, kinds: loadMix, active: mixed, isMix: true, seconds },
    ...(isLargest
      ? [
          { name: `mix of ${size}, closed loop`, kinds: loadMix, active: size, isMix: true, seconds },
          {
            name: `mix of ${size}, ${ratePerS} calls/s`,
            kinds: loadMix,
            ratePerS,
            isPaced: true,
            seconds: seconds * 2,
          },
        ]
      : []),
  ]
}

async function measureSize(bench, server, { load, size }) {
  const rows = []
  for (const { isMix, isPaced, ...phase } of phasesOf(bench, size)) {
    const rounds = []
    for (let round = 0; round < bench.rounds; round++) rounds.push(await runPhase(server, load, phase))
    const row = { ...middleOf(rounds), size, isMix, isPaced, active: phase.active, ratePerS: phase.ratePerS }
    rows.push(row)
    bench.print(phaseLine(row))
  }
  return rows
}

/** Measures the growth of the log and the journal under the messages of a busy day. */
async function measureBytes(bench, server, load) {
  const client = await connectAsSuperuser(bench.dataDir)
  try {
    const before = { journal: await journalOf(client), log: server.logBytes }
    const row = await runPhase(server, load, {
      name: 'mix, for its bytes',
      kinds: bench.loadMix,
      active: mixed,
      seconds: bench.seconds,
    })
    // Heartbeats are written some time after they were answered.
    await pause(1000)
    const after = await journalOf(client)
    const calls = after.calls - before.journal.calls
    return {
      journal: { calls, bytesPerCall: (after.bytes - before.journal.bytes) / calls },
      log: { calls: row.calls, bytesPerCall: (server.logBytes - before.log) / row.calls },
    }
  } finally {
    await client.end()
  }
}

/** Prints what the rows of starts and stops cost at least, and the ratio of the phase to it. */
async function printFloor(bench, phases) {
  const row = phases.find(({ name }) => name === inTurn)
  const { ms, calls } = await measureFloor(bench)
  Object.assign(row, { floorMs: ms })
  bench.print(
    `   ${inTurn}: the same rows by plain SQL, without foreign keys and triggers, ${ms.toFixed(3)} ms of the database ` +
      `(${calls} calls); database ${(row.databaseMs / ms).toFixed(2)} times, with the server ${(row.cpuMs / ms).toFixed(2)} times as much`,
  )
}

/** Connects the stations of one size, runs the phases, and disconnects. */
async function runSize(bench, server, stations) {
  const size = stations.length
  const load = new bench.Load({ url: server.link, stations })
  try {
    const before = await server.ask('memory')
    const opening = await load.open()
    const opened = perStation(before, await server.ask('memory'), opening.open)
    bench.print(
      `-- ${opening.open} stations open after ${Math.round(opening.openedMs)} ms, ${formatMemory(opened)}`,
    )
    const phases = await measureSize(bench, server, { load, size })
    const talked = perStation(before, await server.ask('memory'), opening.open)
    bench.print(`   after their messages ${formatMemory(talked)}`)
    const bytes = size === bench.sizes.at(-1) ? await measureBytes(bench, server, load) : {}
    if (size === bench.sizes[0]) await printFloor(bench, phases)
    const perStationKib = Math.max(opened.retainedKib, talked.retainedKib)
    return { phases, memory: { opened, talked, perStationKib }, bytes }
  } finally {
    load.close()
  }
}

export async function measureCalls(bench, server, stations) {
  bench.print(phaseHead())
  const report = { phases: [], memory: {} }
  for (const size of bench.sizes) {
    const { phases, memory, bytes } = await runSize(bench, server, stations.slice(0, size))
    report.phases.push(...phases)
    // The later figure replaces the earlier one: by then everything loaded at first use is in memory.
    Object.assign(report.memory, memory)
    Object.assign(report, bytes)
  }
  await pause(500)
  const { rss, heapUsed } = await server.ask('memory')
  Object.assign(report.memory, { afterMib: rss / mib, afterHeapMib: heapUsed / mib })
  bench.print(
    `\n${(rss / mib).toFixed(0)} MiB resident when all have gone, ${(heapUsed / mib).toFixed(0)} MiB of it used heap`,
  )
  return report
}
