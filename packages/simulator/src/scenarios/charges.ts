import {
  beginCharge,
  endCharge,
  plugIn,
  tapCard,
  untilCharged,
  untilOnline,
  untilStarted,
  untilStopped,
  unplug,
  type Stage,
} from './steps.ts'

/** Plugs in, presents the card, charges, presents the card again, unplugs. */
export async function plugFirst(stage: Stage): Promise<void> {
  await beginCharge(stage)
  await endCharge(stage)
}

/** Presents the card first and plugs in afterwards. */
export async function tagFirst(stage: Stage): Promise<void> {
  await untilOnline(stage)
  await tapCard(stage, 'accepted')
  plugIn(stage)
  await untilStarted(stage)
  await untilCharged(stage)
  await endCharge(stage)
}

/** Charges until the driver unplugs at the car. */
export async function evDisconnect(stage: Stage): Promise<void> {
  await beginCharge(stage)
  unplug(stage)
  await untilStopped(stage)
}
