import type { StationKnowledge } from '../../shared/station-connection.ts'

export type BootStatus = 'Accepted' | 'Pending' | 'Rejected'

/** How long a station that is not accepted waits before it asks again. */
const askAgainSeconds = 60

/** What a person decided for the station counts, else the account's policy (OCPP 1.6, 4.2). */
export function bootStatus(station: Pick<StationKnowledge, 'approval' | 'policy'>): BootStatus {
  if (station.approval === 'accepted') return 'Accepted'
  if (station.approval === 'rejected' || station.policy === 'reject') return 'Rejected'
  return station.policy === 'wait' ? 'Pending' : 'Accepted'
}

/** A fifth more or less, so that stations which booted together do not beat together for ever. */
export function spread(seconds: number, random: number = Math.random()): number {
  return Math.max(1, Math.round(seconds * (0.8 + 0.4 * random)))
}

export function bootInterval(status: BootStatus, heartbeatSeconds: number, random?: number): number {
  return spread(status === 'Accepted' ? heartbeatSeconds : askAgainSeconds, random)
}

/**
 * Whether a station may say more than BootNotification (JSON errata 3.8). One that was accepted before may come
 * back without a boot (J 5.4).
 */
export function mayTalk(station: Pick<StationKnowledge, 'approval' | 'policy' | 'bootStatus'>): boolean {
  return station.bootStatus === null ? bootStatus(station) === 'Accepted' : station.bootStatus === 'Accepted'
}
