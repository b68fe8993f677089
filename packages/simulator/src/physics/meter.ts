import { efficiency, flowInto, type Flow, type FlowLimit, type Outlet } from './flow.ts'
import type { Car } from './car.ts'

/** A step of the integral, in seconds of simulated time: power hardly changes within it. */
const stepS = 2
/** A process that slept for hours must not integrate for seconds: then the steps grow. */
const mostSteps = 2_000

const still = (volts: number): Flow => ({ powerW: 0, phases: 1, ampere: 0, volts, heldBy: null })

/**
 * The energy meter of one connector and what flows through it. The register counts watt-hours over the whole
 * life of the station and never goes back. Energy is the integral of power over wall-clock time multiplied by
 * the speed factor (1 unless somebody wants to see a session pass faster).
 */
export class Meter {
  flow: Flow = still(0)
  temperatureC: number
  private registerWh: number
  private flowingS = 0
  private lastMs: number
  private readonly outlet: Outlet
  private readonly speed: number

  constructor(options: { outlet: Outlet; speed: number; startWh: number; nowMs: number; ambientC?: number }) {
    this.outlet = options.outlet
    this.speed = options.speed
    this.registerWh = options.startWh
    this.lastMs = options.nowMs
    this.temperatureC = options.ambientC ?? 21
  }

  /** Whole watt-hours, as a station tells them. */
  get wh(): number {
    return Math.floor(this.registerWh)
  }

  /** Counts what has flowed since the last call. Without a car, or with `closed` contacts open, nothing flows. */
  advance(nowMs: number, car: Car | null, limit: FlowLimit | null): void {
    let restS = (Math.max(0, nowMs - this.lastMs) / 1000) * this.speed
    this.lastMs = Math.max(this.lastMs, nowMs)
    const step = Math.max(stepS, restS / mostSteps)
    while (restS > 0) {
      const takenS = Math.min(step, restS)
      this.pass(takenS, car, limit)
      restS -= takenS
    }
    this.flow = car && limit ? flowInto(this.outlet, car, limit, this.flowingS) : still(0)
    if (this.flow.powerW === 0) this.flowingS = 0
  }

  private pass(seconds: number, car: Car | null, limit: FlowLimit | null): void {
    const flow = car && limit ? flowInto(this.outlet, car, limit, this.flowingS) : still(0)
    this.flowingS = flow.powerW > 0 ? this.flowingS + seconds : 0
    const energyWh = (flow.powerW * seconds) / 3600
    this.registerWh += energyWh
    if (car)
      car.socPercent = Math.min(
        100,
        car.socPercent + (energyWh * efficiency[this.outlet.kind] * 100) / car.model.batteryWh,
      )
    const warmC = 21 + (28 * flow.powerW) / this.outlet.powerW
    this.temperatureC += (warmC - this.temperatureC) * (1 - Math.exp(-seconds / 240))
  }
}
