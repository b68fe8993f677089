import { createHash } from 'node:crypto'
import type { StationAction16 } from '@stationmaster/ocpp/v16'
import { newId } from '../shared/ids.ts'
import { shortPayload } from '../shared/short-payload.ts'
import type { CallContext, StationSession } from '../shared/station-connection.ts'
import type { GatewayPorts } from './ports.ts'

/** Answers that only say that the message was heard. */
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
 * Keeps a message that has failed again and again for a person to look at, and answers it, because the station
 * would send it for ever and nothing behind it (G38). Null where no such answer exists, or it cannot be kept.
 */
export async function deadLetter(
  ports: GatewayPorts,
  { station }: StationSession,
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
        settlement: null,
        stopFields: null,
        connectorNo: null,
        proposedWh: null,
      })
      facts.hint(station.accountId, { kind: 'quarantine.changed', station: station.id })
      return isStart ? { idTagInfo: { status: 'Invalid' }, transactionId: found.nextNumber() } : {}
    },
  })
  // Where it cannot even be parked the call fails like any other.
  return park.catch(() => null)
}
