// Measures lists and searches over long tables: time in the database for each, by its own clock, and processor time.
import { existsSync } from 'node:fs'
import { open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsSuperuser, databaseLog } from './database.mjs'
import { examplesOf, seedLists } from './list-seed.mjs'
import { median } from './phases.mjs'

const rounds = 3
/** Calls whose processor time is measured: ticks are 10 ms. */
const minCalls = 5
const maxCalls = 40
const enoughMs = 500
/** Limits above the seeded volume, so that nothing is deleted during the run. */
const keepAll = {
  LOG_RETENTION_DAYS: '365',
  API_LOG_RETENTION_DAYS: '365',
  EVENT_LOG_RETENTION_DAYS: '365',
  ACTIVITY_RETENTION_DAYS: '730',
}
const prefix = '%a|'
const duration = /^stationmaster (?:web|queries)\|LOG:\s+duration: ([\d.]+) ms/gm
/** Processor time of one message of a statement (parse with its plan, execute), of its backend without parallel workers. */
const statistics =
  /^stationmaster (?:web|queries)\|LOG:\s+[A-Z ]+ STATISTICS\n[^\n]*\n\t!\t([\d.]+) s user, ([\d.]+) s system/gm
/** Errors of lists that took too long, or found too little in the time of a request. */
const refused = /"code":"(list\.(?:too_slow|few_found))"/

const term = (field, compare, value) => ({ condition: 'AND', field, compare, value })

/** Queries of the screens, and search texts that people enter. */
const questions = ({ station, session, sessionId, logId, card, plate }) => [
  ['log of a station', '/ocpp/log/list', { filter: { stationid: station }, reclimit: 100 }],
  [
    'log of a station without heartbeats',
    '/ocpp/log/list',
    { filter: { stationid: station }, search: [term('action', 'NEQ', 'Heartbeat')], reclimit: 100 },
  ],
  [
    'log of a station, an older page',
    '/ocpp/log/list',
    { filter: { stationid: station }, after: logId, reclimit: 100 },
  ],
  [
    'log of a station, one action',
    '/ocpp/log/list',
    { filter: { stationid: station, action: 'Authorize' }, reclimit: 100 },
  ],
  [
    'log of a station, errors',
    '/ocpp/log/list',
    { filter: { stationid: station }, search: [term('errorcode', 'INN')], reclimit: 100 },
  ],
  [
    'log of a station, a text that is nowhere',
    '/ocpp/log/list',
    { filter: { stationid: station }, search: [term('request', 'IKE', 'nowhere')], reclimit: 100 },
  ],
  ['log of all', '/ocpp/log/list', { reclimit: 100 }],
  ['log of all, an older page', '/ocpp/log/list', { after: logId, reclimit: 100 }],
  [
    'log of all, an action that none sends',
    '/ocpp/log/list',
    { filter: { action: 'DataTransfer' }, reclimit: 100 },
  ],
  ['log of all, one message', '/ocpp/log/list', { filter: { messageid: 'message-17' }, reclimit: 100 }],
  ['log of all, a search for that action', '/ocpp/log/search', { filter: { action: 'DataTransfer' } }],
  [
    'log of all, the same from the middle',
    '/ocpp/log/search',
    { filter: { action: 'DataTransfer' }, after: logId },
  ],
  [
    'log of all, a search for a text that is nowhere',
    '/ocpp/log/search',
    { search: [term('request', 'IKE', 'nowhere')] },
  ],
  [
    'log of a station, a search for the same',
    '/ocpp/log/search',
    { filter: { stationid: station }, search: [term('request', 'IKE', 'nowhere')] },
  ],
  ['log entry', '/ocpp/log/get', { id: logId }],
  ['transactions', '/charge_point/transaction/list', { reclimit: 100 }],
  ['transactions, an older page', '/charge_point/transaction/list', { after: sessionId, reclimit: 100 }],
  [
    'transactions that run',
    '/charge_point/transaction/list',
    { filter: { statecode: 'running' }, reclimit: 100 },
  ],
  [
    'transactions to review',
    '/charge_point/transaction/list',
    { filter: { statecode: 'needs_review' }, reclimit: 100 },
  ],
  [
    'transactions of a station',
    '/charge_point/transaction/list',
    { filter: { stationid: station }, reclimit: 100 },
  ],
  [
    'transactions, a reason that none has',
    '/charge_point/transaction/list',
    { filter: { reason: 'EmergencyStop' }, reclimit: 100 },
  ],
  ['transactions of a card', '/charge_point/transaction/list', { filter: { code: card }, reclimit: 100 }],
  [
    'transactions of a day',
    '/charge_point/transaction/list',
    { search: [term('datestart', 'GEQ', new Date(Date.now() - 86_400_000).toISOString())], reclimit: 100 },
  ],
  ['transaction by its number', '/charge_point/transaction/get', { transactionid: session }],
  ['curve of a transaction', '/meter_value/series', { transactionid: session }],
  [
    'meter values of a transaction',
    '/meter_value/list',
    { filter: { transactionid: session }, reclimit: 100 },
  ],
  ['stations', '/charge_point/list', { reclimit: 100 }],
  ['states of the stations', '/charge_point/states', {}],
  ['stations on the map', '/charge_point/map', { reclimit: 5000 }],
  ['station', '/charge_point/get', { id: station }],
  ['cards', '/card/list', { reclimit: 100 }],
  ['unknown cards', '/card/unknown/list', { reclimit: 100 }],
  ['commands', '/command/list', { reclimit: 100 }],
  ['commands of a station', '/command/list', { filter: { stationid: station }, reclimit: 100 }],
  ['commands of a state that none has', '/command/list', { filter: { statecode: 'timeout' }, reclimit: 100 }],
  [
    'commands of an action that none has',
    '/command/list',
    { filter: { action: 'ClearCache' }, reclimit: 100 },
  ],
  ['commands with an error', '/command/list', { search: [term('errorcode', 'INN')], reclimit: 100 }],
  ['reservations', '/charge_point/reservation/list', { reclimit: 100 }],
  [
    'unmatched messages',
    '/charge_point/unmatched/list',
    { search: [term('resolved', 'ISN')], reclimit: 100 },
  ],
  ['search for a station', '/search', { text: 'LIST-0050' }],
  ['search for a card', '/search', { text: card }],
  ['search for a transaction', '/search', { text: String(session) }],
  ['search for a frequent word', '/search', { text: 'station' }],
  ['search for a word of one object in seven', '/search', { text: 'airport' }],
  ['search for two words', '/search', { text: 'airport 4711' }],
  ['search for two letters', '/search', { text: 'li' }],
  ['search for two rare letters', '/search', { text: 'zz' }],
  ['search for a misspelt word', '/search', { text: 'airprot' }],
  ['search for a misspelt name', '/search', { text: 'castelano' }],
  ['search for a text that is nowhere', '/search', { text: 'nowhere at all' }],
  ['search for a plate', '/search', { text: plate.replace(' ', '') }],
]

/**
 * Returns the times in ms of all statements and of the longest one since a position in the log of the database, and the
 * longest processor time of one of their messages.
 */
async function timesSince(path, place) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(size - place), 0, size - place, place)
    const text = buffer.toString()
    const statements = [...text.matchAll(duration)].map(([, ms]) => Number(ms))
    const cpu = [...text.matchAll(statistics)].map(
      ([, user, system]) => (Number(user) + Number(system)) * 1000,
    )
    return {
      sum: statements.reduce((sum, ms) => sum + ms, 0),
      longest: Math.max(0, ...statements),
      longestCpu: Math.max(0, ...cpu),
    }
  } finally {
    await file.close()
  }
}

async function timeQuestion(bench, server, { path, body, token }) {
  const log = databaseLog(bench.dataDir)
  const times = []
  let refusal = null
  const call = () =>
    server.call(path, body, token).catch((error) => {
      refusal = refused.exec(error.message)?.[1] ?? null
      if (!refusal) throw error
    })
  // The first round has cold pages and plans.
  for (let round = 0; round <= rounds; round++) {
    const { size } = await stat(log)
    await call()
    // The log line of the last statement may follow its answer.
    await pause(5)
    times.push(await timesSince(log, size))
  }
  const cpu = await measureCpu(server, call)
  const warm = times.slice(1)
  return {
    medianMs: median(warm.map(({ sum }) => sum)),
    longestMs: median(warm.map(({ longest }) => longest)),
    longestCpuMs: median(warm.map(({ longestCpu }) => longestCpu)),
    refusal,
    coldMs: times[0].sum,
    ...cpu,
  }
}

/** Returns the processor time of a call in ms, of server and database: the mean of calls that take long enough for a tick. */
async function measureCpu(server, call) {
  const before = await server.cpu()
  for (let calls = 1; ; calls++) {
    await call()
    const after = await server.cpu()
    const serverMs = (after.server - before.server) / 1000
    const databaseMs = (after.database - before.database) / 1000
    if (calls >= maxCalls || (calls >= minCalls && serverMs + databaseMs > enoughMs))
      return { serverMs: serverMs / calls, databaseMs: databaseMs / calls }
  }
}

async function withClient(bench, work) {
  const client = await connectAsSuperuser(bench.dataDir)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const measureLists = (bench) =>
  measureQuestions(bench, {
    seed: seedLists,
    examplesOf,
    questions,
    callers: ['admin', 'operator', 'client'],
  })

/** Fills tables, unless the folder has them, and starts the server; `examplesOf` reads what the queries need. */
export async function serveSeeded(bench, { seed, examplesOf = () => ({}) }) {
  const marker = join(bench.dataDir, 'seeded')
  const first = await bench.serve(keepAll)
  const examples = await withClient(bench, async (client) => {
    if (!existsSync(marker)) {
      await seed(client, bench)
      await writeFile(marker, '')
    }
    await client.query('alter role stationmaster set log_min_duration_statement = 0')
    await client.query('alter role stationmaster set log_statement_stats = on')
    await client.query(`alter system set log_line_prefix = '${prefix}'`)
    return examplesOf(client)
  })
  await first.stop()
  return { server: await bench.serve(keepAll), examples }
}

/** Runs each query several times as each of the callers. */
export async function measureQuestions(bench, { seed, examplesOf, questions, callers }) {
  const { server, examples } = await serveSeeded(bench, { seed, examplesOf })
  const results = []
  bench.print(
    `\n${'question'.padEnd(46)}${'who'.padEnd(10)}${['ms', 'longest', 'stmt cpu', 'cold', 'cpu', 'of server'].map((title) => title.padStart(10)).join('')}`,
  )
  for (const who of callers) {
    const token = await server.tokenOf(who)
    for (const [name, path, body] of questions(examples)) {
      if (!name.includes(bench.match)) continue
      const times = await timeQuestion(bench, server, { path, body, token })
      results.push({ name: `${name}, ${who}`, ...times })
      const { medianMs, longestMs, longestCpuMs, coldMs, serverMs, databaseMs, refusal } = times
      const figures = [medianMs, longestMs, longestCpuMs, coldMs, serverMs + databaseMs, serverMs]
      const shown = figures.map((ms) => ms.toFixed(1).padStart(10)).join('')
      bench.print(name.padEnd(46) + who.padEnd(10) + shown + (refusal ? `  ${refusal}` : ''))
    }
  }
  await server.stop()
  return results
}
