import type { Socket } from 'node:net'
import { addressBlock } from './address-block.ts'

export interface QuietLimits {
  /** Open sockets of one address (IPv6: of one /64) that have not sent a whole request. */
  quiet: number
  /**
   * Milliseconds until such a socket counts: with many stations connecting, sockets are read one after the
   * other.
   */
  quietMs: number
}

/** Limits the sockets of one address that have not sent a whole request. */
export class QuietSockets {
  private readonly limits: QuietLimits
  /** The oldest first. */
  private readonly sockets = new Map<Socket, { address: string; sinceMs: number }>()
  private readonly sweep: NodeJS.Timeout

  constructor(limits: QuietLimits) {
    this.limits = limits
    this.sweep = setInterval(() => this.cut(), limits.quietMs)
    this.sweep.unref()
  }

  /** Adds a new socket; it is removed when it is closed. */
  add(socket: Socket): void {
    this.sockets.set(socket, {
      address: addressBlock(socket.remoteAddress ?? ''),
      sinceMs: performance.now(),
    })
    socket.once('close', () => this.remove(socket))
  }

  /** Removes a socket that has sent a whole request. */
  remove(socket: Socket): void {
    this.sockets.delete(socket)
  }

  close(): void {
    clearInterval(this.sweep)
  }

  /** Closes the newest sockets of an address beyond the limit, so that the older ones may finish. */
  private cut(): void {
    const counts = new Map<string, number>()
    const before = performance.now() - this.limits.quietMs
    // a map keeps the order of insertion: the oldest come first
    for (const [socket, { address, sinceMs }] of this.sockets) {
      if (sinceMs > before) break
      const count = (counts.get(address) ?? 0) + 1
      counts.set(address, count)
      if (count > this.limits.quiet) socket.destroy()
    }
  }
}
