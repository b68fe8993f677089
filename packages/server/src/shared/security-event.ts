import type { Facts } from './facts.ts'
import { newId } from './ids.ts'

/** Types of security events that the server finds; stations report others (security whitepaper, table 3). */
export const ownSecurityEvents = [
  'ForeignTransaction',
  'LowerSecurityProfileRefused',
  'RepeatedTakeover',
] as const

interface SecurityEvent {
  type: string
  receivedAt: Date
  /** Absent: the moment of its receipt. */
  happenedAt?: Date
  techInfo: string | null
}

/** Adds a security event of a station. */
export function addSecurityEvent(
  facts: Facts,
  { id: stationId, accountId }: { id: string; accountId: string },
  { type, receivedAt, happenedAt = receivedAt, techInfo }: SecurityEvent,
): void {
  facts.add('securityEvents', {
    id: newId(receivedAt.getTime()),
    accountId,
    stationId,
    type,
    happenedAt: happenedAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    techInfo,
  })
  facts.hint(accountId, { kind: 'security_event.added', station: stationId })
}
