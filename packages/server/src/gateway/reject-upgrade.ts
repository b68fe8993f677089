import { randomInt } from 'node:crypto'
import type { Duplex } from 'node:stream'

/** HTTP response that rejects a handshake. */
export interface UpgradeRejection {
  status: 400 | 401 | 403 | 404 | 429 | 431 | 503
  words: string
  headers?: Record<string, string>
}

const reasonPhrases: Record<UpgradeRejection['status'], string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

/**
 * Returns a Retry-After header with a random delay added, so that rejected stations do not reconnect at the
 * same time.
 */
export const retryAfter = (seconds: number): Record<string, string> => ({
  'Retry-After': String(Math.ceil(seconds) + randomInt(0, 5)),
})

/** Rejects a handshake with an HTTP response and closes the socket. */
export function rejectUpgrade(socket: Duplex, { status, words, headers = {} }: UpgradeRejection): void {
  if (socket.destroyed) return
  const body = `${words}\n`
  const all: Record<string, string> = {
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${reasonPhrases[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
