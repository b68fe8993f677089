import { sliceList, toWireText } from '@stationmaster/ocpp'
import type { CallContext } from './station-connection.ts'

/** Maximum number of characters of a payload stored outside of the OCPP log. */
const longestPayload = 8_192

const lists = { StopTransaction: ['transactionData'], MeterValues: ['meterValue'] } as const

/**
 * Returns the payload as stored for display: as the station wrote it, but with the number of meter values in
 * place of a long list. Their samples are stored as meter values.
 */
export function shortPayload(action: string, { rawPayload, long }: CallContext): string {
  if (rawPayload.length <= longestPayload) return rawPayload
  const names = lists[action as keyof typeof lists]
  const list = names && sliceList(rawPayload, { depth: 1, names })
  const rest = list
    ? rawPayload.slice(0, list.start) +
      JSON.stringify(sentence(list.values, long?.cut ?? 0)) +
      rawPayload.slice(list.end)
    : rawPayload
  return rest.length > longestPayload ? `${toWireText(rest.slice(0, longestPayload))}…` : rest
}

const sentence = (values: number, cut: number): string =>
  cut === 0
    ? `${values} sampled values, stored as meter values`
    : `${values} sampled values, of which ${cut} are not stored: more than one message can need`
