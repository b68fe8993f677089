import type { DemoStation } from './demo-stations.ts'

export interface PastSample {
  at: Date
  measurand: string
  value: number
}

/** A past charging session with its measurements. */
export interface PastSession {
  evseNo: number
  card: number
  startedAt: Date
  stoppedAt: Date
  meterStartWh: number
  meterStopWh: number
  reason: string
  socEnd: number | null
  samples: PastSample[]
}

/** Returns a generator of numbers between 0 and 1 that is deterministic for a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const reasons = ['EVDisconnected', 'EVDisconnected', 'Local', 'Local', 'Remote']

interface PastOptions {
  seed: number
  cards: number
  /** Days before `now`, and the last of them whose sessions have samples. */
  days: number
  sampledDays: number
  now: Date
}

/** Returns the past charging sessions of a station. */
export function pastSessions(station: DemoStation, options: PastOptions): PastSession[] {
  const random = seededRandom(options.seed)
  const sampledFrom = options.now.getTime() - options.sampledDays * dayMs
  const sessions: PastSession[] = []
  for (const connector of station.connectors) {
    let meterWh = Math.round(50_000 + random() * 900_000)
    let freeAt = options.now.getTime() - options.days * dayMs
    const pauseMs = (dayMs * station.connectors.length) / station.sessionsADay
    for (;;) {
      freeAt += pauseMs * (0.35 + random() * 1.1)
      // people charge by day: sessions in the night are moved to the morning
      const hour = new Date(freeAt).getUTCHours()
      if (hour < 5) freeAt += (5 - hour + random() * 3) * hourMs
      const curve =
        connector.kind === 'dc' ? dcCurve(connector.powerW, random) : acCurve(connector.powerW, random)
      const stoppedAt = freeAt + curve.minutes * minuteMs
      if (stoppedAt > options.now.getTime() - 10 * minuteMs) break
      const session = asSession(curve, {
        evseNo: connector.id,
        startMs: freeAt,
        meterStartWh: meterWh,
        isSampled: freeAt >= sampledFrom,
      })
      const card = Math.floor(random() * options.cards)
      sessions.push({ ...session, card, reason: reasons[Math.floor(random() * reasons.length)]! })
      meterWh = session.meterStopWh
      freeAt = stoppedAt
    }
  }
  return sessions
}

interface Curve {
  minutes: number
  stepMinutes: number
  kind: 'ac' | 'dc'
  powerAt: (minute: number) => number
  /** State of charge at the start and battery capacity, if the car reports them. */
  socStart: number | null
  batteryWh: number
}

/** Returns the power curve of an AC session: constant at the charger's limit, a little less near the end. */
function acCurve(maxW: number, random: () => number): Curve {
  const chargers = [3_680, 7_360, 11_040, 11_040, 22_080]
  const powerW = Math.min(maxW, chargers[Math.floor(random() * chargers.length)]!) * (0.96 + random() * 0.03)
  const minutes = Math.round(35 + random() * 230)
  const taper = 0.75 + random() * 0.25
  return {
    minutes,
    stepMinutes: 10,
    kind: 'ac',
    powerAt: (minute) =>
      minute / minutes > taper ? powerW * (1 - (minute / minutes - taper) * 2.6) : powerW,
    socStart: null,
    batteryWh: 0,
  }
}

/** Returns the power curve of a DC session: a steep rise, a plateau, and a fall as the battery fills. */
function dcCurve(maxW: number, random: () => number): Curve {
  const peakW = Math.min(maxW, 45_000 + random() * 190_000) * (0.9 + random() * 0.08)
  const batteryWh = 42_000 + random() * 50_000
  const socStart = 8 + random() * 35
  const minutes = Math.round(14 + random() * 38)
  let soc = socStart
  const powers: number[] = []
  for (let minute = 0; minute <= minutes; minute++) {
    const fill = soc < 48 ? 1 : Math.max(0.12, 1 - (soc - 48) / 58)
    const powerW = Math.min(1, (minute + 0.5) / 2) * peakW * fill
    powers.push(powerW)
    soc = Math.min(99, soc + (powerW / 60 / batteryWh) * 100)
  }
  const powerAt = (minute: number) => powers[Math.min(minutes, Math.floor(minute))]!
  return { minutes, stepMinutes: 2, kind: 'dc', powerAt, socStart, batteryWh }
}

const round = (value: number, step: number): number => Math.round(value / step) * step

function asSession(
  curve: Curve,
  at: { evseNo: number; startMs: number; meterStartWh: number; isSampled: boolean },
): Omit<PastSession, 'card' | 'reason'> {
  const { meterStartWh } = at
  const samples: PastSample[] = []
  let energyWh = 0
  for (let minute = 0; minute < curve.minutes; minute++) {
    const powerW = Math.max(0, curve.powerAt(minute))
    if (at.isSampled && minute % curve.stepMinutes === 0)
      samples.push(
        ...moment(curve, { at: new Date(at.startMs + minute * minuteMs), powerW, energyWh, meterStartWh }),
      )
    energyWh += powerW / 60
  }
  const stoppedAt = new Date(at.startMs + curve.minutes * minuteMs)
  if (at.isSampled) samples.push(...moment(curve, { at: stoppedAt, powerW: 0, energyWh, meterStartWh }))
  return {
    evseNo: at.evseNo,
    startedAt: new Date(at.startMs),
    stoppedAt,
    meterStartWh,
    meterStopWh: meterStartWh + Math.round(energyWh),
    socEnd: socOf(curve, energyWh),
    samples,
  }
}

const socOf = (curve: Curve, energyWh: number): number | null =>
  curve.socStart === null
    ? null
    : Math.min(99, Math.round(curve.socStart + (energyWh / curve.batteryWh) * 100))

function moment(
  curve: Curve,
  {
    at,
    powerW,
    energyWh,
    meterStartWh,
  }: { at: Date; powerW: number; energyWh: number; meterStartWh: number },
): PastSample[] {
  const soc = socOf(curve, energyWh)
  const volts = curve.kind === 'dc' ? 380 + (soc ?? 50) * 0.6 : 230
  return [
    { at, measurand: 'Power.Active.Import', value: round(powerW, 10) },
    { at, measurand: 'Energy.Active.Import.Register', value: meterStartWh + Math.round(energyWh) },
    {
      at,
      measurand: 'Current.Import',
      value: Number((powerW / volts / (curve.kind === 'ac' ? 3 : 1)).toFixed(1)),
    },
    { at, measurand: 'Voltage', value: Number(volts.toFixed(1)) },
    ...(soc === null ? [] : [{ at, measurand: 'SoC', value: soc }]),
  ]
}
