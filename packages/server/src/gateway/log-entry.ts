import { toWireText } from '@stationmaster/ocpp'
import type { LogFact } from '../shared/facts.ts'
import type { CallContext, StationConnection } from '../shared/station-connection.ts'

/** Maximum number of characters of a payload in the log. */
const longestText = 65_536

/** Returns a text as stored in the log: cut to the maximum length. */
export const forLog = (text: string | null): string | null => {
  if (text === null) return null
  return text.length > longestText ? `${toWireText(text.slice(0, longestText))}…` : toWireText(text)
}

/** Returns the OCPP log entry for a call of a station and its answer. */
export function logEntry(
  { station }: StationConnection,
  action: string,
  call: CallContext,
  response: string | null,
  errorCode?: string,
): LogFact {
  return {
    at: call.receivedAt.toISOString(),
    accountId: station.accountId,
    stationId: station.id,
    isOutgoing: false,
    action: toWireText(action.slice(0, 100)),
    messageId: toWireText(call.id),
    request: forLog(call.rawPayload),
    response: forLog(response),
    errorCode: errorCode ?? null,
    durationMs: Date.now() - call.receivedAt.getTime(),
    commandId: null,
  }
}
