import type { StationKnowledge } from '../../shared/station-connection.ts'

export type BootStatus = 'Accepted' | 'Pending' | 'Rejected'

/** Seconds after which a station that is not accepted repeats its BootNotification. */
const retrySeconds = 60

/**
 * Returns the boot status: a user's decision about the station takes precedence over the account's policy
 * (OCPP 1.6, 4.2).
 */
export function bootStatus(station: Pick<StationKnowledge, 'approval' | 'policy'>): BootStatus {
  if (station.approval === 'accepted') return 'Accepted'
  if (station.approval === 'rejected' || station.policy === 'reject') return 'Rejected'
  return station.policy === 'wait' ? 'Pending' : 'Accepted'
}

/**
 * Varies an interval by up to a fifth, so that stations that booted together do not send heartbeats together
 * forever.
 */
export function spread(seconds: number, random: number = Math.random()): number {
  return Math.max(1, Math.round(seconds * (0.8 + 0.4 * random)))
}

export function bootInterval(status: BootStatus, heartbeatSeconds: number, random?: number): number {
  return spread(status === 'Accepted' ? heartbeatSeconds : retrySeconds, random)
}

/**
 * Returns true if a station may send messages other than BootNotification (JSON errata 3.8). A station that
 * was accepted before may reconnect without a boot (J 5.4).
 */
export function mayExchangeMessages(
  station: Pick<StationKnowledge, 'approval' | 'policy' | 'bootStatus'>,
): boolean {
  return station.bootStatus === null ? bootStatus(station) === 'Accepted' : station.bootStatus === 'Accepted'
}
