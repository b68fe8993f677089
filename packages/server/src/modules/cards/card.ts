import type { V16 } from '@stationmaster/ocpp/v16'
import type { KnownCard } from '../../shared/facts.ts'

export type CardStatus = V16['Authorize']['response']['idTagInfo']['status']
export type IdTagInfo = V16['Authorize']['response']['idTagInfo']

/** Whether a card may charge, transactions that run already aside. */
export function cardStatus(card: KnownCard | null, now: Date): CardStatus {
  if (card === null || card.state === 'deleted') return 'Invalid'
  if (card.state !== 'enabled') return 'Blocked'
  if (card.expiresAt !== null && card.expiresAt <= now) return 'Expired'
  return 'Accepted'
}

/**
 * Whether a card may start one more transaction. `running` are those it has; 0 as its limit means none.
 * OCPP 1.6, 7.2: ConcurrentTx is an answer to a start only.
 */
export function startStatus(card: KnownCard | null, running: number, now: Date): CardStatus {
  const status = cardStatus(card, now)
  const limit = card?.maxTransactions ?? 0
  return status === 'Accepted' && limit > 0 && running >= limit ? 'ConcurrentTx' : status
}

/** The status with what the station may keep in its cache, members in the schema's order. */
export function idTagInfo(card: KnownCard | null, status: CardStatus): IdTagInfo {
  const info: Partial<IdTagInfo> = {}
  if (card?.expiresAt) info.expiryDate = card.expiresAt.toISOString()
  if (card?.parentCode) info.parentIdTag = card.parentCode
  return { ...info, status }
}
