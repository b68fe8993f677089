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

/** Loses the network during a transaction, ends it and starts the next one offline, and reports both later. */
export async function offlineQueue(stage: Stage): Promise<void> {
  const { station } = stage
  await beginCharge(stage)
  station.goOffline()
  await untilCharged(stage, stage.chargeWh * 2)
  await tapCard(stage, 'stopped')
  // The card is in the cache: the station may authorize it offline (LocalAuthorizeOffline).
  await tapCard(stage, 'started')
  await untilCharged(stage)
  station.goOnline()
  await untilQuiet(stage)
  await endCharge(stage)
}

/** A fault ends a transaction; once it is cleared, the same car charges again. */
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
