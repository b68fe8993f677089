import type { Random } from '../time/random.ts'

/** State of charge in percent and the share of the maximum power that the car takes there. */
export type PowerCurve = readonly (readonly [socPercent: number, share: number])[]

export interface CarModel {
  readonly name: string
  readonly batteryWh: number
  /** Maximum power of the onboard charger, over all its phases. */
  readonly acPowerW: number
  readonly acPhases: 1 | 2 | 3
  /** 0 for a car without a DC inlet. */
  readonly dcPowerW: number
  readonly dcCurve: PowerCurve
  /** Voltage of the battery when empty and when full. */
  readonly packVolts: readonly [number, number]
}

export interface Car {
  readonly model: CarModel
  socPercent: number
  /** Target of the driver: the car takes no more energy once it is reached. */
  readonly targetSocPercent: number
}

const common: PowerCurve = [
  [0, 0.5],
  [6, 0.92],
  [12, 1],
  [48, 1],
  [62, 0.82],
  [74, 0.62],
  [80, 0.45],
  [90, 0.22],
  [97, 0.09],
  [100, 0.03],
]
const flat: PowerCurve = [
  [0, 0.6],
  [8, 1],
  [56, 0.97],
  [70, 0.8],
  [80, 0.55],
  [88, 0.28],
  [96, 0.1],
  [100, 0.03],
]
/** On AC the onboard charger is the limit nearly to the end. */
export const acCurve: PowerCurve = [
  [0, 1],
  [94, 1],
  [98, 0.45],
  [100, 0.12],
]

type Row = [
  name: string,
  batteryWh: number,
  acPowerW: number,
  acPhases: 1 | 2 | 3,
  dcPowerW: number,
  dcCurve: PowerCurve,
  packVolts: [number, number],
]
const rows: Row[] = [
  ['plug-in hybrid', 14_400, 3_680, 1, 0, common, [320, 395]],
  ['small car', 36_000, 7_360, 1, 50_000, common, [310, 400]],
  ['compact car', 52_000, 11_040, 3, 110_000, common, [330, 408]],
  ['family car', 64_000, 11_040, 3, 135_000, common, [340, 412]],
  ['saloon', 77_400, 11_040, 3, 235_000, flat, [610, 790]],
  ['estate', 82_000, 22_080, 3, 170_000, common, [345, 415]],
  ['sports car', 93_400, 22_080, 3, 270_000, flat, [620, 815]],
  ['van', 89_000, 11_040, 3, 115_000, common, [335, 410]],
]

export const carModels: readonly CarModel[] = rows.map(
  ([name, batteryWh, acPowerW, acPhases, dcPowerW, dcCurve, packVolts]) => ({
    name,
    batteryWh,
    acPowerW,
    acPhases,
    dcPowerW,
    dcCurve,
    packVolts,
  }),
)

/** Returns the model with this name; throws for an unknown name. */
export function carModel(name: string): CarModel {
  const model = carModels.find((each) => each.name === name)
  if (!model) throw new Error(`No car model "${name}"; there are: ${carModels.map((m) => m.name).join(', ')}`)
  return model
}

export const newCar = (model: CarModel, socPercent = 20, targetSocPercent = 100): Car => ({
  model,
  socPercent,
  targetSocPercent,
})

/** Returns a random car for a connector of this kind: nearly empty on DC, any state of charge on AC. */
export function someCar(kind: 'ac' | 'dc', random: Random): Car {
  const fitting = carModels.filter((model) => kind === 'ac' || model.dcPowerW > 0)
  const model = random.pick(fitting)
  return kind === 'dc'
    ? newCar(model, random.between(8, 42), random.pick([80, 80, 80, 85, 90]))
    : newCar(model, random.between(15, 75), random.pick([80, 90, 100, 100]))
}

/** Returns the share of a curve at a state of charge, interpolated linearly. */
export function shareAt(curve: PowerCurve, socPercent: number): number {
  let [lowSoc, lowShare] = curve[0]!
  for (const [soc, share] of curve) {
    if (socPercent <= soc)
      return soc === lowSoc ? share : lowShare + ((share - lowShare) * (socPercent - lowSoc)) / (soc - lowSoc)
    ;[lowSoc, lowShare] = [soc, share]
  }
  return lowShare
}
