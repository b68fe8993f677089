import { createHash } from 'node:crypto'
import type { StationAction16 } from '@stationmaster/ocpp/v16'
import { newId } from '../shared/ids.ts'
import { shortPayload } from '../shared/short-payload.ts'
import type { CallContext, StationConnection } from '../shared/station-connection.ts'
import type { GatewayPorts } from './ports.ts'

/** Actions whose answer only confirms receipt. */
const harmlessActions = new Set<StationAction16>([
  'StopTransaction',
  'MeterValues',
  'StatusNotification',
  'SecurityEventNotification',
  'DiagnosticsStatusNotification',
  'FirmwareStatusNotification',
  'LogStatusNotification',
  'SignedFirmwareStatusNotification',
])

/**
 * Stores a message that failed repeatedly as an unmatched message for a user to resolve, and answers it,
 * because otherwise the station would resend it forever and never send the messages behind it (G38). Returns
 * null if the action has no such answer or the message cannot be stored.
 */
export async function deadLetter(
  ports: GatewayPorts,
  { station }: StationConnection,
  action: StationAction16,
  call: CallContext,
  reference: string,
): Promise<unknown> {
  const isStart = action === 'StartTransaction'
  if (!isStart && !harmlessActions.has(action)) return null
  const park = ports.run({
    needs: isStart ? { numbers: 1 } : undefined,
    decide: (facts, found) => {
      facts.add('unmatchedMessages', {
        id: newId(call.receivedAt.getTime()),
        accountId: station.accountId,
        stationId: station.id,
        kind: 'unreadable',
        action,
        reason: `The message failed here several times (reference ${reference}).`,
        payload: shortPayload(action, call),
        payloadHash: createHash('sha256').update(call.rawPayload).digest('base64url'),
        candidateNumber: null,
        receivedAt: call.receivedAt.toISOString(),
        resolution: null,
        stopFields: null,
        evseNo: null,
        proposedWh: null,
      })
      facts.hint(station.accountId, { kind: 'unmatched.changed', station: station.id })
      return isStart ? { idTagInfo: { status: 'Invalid' }, transactionId: found.nextNumber() } : {}
    },
  })
  // If storing fails too, the call fails like any other.
  return park.catch(() => null)
}
