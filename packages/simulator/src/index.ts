// Virtual charging stations for tests, the demo and the benchmark.
export { SimulatedStation } from './station.ts'
export type { StationOptions } from './station/options.ts'
export type { ConnectorPlan } from './station/connector.ts'
export type { Answer } from './station/calls.ts'
export type { CardOutcome } from './station/visits.ts'
export type { ConnectorStatus, FaultCode, StopReason } from './station/types.ts'
export { carModel, carModels, newCar, someCar, type Car, type CarModel } from './physics/car.ts'
export { quirks } from './quirks/quirks.ts'
export { acknowledgedFacts, type AcknowledgedFacts } from './ledger/acknowledged.ts'
export {
  fileLedger,
  memoryLedger,
  readLedger,
  type Ledger,
  type LedgerEntry,
  type MemoryLedger,
} from './ledger/ledger.ts'
export { manualClock, processClock, type Clock, type ManualClock } from './time/clock.ts'
export { seededRandom, type Random } from './time/random.ts'
export { Fleet, type FleetOptions } from './fleet/fleet.ts'
export {
  parseFleet,
  plainFleet,
  readFleet,
  type FleetBehaviour,
  type FleetPlan,
  type FleetStation,
} from './fleet/fleet-plan.ts'
export { scenarios, type Scenario } from './scenarios/scenarios.ts'
export * as steps from './scenarios/steps.ts'
export { setStage, type Stage, type StageOptions } from './scenarios/steps.ts'
export { Load, type LoadPhase, type LoadTarget } from './load/load.ts'
export type { LoadStation } from './load/bare-socket.ts'
export type { LatencyFigures, LoadFigures } from './load/figures.ts'
export { loadKinds, loadMix, type LoadKind } from './load/messages.ts'
export { reconnectStorm, type StormFigures } from './load/storm.ts'
