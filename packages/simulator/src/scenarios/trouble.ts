import {
  beginCharge,
  connectorOn,
  endCharge,
  tapCard,
  untilCharged,
  untilQuiet,
  untilStarted,
  type Stage,
} from './steps.ts'

/** Loses the network in the middle of a charge, ends it and begins the next one without, and tells all later. */
export async function offlineQueue(stage: Stage): Promise<void> {
  const { station } = stage
  await beginCharge(stage)
  station.goOffline()
  await untilCharged(stage, stage.chargeWh * 2)
  await tapCard(stage, 'stopped')
  // The card is known from before: the station may let it charge by itself (LocalAuthorizeOffline).
  await tapCard(stage, 'started')
  await untilCharged(stage)
  station.goOnline()
  await untilQuiet(stage)
  await endCharge(stage)
}

/** A fault ends a charge; once mended, the same car charges again. */
export async function faultAndRecovery(stage: Stage): Promise<void> {
  const { station, connectorId } = stage
  await beginCharge(stage)
  station.visits.fail(connectorId, { code: 'HighTemperature', info: 'Cable too hot' })
  await untilQuiet(stage)
  if (connectorOn(stage).status !== 'Faulted') throw new Error('A fault shows as Faulted')
  station.visits.mend(connectorId)
  await tapCard(stage, 'started')
  await untilStarted(stage)
  await untilCharged(stage)
  await endCharge(stage)
}
