import type { GatewayOptions } from './options.ts'

/** Calls with lists of meter values, and the member that holds the list. */
const lists = { StopTransaction: ['transactionData'], MeterValues: ['meterValue'] } as const
type ListName = (typeof lists)[keyof typeof lists]

const listAhead = /^\s*\[\s*2\s*,\s*"[^"\\]{1,36}"\s*,\s*"(StopTransaction|MeterValues)"/

/** Bytes beyond which a call with a list of meter values is read in parts. */
const shortBytes = 32 * 1024

/**
 * Returns the text of a frame, and the name of its list if it has to be read in parts; null if it is too
 * long. StopTransaction may be longer than other messages because it carries the meter values of a whole
 * transaction.
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
