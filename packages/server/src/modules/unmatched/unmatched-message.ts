import { createHash } from 'node:crypto'
import type { unmatchedKinds } from '@stationmaster/contract'
import type { Facts } from '../../shared/facts.ts'
import { newId } from '../../shared/ids.ts'
import { addEvent } from '../../shared/station-event.ts'
import { toWireText } from '@stationmaster/ocpp'
import { shortPayload } from '../../shared/short-payload.ts'
import type { ReceivedCall, StopFields } from '../../shared/station-connection.ts'

export interface Unmatched {
  kind: (typeof unmatchedKinds)[number]
  action: string
  /** One sentence for users. */
  reason: string
  /** Key by which two messages count as the same; the payload if absent. */
  sameAs?: string
  candidate?: number | null
  /** Set if the server could resolve it automatically. */
  resolution?: string
  /** Set for a stop that waits for its start. */
  stopFields?: StopFields | null
  /** Set for meter values whose transaction is unknown. */
  evseNo?: number
  /** Energy in Wh that a proposed correction would set. */
  proposedWh?: number | null
}

/** Stores a message that matches no transaction until a user has resolved it. */
export function storeUnmatched(
  facts: Facts,
  { connection, call }: ReceivedCall,
  unmatched: Unmatched,
): string {
  const { id: stationId, accountId } = connection.station
  const id = newId(call.receivedAt.getTime())
  facts.add('unmatchedMessages', {
    id,
    accountId,
    stationId,
    kind: unmatched.kind,
    action: unmatched.action,
    reason: unmatched.reason,
    payload: shortPayload(unmatched.action, call),
    payloadHash: createHash('sha256')
      .update(unmatched.sameAs ?? call.rawPayload)
      .digest('base64url'),
    candidateNumber: unmatched.candidate ?? null,
    receivedAt: call.receivedAt.toISOString(),
    resolution: unmatched.resolution ?? null,
    stopFields: unmatched.stopFields ? JSON.stringify(unmatched.stopFields) : null,
    evseNo: unmatched.evseNo ?? null,
    proposedWh: unmatched.proposedWh ?? null,
  })
  facts.hint(accountId, { kind: 'unmatched.changed', station: stationId })
  // a message that the server has matched needs no attention
  if (unmatched.resolution === undefined)
    addEvent(facts, connection.station, {
      kind: 'message_unmatched',
      at: call.receivedAt,
      messageId: toWireText(call.id),
      evseNo: unmatched.evseNo ?? null,
      ...(unmatched.candidate && { transactionNumber: unmatched.candidate }),
      details: { action: unmatched.action, reason: unmatched.kind },
    })
  return id
}
