/** More energy in Wh than a vehicle takes in one session; beyond it the session needs review. */
const maxSessionWh = 1_000_000
/** Tolerance of power x time for measuring and rounding. */
const powerMargin = 1.1

/** Energy in Wh by the meter values from which a stop with the reading of the start is implausible. */
const leastMissedWh = 100
/** Readings in kWh below this are too coarse to be compared. */
const leastComparable = 10

/**
 * Returns true if one reading is a thousand times the other: one of them is in kWh and has no unit. The counter advances
 * between the two, and whole kWh are rounded.
 */
const isThousandfold = (kwh: number, wh: number): boolean =>
  kwh >= leastComparable && wh >= 900 * kwh && wh <= 1_100 * kwh

export interface EnergyInput {
  meterStartWh: number
  meterStopWh: number
  /** The newest reading of the same counter among the meter values; null if there is none. */
  meterSampledWh: number | null
  startedAt: Date
  stoppedAt: Date
  /** Maximum power of the connector, if it is known. */
  maxPowerW: number | null
  /** True if the meter was reported at both ends and the times are the station's own. */
  isMeterReported: boolean
  isTimeReported: boolean
}

export interface TransactionEnergy {
  /** Energy that counts; 0 while the session needs review. */
  energyWh: number
  state: 'finished' | 'needs_review'
  flags: readonly string[]
}

const needsReview = (flag: string): TransactionEnergy => ({
  energyWh: 0,
  state: 'needs_review',
  flags: [flag],
})

/**
 * Returns the energy of a session from its meter readings. An implausible value needs review and counts 0: a
 * bill is never negative.
 */
export function transactionEnergy(session: EnergyInput): TransactionEnergy {
  const energyWh = session.meterStopWh - session.meterStartWh
  if (!session.isMeterReported) return needsReview('meter-not-reported')
  if (energyWh < 0) return needsReview('negative-energy')
  if (energyWh > maxSessionWh) return needsReview('implausible-energy')
  // the standard has Wh in the stop; a session in kWh would be billed as a thousandth
  if (session.meterSampledWh !== null && isThousandfold(session.meterStopWh, session.meterSampledWh))
    return needsReview('meter-in-kwh')
  if (
    energyWh === 0 &&
    session.meterSampledWh !== null &&
    session.meterSampledWh - session.meterStartWh >= leastMissedWh
  )
    return needsReview('stop-repeats-start')
  const hours = (session.stoppedAt.getTime() - session.startedAt.getTime()) / 3_600_000
  if (session.maxPowerW !== null && session.isTimeReported && hours > 0) {
    // one minute more, because a station's clock may be corrected during a session
    const maxWh = session.maxPowerW * (hours + 1 / 60) * powerMargin
    if (energyWh > maxWh) return needsReview('over-connector-power')
  }
  const flags = energyWh === 0 ? ['no-energy'] : []
  if (session.meterSampledWh !== null && isThousandfold(session.meterSampledWh, session.meterStopWh))
    flags.push('samples-in-kwh')
  return { energyWh, state: 'finished', flags }
}
