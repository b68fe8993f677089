import { acCurve, shareAt, type Car } from './car.ts'

export type ConnectorKind = 'ac' | 'dc'

/** Capabilities of a connector. */
export interface Outlet {
  readonly kind: ConnectorKind
  readonly powerW: number
}

/** An external limit (a charging profile): watts over all phases, or amperes per phase. */
export interface FlowLimit {
  readonly powerW?: number
  readonly ampere?: number
  readonly phases?: number
}

/** Power flow at one moment. `blockedBy` is the side that prevents it: the car, the station, or null. */
export interface Flow {
  powerW: number
  phases: number
  /** Per phase on AC. */
  ampere: number
  /** Between phase and neutral on AC. */
  volts: number
  blockedBy: 'car' | 'station' | null
}

export const mainsVolts = 230
/** The control pilot cannot signal an AC current below 6 A (IEC 61851-1). */
const minAmpere = 6
/** Minimum power that a DC station can deliver continuously. */
const minDcPowerW = 1_000
const rampSeconds = { ac: 8, dc: 24 } as const
/** Share of the metered energy that reaches the battery. */
export const efficiency = { ac: 0.89, dc: 0.955 } as const

export const outletPhases = (outlet: Outlet): 1 | 3 => (outlet.kind === 'ac' && outlet.powerW > 7_400 ? 3 : 1)

/** Returns the voltage of the battery at its state of charge. */
function packVolts(car: Car): number {
  const [empty, full] = car.model.packVolts
  return empty + ((full - empty) * car.socPercent) / 100
}

const noFlow = (blockedBy: 'car' | 'station', volts: number, phases: number): Flow => ({
  powerW: 0,
  phases,
  ampere: 0,
  volts,
  blockedBy,
})

function acFlow(outlet: Outlet, car: Car, limit: FlowLimit): Flow {
  const phases = Math.min(outletPhases(outlet), car.model.acPhases, limit.phases ?? 3)
  const taper = shareAt(acCurve, car.socPercent)
  const outletAmpere = outlet.powerW / (outletPhases(outlet) * mainsVolts)
  const carAmpere = (car.model.acPowerW / (car.model.acPhases * mainsVolts)) * taper
  const limitAmpere = Math.min(limit.ampere ?? Infinity, (limit.powerW ?? Infinity) / (phases * mainsVolts))
  if (limitAmpere < minAmpere) return noFlow('station', mainsVolts, phases)
  const ampere = Math.min(outletAmpere, carAmpere, limitAmpere)
  return { powerW: ampere * phases * mainsVolts, phases, ampere, volts: mainsVolts, blockedBy: null }
}

function dcFlow(outlet: Outlet, car: Car, limit: FlowLimit): Flow {
  const volts = packVolts(car)
  if (car.model.dcPowerW === 0) return noFlow('car', volts, 1)
  const limitW = Math.min(limit.powerW ?? Infinity, (limit.ampere ?? Infinity) * volts)
  if (limitW < minDcPowerW) return noFlow('station', volts, 1)
  const carW = car.model.dcPowerW * shareAt(car.model.dcCurve, car.socPercent)
  const powerW = Math.min(outlet.powerW, carW, limitW)
  return { powerW, phases: 1, ampere: powerW / volts, volts, blockedBy: null }
}

/**
 * Returns the flow into a car. `flowingS` is the number of seconds since the last interruption: chargers ramp
 * up over several seconds. A car at its target state of charge draws no power.
 */
export function flowInto(
  outlet: Outlet,
  car: Car,
  { limit, flowingS }: { limit: FlowLimit; flowingS: number },
): Flow {
  const full = car.socPercent >= car.targetSocPercent
  const flow = outlet.kind === 'ac' ? acFlow(outlet, car, limit) : dcFlow(outlet, car, limit)
  if (full) return noFlow('car', flow.volts, flow.phases)
  const ramp = Math.min(1, (flowingS + 2) / rampSeconds[outlet.kind])
  return { ...flow, powerW: flow.powerW * ramp, ampere: flow.ampere * ramp }
}
