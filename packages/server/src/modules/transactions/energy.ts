/** More than a vehicle takes in one session; beyond it somebody has to look. */
const mostSessionWh = 1_000_000
/** What measuring and rounding may add to power x time. */
const powerMargin = 1.1

export interface Session {
  meterStartWh: number
  meterStopWh: number
  startedAt: Date
  stoppedAt: Date
  /** What the connector can deliver, where that is known. */
  maxPowerW: number | null
  /** The meter was told at both ends, and the times are the station's own. */
  isMeterTold: boolean
  isTimeTold: boolean
}

export interface SessionEnergy {
  /** What counts; 0 while a person has to look. */
  energyWh: number
  state: 'finished' | 'held'
  flags: readonly string[]
}

const held = (flag: string): SessionEnergy => ({ energyWh: 0, state: 'held', flags: [flag] })

/** Energy of a session from its meter readings. What cannot be is held and counts 0: never a negative bill. */
export function sessionEnergy(session: Session): SessionEnergy {
  const energyWh = session.meterStopWh - session.meterStartWh
  if (!session.isMeterTold) return held('meter-not-told')
  if (energyWh < 0) return held('negative-energy')
  if (energyWh > mostSessionWh) return held('implausible-energy')
  const hours = (session.stoppedAt.getTime() - session.startedAt.getTime()) / 3_600_000
  if (session.maxPowerW !== null && session.isTimeTold && hours > 0) {
    // A minute more, because the clock of a station may be set right inside a session.
    const mostWh = session.maxPowerW * (hours + 1 / 60) * powerMargin
    if (energyWh > mostWh) return held('over-connector-power')
  }
  return { energyWh, state: 'finished', flags: energyWh === 0 ? ['no-energy'] : [] }
}
