import {
  connectorOn,
  endCharge,
  plugIn,
  setStage,
  tapCard,
  untilCharged,
  untilConnector,
  untilOnline,
  untilQuiet,
  untilStarted,
  untilStopped,
  unplug,
  type Stage,
} from './steps.ts'

/** Waits for a remote start on any connector, plugs in a car, charges until it is stopped remotely. */
export async function remoteStart(stage: Stage): Promise<void> {
  const { station, timeoutMs } = stage
  await untilOnline(stage)
  await station.until(
    (it) => it.connectors.some((each) => each.permit?.isRemote || each.transaction),
    'a remote start',
    timeoutMs,
  )
  const connector = station.connectors.find((each) => each.permit || each.transaction)!
  const there = setStage(station, { ...stage, connectorId: connector.id })
  if (!connectorOn(there).car) plugIn(there)
  await untilStarted(there)
  await untilCharged(there)
  await untilStopped(there)
  unplug(there)
}

/** Waits for a reservation, tries another card, and then charges with the reserved one. */
export async function reservation(stage: Stage): Promise<void> {
  await untilOnline(stage)
  await untilConnector(stage, 'a reservation', (it) => it.reservation !== null)
  const holder = connectorOn(stage).reservation!.idTag
  plugIn(stage)
  await tapCard(stage, 'refused', `${holder.slice(0, 16)}-NOT`)
  await tapCard(stage, 'started', holder)
  await untilStarted(stage)
  await untilCharged(stage)
  await endCharge(stage, holder)
}

/** Waits for a firmware update and follows it to its end, including the restart. */
export async function firmwareUpdate(stage: Stage): Promise<void> {
  const { station, timeoutMs } = stage
  await untilOnline(stage)
  await station.until((it) => it.maintenance.isUpdating, 'an UpdateFirmware', timeoutMs)
  await station.until((it) => !it.maintenance.isUpdating, 'the end of the update', timeoutMs)
  await untilQuiet(stage)
}

/** Waits for a GetDiagnostics or GetLog and follows the upload to its end. */
export async function diagnosticsUpload(stage: Stage): Promise<void> {
  const { station, timeoutMs } = stage
  await untilOnline(stage)
  await station.until((it) => it.maintenance.isUploading, 'a GetDiagnostics', timeoutMs)
  await station.until((it) => !it.maintenance.isUploading, 'the end of the upload', timeoutMs)
  await untilQuiet(stage)
}

/** Charges, waits for a reset, and comes back with a boot. */
export async function reset(stage: Stage): Promise<void> {
  const { station, timeoutMs } = stage
  await untilOnline(stage)
  const { boots } = station
  plugIn(stage)
  await tapCard(stage, 'started')
  await untilStarted(stage)
  await station.until((it) => it.boots > boots, 'a Reset and the boot after it', timeoutMs)
  await untilQuiet(stage)
  unplug(stage)
}
