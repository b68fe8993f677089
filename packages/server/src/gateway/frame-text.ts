import { defaultCaps, type FrameCaps } from '@stationmaster/ocpp'
import type { GatewayOptions } from './options.ts'

const stopAhead = /^\s*\[\s*2\s*,\s*"[^"\\]{1,36}"\s*,\s*"StopTransaction"/

/** From this length on it is looked whether a frame is one that may be longer. */
const shortBytes = 32 * 1024
const stopCaps: FrameCaps = { ...defaultCaps, nodes: 200_000 }

/**
 * The text of a frame with the caps of its shape; null when it is too long. StopTransaction may hold more than
 * others, because it carries the readings of a whole session.
 */
export function frameText(
  data: Buffer,
  options: Pick<GatewayOptions, 'frameBytes'>,
): { text: string; caps: FrameCaps } | null {
  const isShort = data.length <= Math.min(shortBytes, options.frameBytes)
  const isStop = !isShort && stopAhead.test(data.toString('utf8', 0, 200))
  if (data.length > options.frameBytes && !isStop) return null
  return { text: data.toString('utf8'), caps: isStop ? stopCaps : defaultCaps }
}
