import { hasHash } from './frozen-input.ts'
import type { FrozenRating } from './rate-session.ts'

/** Rating that applies to a session, or the one that a user has to approve. */
export interface KnownRating {
  id: string
  sessionId: string
  revision: number
  sha256: Buffer
  clientId: string | null
  tariffVersionId: string | null
  holdReason: string | null
  journalId: string | null
  /** True if an invoice contains its charges, or those that they reverse. */
  isInvoiced: boolean
}

export interface KnownRatings {
  current: KnownRating | null
  proposed: KnownRating | null
  /** Highest revision of the session. */
  revision: number
}

export const noRatings: KnownRatings = { current: null, proposed: null, revision: 0 }

/**
 * Decision about a new price. `none`: it equals the newest one. `replace`: it applies, and what the earlier one
 * booked is reversed. `propose`: an invoice contains the earlier one, so a user decides.
 */
export type RatingPlan =
  | { kind: 'none' }
  | { kind: 'replace'; current: KnownRating | null; revision: number }
  | { kind: 'propose'; current: KnownRating; proposed: KnownRating | null; revision: number }

const isSame = (known: KnownRating, rated: FrozenRating): boolean =>
  hasHash(rated.frozen, known.sha256) &&
  known.clientId === rated.session.clientId &&
  known.tariffVersionId === (rated.tariff?.versionId ?? null) &&
  (known.holdReason === 'proposed' ? rated.holdReason === null : known.holdReason === rated.holdReason)

export function planRating(rated: FrozenRating, { current, proposed, revision }: KnownRatings): RatingPlan {
  const newest = proposed ?? current
  if (newest && isSame(newest, rated)) return { kind: 'none' }
  if (!current?.isInvoiced) return { kind: 'replace', current, revision: revision + 1 }
  // an invoice is not changed for a price that is not final
  if (rated.holdReason !== null) return { kind: 'none' }
  return { kind: 'propose', current, proposed, revision: revision + 1 }
}
