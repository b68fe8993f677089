import type { Activity } from '../activity/use-activity.ts'

/** Kinds of events that are an attempt to charge with a card. */
export const attemptKinds = ['authorization_refused', 'session_started', 'command_ended'] as const

/** Kinds of events among which refused attempts are. */
export const refusedKinds = ['authorization_refused', 'command_ended'] as const

const refusals = ['Blocked', 'Expired', 'Invalid', 'ConcurrentTx'] as const
/** A refusal with words of its own; the balance is not a status of OCPP 1.6. */
export type KnownRefusal = (typeof refusals)[number] | 'Balance'

/** Returns true if an attempt failed: the card was refused, or a remote command was not accepted. */
export const isRefused = ({ kind, details }: Pick<Activity, 'kind' | 'details'>): boolean =>
  kind === 'authorization_refused' || (kind === 'command_ended' && details['result'] !== 'Accepted')

/** Returns the authorization status of a refused card if it has words of its own. */
export function refusalOf({ kind, details }: Pick<Activity, 'kind' | 'details'>): KnownRefusal | null {
  if (kind !== 'authorization_refused') return null
  if (details['reason'] === 'balance_too_low') return 'Balance'
  return refusals.find((known) => known === details['status']) ?? null
}

/** Returns the attempts; a session that started with a refused card is in its refusal. */
export const attemptsIn = <Event extends Pick<Activity, 'kind' | 'details'>>(
  events: readonly Event[],
): Event[] =>
  events.filter(({ kind, details }) => kind !== 'session_started' || details['status'] === 'Accepted')
