// The goals, and whether a report reaches them.

/** Processor time per call at the smaller size, in ms, by phase. */
const perCall = {
  Heartbeat: 0.08,
  StatusNotification: 0.25,
  'MeterValues, 4 samples': 0.4,
  'Start and Stop in turn': 0.45,
  'Start alone': 0.45,
  'Stop alone': 0.45,
}
export const maxRatio = 1.3

const goal = (name, target, measured, isReached) => ({ name, target, measured, isReached })

function below(name, limit, value, unit, digits = 1) {
  if (value === undefined || !Number.isFinite(value)) return []
  return [goal(name, `<= ${limit} ${unit}`, `${value.toFixed(digits)} ${unit}`, value <= limit)]
}

/** The rows of the last size are those with the most stations. */
function perCallGoals({ phases, sizes }) {
  return Object.entries(perCall).flatMap(([name, limit]) => {
    const few = phases.find((row) => row.name === name && row.size === sizes[0])
    const many = phases.find((row) => row.name === name && row.size === sizes.at(-1))
    if (!few) return []
    const rows = below(`B1 ${name}, ${few.size} stations`, limit, few.cpuMs, 'ms of processor per call', 3)
    if (!many || many === few) return rows
    return [
      ...rows,
      ...below(`B2 ${name}, ${many.size} to ${few.size} stations`, maxRatio, many.cpuMs / few.cpuMs, 'x', 2),
    ]
  })
}

function stormGoals({ storms }) {
  return storms.flatMap(({ stations, lastBootMs, booted, bystander }) => {
    const name = `B3 storm of ${stations}`
    return [
      ...below(`${name}, last boot`, stations > 500 ? 10 : 2, lastBootMs / 1000, 's', 2),
      goal(`${name}, refused for good`, '0', String(stations - booted), booted === stations),
      ...below(`${name}, bystander's Heartbeat p99`, 2000, bystander.p99Ms, 'ms'),
    ]
  })
}

function mixGoals({ phases }) {
  const paced = phases.find((row) => row.isPaced)
  if (!paced) return []
  return [
    ...below(`B4 mix at ${paced.ratePerS} calls/s, p99`, 30, paced.p99Ms, 'ms'),
    ...below(`B5 event loop delay p99 at ${paced.ratePerS} calls/s`, 20, paced.loopP99Ms, 'ms'),
  ]
}

function floorGoals({ phases, floor }) {
  if (!floor) return []
  return floor.flatMap(({ active, callsPerS }) => {
    const ours = phases.findLast((row) => row.isMix && row.active === active)
    if (!ours) return []
    const share = ours.callsPerS / callsPerS
    const text = `${share.toFixed(2)} (${Math.round(ours.callsPerS)} of ${Math.round(callsPerS)} calls/s)`
    return [goal(`B4 mix of ${active} to the durable layer's`, '>= 0.50', text, share >= 0.5)]
  })
}

function isolationGoals({ isolation }) {
  if (!isolation) return []
  const { maxMib, restartedMib, p99Ms, pageBytes, failure } = isolation
  return [
    goal('B14 nobody is cut off', 'no failure', failure || 'no failure', !failure),
    ...below('B14 resident memory, most', 400, Math.max(maxMib, restartedMib), 'MiB', 0),
    ...below("B14 bystander's Heartbeat p99", 100, p99Ms, 'ms'),
    ...below('B14 one page of unmatched messages', 200, pageBytes / 1000, 'kB'),
  ]
}

/** Returns every goal for which the report has a figure. */
export function judge(report) {
  const { memory = {}, starts = {}, log = {}, journal = {}, onePool } = report
  return [
    ...perCallGoals(report),
    ...stormGoals(report),
    ...mixGoals(report),
    ...floorGoals(report),
    ...isolationGoals(report),
    ...below('B6 resident at idle', 160, memory.idleMib, 'MiB'),
    ...below('B6 per connected station', 40, memory.perStationKib, 'KiB'),
    ...below('B7 second start to serving, database included', 2, starts.secondMs / 1000, 's', 2),
    ...below('B7 the same by npm start', 4, starts.npmMs / 1000, 's', 2),
    ...below('B8 log per call', 300, log.bytesPerCall, 'B'),
    ...below('B8 OCPP journal per call on disk', 600, journal.bytesPerCall, 'B', 0),
    ...(onePool
      ? [
          goal(
            'B9 a pool of one connection',
            'no errors',
            `${onePool.errors} errors at ${Math.round(onePool.callsPerS)} calls/s`,
            onePool.errors === 0 && onePool.calls > 0,
          ),
        ]
      : []),
    ...(report.lists ?? []).flatMap(({ name, medianMs }) => below(`B11 ${name}`, 50, medianMs, 'ms')),
  ]
}

export function goalLines(goals) {
  const width = Math.max(...goals.map(({ name }) => name.length)) + 2
  return goals.map(
    ({ name, target, measured, isReached }) =>
      `${isReached ? 'reached' : 'MISSED '}  ${name.padEnd(width)}${measured}  (goal ${target})`,
  )
}
