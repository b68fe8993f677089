import type { GatewayOptions } from './options.ts'

/** Calls with lists of meter values, and the member that holds the list. */
const lists = { StopTransaction: ['transactionData'], MeterValues: ['meterValue'] } as const
type ListName = (typeof lists)[keyof typeof lists]

const listAhead = /^\s*\[\s*2\s*,\s*"[^"\\]{1,36}"\s*,\s*"(StopTransaction|MeterValues)"/

/** A call with a list of meter values is read in parts when it has more bytes. */
const shortBytes = 32 * 1024

/**
 * Returns the text of a frame, and the name of its list when it has to be read in parts; null when it is too long.
 * StopTransaction may be longer than other messages, because it carries the readings of a whole session.
 */
export function frameText(
  data: Buffer,
  options: Pick<GatewayOptions, 'frameBytes'>,
): { text: string; list: ListName | null } | null {
  if (data.length <= Math.min(shortBytes, options.frameBytes))
    return { text: data.toString('utf8'), list: null }
  const action = listAhead.exec(data.toString('utf8', 0, 200))?.[1] as keyof typeof lists | undefined
  if (data.length > options.frameBytes && action !== 'StopTransaction') return null
  return { text: data.toString('utf8'), list: action ? lists[action] : null }
}
