import type { GatewayOptions } from './options.ts'

const stopAhead = /^\s*\[\s*2\s*,\s*"[^"\\]{1,36}"\s*,\s*"StopTransaction"/

/**
 * The text of a frame; null when it is too long. StopTransaction may be longer than others, because it carries
 * the readings of a whole session.
 */
export function frameText(data: Buffer, options: Pick<GatewayOptions, 'frameBytes'>): string | null {
  if (data.length > options.frameBytes && !stopAhead.test(data.toString('utf8', 0, 200))) return null
  return data.toString('utf8')
}
