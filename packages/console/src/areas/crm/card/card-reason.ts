import type { Card } from '../../../features/cards/card-columns.tsx'
import type { Tone } from '../../../ui/state/state-chip.tsx'

/** Key of the texts that say why a card can or cannot charge. */
export type CardReason = 'canCharge' | 'blocked' | 'notActive' | 'lost' | 'expired' | 'inUse' | 'deleted'

export const reasonTones: Record<CardReason, Tone> = {
  canCharge: 'good',
  blocked: 'bad',
  notActive: 'bad',
  lost: 'bad',
  expired: 'warn',
  inUse: 'busy',
  deleted: 'bad',
}

/** Returns why the next attempt with a card would be refused, or that it would not be. */
export function cardReason({
  verdict,
  statecode,
  statetypecode,
}: Pick<Card, 'verdict' | 'statecode' | 'statetypecode'>): CardReason {
  switch (verdict) {
    case 'Accepted':
      return 'canCharge'
    case 'Expired':
      return 'expired'
    case 'ConcurrentTx':
      return 'inUse'
    case 'Invalid':
      return 'deleted'
    case 'Blocked':
      if (statecode === 'lost') return 'lost'
      return statetypecode === 'created' ? 'notActive' : 'blocked'
  }
}
