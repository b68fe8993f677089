import type { IncomingMessage } from 'node:http'

/** Versions of the standard that are spoken here, the best first. */
const spoken = ['ocpp1.6']

/** The subprotocol both sides speak, in the station's own spelling; null when there is none. */
export function chooseSubprotocol(offered: Iterable<string>): string | null {
  const names = [...offered]
  for (const version of spoken) {
    const name = names.find((one) => one.toLowerCase() === version)
    if (name !== undefined) return name
  }
  return null
}

export function offeredSubprotocols(request: IncomingMessage): string[] {
  const header = request.headers['sec-websocket-protocol'] ?? ''
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
