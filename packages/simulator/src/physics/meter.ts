import { efficiency, flowInto, type Flow, type FlowLimit, type Outlet } from './flow.ts'
import type { Random } from '../time/random.ts'
import type { Car } from './car.ts'

/** Step of the integral, in seconds of simulated time: power hardly changes within it. */
const stepS = 2
/** After a sleep of hours the integration must not take seconds: the steps become longer instead. */
const maxSteps = 2_000

const ambientC = 21

/**
 * Maximum relative drop of the power below its limit, and how much of that changes per step: no power is
 * quite steady.
 */
const maxSag = 0.018
const sagStep = 0.003

const still = (volts: number): Flow => ({ powerW: 0, phases: 1, ampere: 0, volts, blockedBy: null })

/**
 * The energy meter of one connector and the flow through it. The register counts watt-hours over the whole
 * life of the station and never decreases. Energy is the integral of power over wall-clock time multiplied by
 * the speed factor (1 unless transactions should pass faster).
 */
export class Meter {
  flow: Flow = still(0)
  temperatureC: number
  private registerWh: number
  private flowingS = 0
  private lastMs: number
  private readonly outlet: Outlet
  private readonly speed: number
  private readonly random: Random | null
  private sag = 0

  /** Without `random` the power is exactly at its limit. */
  constructor(options: { outlet: Outlet; speed: number; startWh: number; nowMs: number; random?: Random }) {
    this.outlet = options.outlet
    this.speed = options.speed
    this.registerWh = options.startWh
    this.lastMs = options.nowMs
    this.random = options.random ?? null
    this.temperatureC = ambientC
  }

  /** Whole watt-hours, as stations report them. */
  get wh(): number {
    return Math.floor(this.registerWh)
  }

  /** Counts the energy since the last call. Without a car, or with `closed` contacts open, nothing flows. */
  advance(nowMs: number, car: Car | null, limit: FlowLimit | null): void {
    let restS = (Math.max(0, nowMs - this.lastMs) / 1000) * this.speed
    this.lastMs = Math.max(this.lastMs, nowMs)
    const step = Math.max(stepS, restS / maxSteps)
    while (restS > 0) {
      const takenS = Math.min(step, restS)
      this.pass(takenS, car, limit)
      restS -= takenS
    }
    this.flow = this.flowNow(car, limit)
    if (this.flow.powerW === 0) this.flowingS = 0
  }

  private flowNow(car: Car | null, limit: FlowLimit | null): Flow {
    if (!car || !limit) return still(0)
    const flow = flowInto(this.outlet, car, { limit, flowingS: this.flowingS })
    return { ...flow, powerW: flow.powerW * (1 - this.sag), ampere: flow.ampere * (1 - this.sag) }
  }

  private pass(seconds: number, car: Car | null, limit: FlowLimit | null): void {
    if (this.random)
      this.sag = Math.min(maxSag, Math.max(0, this.sag + this.random.between(-sagStep, sagStep)))
    const flow = this.flowNow(car, limit)
    this.flowingS = flow.powerW > 0 ? this.flowingS + seconds : 0
    const energyWh = (flow.powerW * seconds) / 3600
    this.registerWh += energyWh
    if (car)
      car.socPercent = Math.min(
        100,
        car.socPercent + (energyWh * efficiency[this.outlet.kind] * 100) / car.model.batteryWh,
      )
    const warmC = ambientC + (28 * flow.powerW) / this.outlet.powerW
    this.temperatureC += (warmC - this.temperatureC) * (1 - Math.exp(-seconds / 240))
  }
}
