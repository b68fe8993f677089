import type { Car } from '../physics/car.ts'
import { someCar } from '../physics/car.ts'
import type { SimulatedStation } from '../station.ts'
import type { Connector } from '../station/connector.ts'
import type { Transaction } from '../station/types.ts'
import type { CardOutcome } from '../station/visits.ts'

/** Station, connector, card and car of a scenario. */
export interface Stage {
  readonly station: SimulatedStation
  readonly connectorId: number
  readonly card: string
  readonly car: Car
  /** Energy of a transaction before it ends, in Wh. */
  readonly chargeWh: number
  /** Timeout for the central system or its operator to act, in real milliseconds. */
  readonly timeoutMs: number
}

export type StageOptions = Partial<Omit<Stage, 'station'>>

/** Returns a stage with defaults: the first connector, a random card, a car that fits the connector. */
export function setStage(station: SimulatedStation, options: StageOptions = {}): Stage {
  const connectorId = options.connectorId ?? station.connectors[0]!.id
  const { kind } = station.connector(connectorId).plan
  return {
    station,
    connectorId,
    card: options.card ?? 'SIMULATOR-1',
    car: options.car ?? someCar(kind, station.device.random),
    chargeWh: options.chargeWh ?? 200,
    timeoutMs: options.timeoutMs ?? 60_000,
  }
}

/** Returns the connector of the stage with its meter read up to now. */
export const connectorOn = ({ station, connectorId }: Stage): Connector => station.connector(connectorId)

/** Waits for a condition on the connector of the stage. */
export const untilConnector = (
  stage: Stage,
  what: string,
  isSo: (connector: Connector) => boolean,
): Promise<void> =>
  stage.station.until(
    () => isSo(connectorOn(stage)),
    `connector ${stage.connectorId}: ${what}`,
    stage.timeoutMs,
  )

export const untilOnline = ({ station, timeoutMs }: Stage): Promise<void> =>
  station.until((it) => it.isOnline, 'to be online', timeoutMs)

/** Waits until everything is sent and answered, the queue included. */
export const untilQuiet = ({ station, timeoutMs }: Stage): Promise<void> =>
  station.until((it) => it.isOnline && it.isQuiet, 'everything answered', timeoutMs)

export const plugIn = ({ station, connectorId, car }: Stage): void => station.visits.plugIn(connectorId, car)

export const unplug = ({ station, connectorId }: Stage): void => station.visits.unplug(connectorId)

/** Presents the card; throws if the outcome differs from the expected one. */
export async function tapCard(stage: Stage, expected: CardOutcome, card = stage.card): Promise<void> {
  const outcome = await stage.station.visits.presentCard(stage.connectorId, card)
  if (outcome !== expected)
    throw new Error(`Card ${card} at ${stage.station.describe()} was ${outcome} and not ${expected}`)
}

/** Waits for a transaction on the connector whose start has been acknowledged. */
export async function untilStarted(stage: Stage): Promise<Transaction> {
  await untilConnector(stage, 'a transaction with a number', (it) => it.transaction?.number != null)
  return connectorOn(stage).transaction!
}

/** Waits until the running transaction has reached its energy. */
export const untilCharged = (stage: Stage, wh = stage.chargeWh): Promise<void> =>
  untilConnector(
    stage,
    `${wh} Wh charged`,
    ({ transaction, meter }) => transaction !== null && meter.wh - transaction.meterStartWh >= wh,
  )

/** Waits until the connector has no transaction and all its messages are acknowledged. */
export async function untilStopped(stage: Stage): Promise<void> {
  await untilConnector(stage, 'no transaction', (it) => it.transaction === null)
  await untilQuiet(stage)
}

/** Plugs in, presents the card, and waits until the transaction has reached its energy. */
export async function beginCharge(stage: Stage): Promise<void> {
  await untilOnline(stage)
  plugIn(stage)
  await tapCard(stage, 'started')
  await untilStarted(stage)
  await untilCharged(stage)
}

/** Ends the transaction with the card, waits until that is acknowledged, and unplugs. */
export async function endCharge(stage: Stage, card = stage.card): Promise<void> {
  await tapCard(stage, 'stopped', card)
  await untilStopped(stage)
  unplug(stage)
}
