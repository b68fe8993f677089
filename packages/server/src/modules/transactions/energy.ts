/** More than a vehicle takes in one session; beyond it somebody has to look. */
const mostSessionWh = 1_000_000
/** What measuring and rounding may add to power x time. */
const powerMargin = 1.1

export interface EnergyInput {
  meterStartWh: number
  meterStopWh: number
  startedAt: Date
  stoppedAt: Date
  /** What the connector can deliver, where that is known. */
  maxPowerW: number | null
  /** The meter was told at both ends, and the times are the station's own. */
  isMeterReported: boolean
  isTimeReported: boolean
}

export interface TransactionEnergy {
  /** What counts; 0 while a person has to look. */
  energyWh: number
  state: 'finished' | 'held'
  flags: readonly string[]
}

const needsReview = (flag: string): TransactionEnergy => ({ energyWh: 0, state: 'held', flags: [flag] })

/** Energy of a session from its meter readings. What cannot be is held and counts 0: never a negative bill. */
export function transactionEnergy(session: EnergyInput): TransactionEnergy {
  const energyWh = session.meterStopWh - session.meterStartWh
  if (!session.isMeterReported) return needsReview('meter-not-told')
  if (energyWh < 0) return needsReview('negative-energy')
  if (energyWh > mostSessionWh) return needsReview('implausible-energy')
  const hours = (session.stoppedAt.getTime() - session.startedAt.getTime()) / 3_600_000
  if (session.maxPowerW !== null && session.isTimeReported && hours > 0) {
    // A minute more, because the clock of a station may be set right inside a session.
    const mostWh = session.maxPowerW * (hours + 1 / 60) * powerMargin
    if (energyWh > mostWh) return needsReview('over-connector-power')
  }
  return { energyWh, state: 'finished', flags: energyWh === 0 ? ['no-energy'] : [] }
}
