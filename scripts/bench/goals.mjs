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

function below(name, value, { limit, unit, digits = 1 }) {
  if (value === undefined || !Number.isFinite(value)) return []
  const measured = `${value.toFixed(digits)} ${unit}`
  return [{ name, target: `<= ${limit} ${unit}`, measured, isReached: value <= limit }]
}

/** The rows of the last size are those with the most stations. */
function perCallGoals({ phases, sizes }) {
  return Object.entries(perCall).flatMap(([name, limit]) => {
    const few = phases.find((row) => row.name === name && row.size === sizes[0])
    const many = phases.find((row) => row.name === name && row.size === sizes.at(-1))
    if (!few) return []
    const unit = 'ms of processor per call'
    const rows = below(`B1 ${name}, ${few.size} stations`, few.cpuMs, { limit, unit, digits: 3 })
    if (!many || many === few) return rows
    return [
      ...rows,
      ...below(`B2 ${name}, ${many.size} to ${few.size} stations`, many.cpuMs / few.cpuMs, {
        limit: maxRatio,
        unit: 'x',
        digits: 2,
      }),
    ]
  })
}

function stormGoals({ storms }) {
  return storms.flatMap(({ stations, lastBootMs, booted, bystander }) => {
    const name = `B3 storm of ${stations}`
    return [
      ...below(`${name}, last boot`, lastBootMs / 1000, {
        limit: stations > 500 ? 10 : 2,
        unit: 's',
        digits: 2,
      }),
      {
        name: `${name}, refused for good`,
        target: '0',
        measured: String(stations - booted),
        isReached: booted === stations,
      },
      ...below(`${name}, bystander's Heartbeat p99`, bystander.p99Ms, { limit: 2000, unit: 'ms' }),
    ]
  })
}

function mixGoals({ phases }) {
  const paced = phases.find((row) => row.isPaced)
  if (!paced) return []
  return [
    ...below(`B4 mix at ${paced.ratePerS} calls/s, p99`, paced.p99Ms, { limit: 30, unit: 'ms' }),
    ...below(`B5 event loop delay p99 at ${paced.ratePerS} calls/s`, paced.loopP99Ms, {
      limit: 20,
      unit: 'ms',
    }),
  ]
}

function floorGoals({ phases, floor }) {
  if (!floor) return []
  return floor.flatMap(({ active, callsPerS }) => {
    const ours = phases.findLast((row) => row.isMix && row.active === active)
    if (!ours) return []
    const share = ours.callsPerS / callsPerS
    const measured = `${share.toFixed(2)} (${Math.round(ours.callsPerS)} of ${Math.round(callsPerS)} calls/s)`
    const name = `B4 mix of ${active} to the durable layer's`
    return [{ name, target: '>= 0.50', measured, isReached: share >= 0.5 }]
  })
}

function isolationGoals({ isolation }) {
  if (!isolation) return []
  const { maxMib, restartedMib, p99Ms, pageBytes, failure } = isolation
  return [
    {
      name: 'B14 no station is disconnected',
      target: 'no failure',
      measured: failure || 'no failure',
      isReached: !failure,
    },
    ...below('B14 resident memory, most', Math.max(maxMib, restartedMib), {
      limit: 400,
      unit: 'MiB',
      digits: 0,
    }),
    ...below("B14 bystander's Heartbeat p99", p99Ms, { limit: 100, unit: 'ms' }),
    ...below('B14 one page of unmatched messages', pageBytes / 1000, { limit: 200, unit: 'kB' }),
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
    ...below('B6 resident at idle', memory.idleMib, { limit: 160, unit: 'MiB' }),
    ...below('B6 per connected station', memory.perStationKib, { limit: 40, unit: 'KiB' }),
    ...below('B7 second start to serving, database included', starts.secondMs / 1000, {
      limit: 2,
      unit: 's',
      digits: 2,
    }),
    ...below('B7 the same by npm start', starts.npmMs / 1000, { limit: 4, unit: 's', digits: 2 }),
    ...below('B8 log per call', log.bytesPerCall, { limit: 300, unit: 'B' }),
    ...below('B8 OCPP journal per call on disk', journal.bytesPerCall, { limit: 600, unit: 'B', digits: 0 }),
    ...(onePool
      ? [
          {
            name: 'B9 a pool of one connection',
            target: 'no errors',
            measured: `${onePool.errors} errors at ${Math.round(onePool.callsPerS)} calls/s`,
            isReached: onePool.errors === 0 && onePool.calls > 0,
          },
        ]
      : []),
    ...(report.lists ?? []).flatMap(({ name, longestMs }) =>
      below(`B11 ${name}, longest statement`, longestMs, { limit: 50, unit: 'ms' }),
    ),
  ]
}

export function goalLines(goals) {
  const width = Math.max(...goals.map(({ name }) => name.length)) + 2
  return goals.map(
    ({ name, target, measured, isReached }) =>
      `${isReached ? 'reached' : 'MISSED '}  ${name.padEnd(width)}${measured}  (goal ${target})`,
  )
}
