import type { IncomingMessage } from 'node:http'

/** Supported versions of the standard, the preferred one first. */
const spoken = ['ocpp1.6']

/** Returns the subprotocol that both sides support, as spelled by the station; null if there is none. */
export function chooseSubprotocol(offered: Iterable<string>): string | null {
  const names = [...offered]
  for (const version of spoken) {
    const name = names.find((one) => one.toLowerCase() === version)
    if (name !== undefined) return name
  }
  return null
}

/** Returns the subprotocols that a request offers, without empty and repeated names. */
export function offeredSubprotocols(request: IncomingMessage): string[] {
  const header = request.headers['sec-websocket-protocol'] ?? ''
  const names = header.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Returns true if a request offers any version of OCPP. */
export const offersOcpp = (request: IncomingMessage): boolean =>
  offeredSubprotocols(request).some((name) => /^ocpp/i.test(name))

/**
 * Rewrites the offer of subprotocols without empty and repeated names. RFC 6455 (4.1, point 10) allows
 * neither and the WebSocket library rejects both, but firmware in the field sends them, and their meaning is
 * clear.
 */
export function normalizeSubprotocols(request: IncomingMessage): void {
  const { headers } = request
  if (headers['sec-websocket-protocol'] === undefined) return
  const names = offeredSubprotocols(request)
  if (names.length === 0) delete headers['sec-websocket-protocol']
  else headers['sec-websocket-protocol'] = names.join(', ')
}
