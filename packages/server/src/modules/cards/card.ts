import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { KnownCard } from '../../shared/facts.ts'

export type CardStatus = V16['Authorize']['response']['idTagInfo']['status']
export type IdTagInfo = V16['Authorize']['response']['idTagInfo']

/** Returns the authorization status of a card, apart from its running transactions. */
export function cardStatus(card: KnownCard | null, now: Date): CardStatus {
  if (card === null || card.state === 'deleted') return 'Invalid'
  if (card.state !== 'enabled') return 'Blocked'
  if (card.expiresAt !== null && card.expiresAt <= now) return 'Expired'
  return 'Accepted'
}

/**
 * Returns the authorization status for one more transaction. `running`: the card's running transactions; a
 * limit of 0 allows none. OCPP 1.6, 7.2: ConcurrentTx is only valid in the response to StartTransaction.
 */
export function startStatus(card: KnownCard | null, running: number, now: Date): CardStatus {
  const status = cardStatus(card, now)
  const limit = card?.maxTransactions ?? 0
  return status === 'Accepted' && limit > 0 && running >= limit ? 'ConcurrentTx' : status
}

/** Returns the status with the data for the station's authorization cache, members in the schema's order. */
export function idTagInfo(card: KnownCard | null, status: CardStatus): IdTagInfo {
  const info: Partial<IdTagInfo> = {}
  if (card?.expiresAt) info.expiryDate = card.expiresAt.toISOString()
  if (card?.parentCode) info.parentIdTag = card.parentCode
  return { ...info, status }
}

/**
 * Returns the idTag in the form used for comparison: the type is case-insensitive (OCPP 1.6, 7.28), and some
 * readers add control characters.
 */
export function foldCode(code: string): string {
  return toWireText(code.replace(/\p{Cc}/gu, ''))
    .trim()
    .toLowerCase()
}
