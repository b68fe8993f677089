// Measures that one station does not harm another: six stations send the largest unmatched StopTransactions
// in an unbroken sequence, while a bystander sends Heartbeats; then the server restarts and the six connect
// again.
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../files.mjs'

const { WebSocket } = createRequire(join(root, 'packages/server/package.json'))('ws')

const attackers = 6
const heartbeatEveryMs = 50
const memoryEveryMs = 250
/** Just below the limit of 1 MiB. */
const stopBytes = 1_040_000

/** `count` samples in one meter value: as many values as fit into the bytes. */
const dense = () => {
  const values = '{"value":"1"},'.repeat(Math.floor((stopBytes - 400) / 14))
  return `[{"timestamp":"2026-01-01T00:00:00Z","sampledValue":[${values.slice(0, -1)}]}]`
}

/** The meter values of a long transaction: one each minute with six measurands. */
const spread = () => {
  const measurands = [
    'Energy.Active.Import.Register',
    'Power.Active.Import',
    'Current.Import',
    'Voltage',
    'SoC',
  ]
  const entries = []
  for (let length = 0, minute = 0; length < stopBytes - 1_500; minute++) {
    const at = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString()
    const values = measurands.map((measurand) => `{"value":"${minute}.5","measurand":"${measurand}"}`)
    const entry = `{"timestamp":"${at}","sampledValue":[${values.join()}]}`
    entries.push(entry)
    length += entry.length + 1
  }
  return `[${entries.join()}]`
}

async function connect(server, { identity, key }) {
  const authorization = `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`
  const socket = new WebSocket(`${server.link}${identity}`, ['ocpp1.6'], { headers: { authorization } })
  await once(socket, 'open')
  const waiting = new Map()
  socket.on('message', (data) => {
    const [type, id] = JSON.parse(data.toString())
    if (type !== 2) waiting.get(id)?.({ isAnswered: true, type })
  })
  const isOver = new Promise((resolve) => {
    socket.on('close', () => resolve({ isAnswered: false }))
    socket.on('error', () => resolve({ isAnswered: false }))
  })
  let lastId = 0
  return {
    socket,
    /** Sends a frame and resolves when it was answered or the socket is closed. */
    async call(action, payload) {
      const id = `i${++lastId}`
      const answered = new Promise((resolve) => waiting.set(id, resolve))
      socket.send(`[2,"${id}","${action}",${payload}]`)
      const outcome = await Promise.race([answered, isOver])
      waiting.delete(id)
      return outcome
    },
  }
}

const boot = '{"chargePointVendor":"V","chargePointModel":"M"}'

async function attack(server, station, { data, until, count }) {
  const one = await connect(server, station)
  await one.call('BootNotification', boot)
  for (let n = 0; performance.now() < until; n++) {
    // A distinct time makes each one a new message instead of a resend.
    const at = new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString()
    const stop = `{"transactionId":123456,"idTag":"T${n}","meterStop":${n},"timestamp":"${at}","transactionData":${data[n % data.length]}}`
    const { isAnswered, type } = await one.call('StopTransaction', stop)
    if (!isAnswered) throw new Error(`${station.identity} was cut off after ${count.answered} stops`)
    if (type !== 3) count.refused++
    count.answered++
  }
  one.socket.close()
}

async function beat(server, station, { until, waits }) {
  const one = await connect(server, station)
  await one.call('BootNotification', boot)
  while (performance.now() < until) {
    const since = performance.now()
    const { isAnswered } = await one.call('Heartbeat', '{}')
    if (!isAnswered) throw new Error('the bystander was cut off')
    waits.push(performance.now() - since)
    await pause(heartbeatEveryMs)
  }
  one.socket.close()
}

async function watchMemory(server, until, most) {
  while (performance.now() < until()) {
    most.mib = Math.max(most.mib, await server.residentMib())
    await pause(memoryEveryMs)
  }
}

const percentile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]

/** Attacks for this number of seconds; resolves to the figures. */
export async function measureIsolation(bench, seconds) {
  const first = await bench.serve()
  const stations = await first.addStations(attackers + 1)
  const bystander = stations.at(-1)
  const idleMib = await first.residentMib()
  const data = [dense(), spread()]
  const most = { mib: 0 }
  const waits = []
  const count = { answered: 0, refused: 0 }
  const until = performance.now() + seconds * 1000
  let failure = ''
  const attacks = stations
    .slice(0, attackers)
    .map((station) => attack(first, station, { data, until, count }))
  const results = await Promise.allSettled([
    ...attacks,
    beat(first, bystander, { until, waits }),
    watchMemory(first, () => until, most),
  ])
  for (const { reason } of results) if (reason) failure ||= reason.message
  const alive = first.child.exitCode === null && first.child.signalCode === null
  const afterMib = alive ? (await first.ask('memory')).rss / 1024 ** 2 : Number.NaN
  await first.stop()

  const second = await bench.serve()
  const back = { isOver: false, mib: 0 }
  const watching = watchMemory(second, () => (back.isOver ? -Infinity : Infinity), back)
  const since = performance.now()
  const again = await Promise.all(stations.slice(0, attackers).map((station) => connect(second, station)))
  await Promise.all(again.map((one) => one.call('Heartbeat', '{}')))
  const reconnectMs = performance.now() - since
  await pause(1000)
  back.isOver = true
  await watching
  const page = await second.page('/charge_point/quarantine/list', {})
  for (const one of again) one.socket.close()
  await second.stop()

  const isolation = {
    seconds,
    stops: count.answered,
    refused: count.refused,
    failure,
    idleMib,
    maxMib: most.mib,
    afterMib,
    restartedMib: back.mib,
    reconnectMs,
    heartbeats: waits.length,
    p50Ms: percentile(waits, 0.5),
    p99Ms: percentile(waits, 0.99),
    maxMs: percentile(waits, 1),
    pageBytes: page.bytes,
    pageMs: page.ms,
  }
  bench.print(
    `${count.answered} stops in ${seconds} s (${count.refused} refused)${failure && `, FAILED: ${failure}`}\n` +
      `resident memory: ${idleMib.toFixed(0)} MiB idle, ${most.mib.toFixed(0)} most, ${afterMib.toFixed(0)} after, ` +
      `${back.mib.toFixed(0)} most after the restart (six stations back in ${reconnectMs.toFixed(0)} ms)\n` +
      `bystander: ${waits.length} Heartbeats, p50 ${isolation.p50Ms?.toFixed(1)} ms, p99 ` +
      `${isolation.p99Ms?.toFixed(1)} ms, most ${isolation.maxMs?.toFixed(1)} ms\n` +
      `one page of unmatched messages: ${page.bytes} bytes in ${page.ms.toFixed(0)} ms`,
  )
  return isolation
}
