import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface QuietLimits {
  /** Sockets of one address that may be open without having sent a whole request. */
  most: number
  /** How long a socket may be quiet before it counts: those of a storm are read one after the other. */
  afterMs: number
}

/**
 * Keeps one address from holding many sockets without ever asking for anything (H9): beyond the number the newest
 * are cut, so that who was here first may finish.
 */
export function limitQuietSockets(server: Server, { most, afterMs }: QuietLimits): void {
  const quiet = new Map<Socket, { address: string; sinceMs: number }>()
  server.on('connection', (socket: Socket) => {
    quiet.set(socket, { address: socket.remoteAddress ?? '', sinceMs: performance.now() })
    socket.once('close', () => quiet.delete(socket))
  })
  const spoke = ({ socket }: { socket: Socket }) => void quiet.delete(socket)
  server.on('request', spoke)
  server.on('upgrade', spoke)
  const sweep = setInterval(() => {
    const counts = new Map<string, number>()
    const before = performance.now() - afterMs
    // a map keeps the order of insertion: the oldest come first
    for (const [socket, { address, sinceMs }] of quiet) {
      if (sinceMs > before) break
      const count = (counts.get(address) ?? 0) + 1
      counts.set(address, count)
      if (count > most) socket.destroy()
    }
  }, afterMs)
  sweep.unref()
  server.on('close', () => clearInterval(sweep))
}
