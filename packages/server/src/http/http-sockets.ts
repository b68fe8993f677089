import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressBlock } from '../shared/address-block.ts'
import type { IsProxy } from '../shared/peer-address.ts'
import { type QuietLimits, QuietSockets } from '../shared/quiet-sockets.ts'

export interface HttpSocketLimits extends QuietLimits {
  /** Sockets of one address that have sent a request. No limit for a trusted proxy, which serves many callers. */
  perAddress: number
  /** Sockets of all addresses that have sent a request. */
  total: number
  /** Milliseconds that the socket of a trusted proxy may be idle between two requests. */
  proxyIdleMs: number
}

interface Entry {
  address: string
  isProxied: boolean
  /** Requests that are not answered yet. */
  running: number
  over: 'address' | 'total' | null
}

/**
 * Prevents HTTP sockets from using up the file descriptors that stations need. Sockets that requested an
 * upgrade to WebSocket do not count here. At a limit the socket that was idle for longest is closed, which
 * HTTP allows at any time between two requests (RFC 9112, 9.5); the request is only refused if all are busy.
 */
export class HttpSockets {
  private readonly limits: HttpSocketLimits
  private readonly isProxy: IsProxy
  private readonly quiet: QuietSockets
  private readonly entries = new Map<Socket, Entry>()
  private readonly countOf = new Map<string, number>()
  /** Sockets between two requests, the longest idle first; also by address. */
  private readonly idle = new Set<Socket>()
  private readonly idleOf = new Map<string, Set<Socket>>()

  constructor(server: Server, limits: HttpSocketLimits, isProxy: IsProxy) {
    this.limits = limits
    this.isProxy = isProxy
    this.quiet = new QuietSockets(limits)
    server.on('connection', (socket: Socket) => {
      this.quiet.add(socket)
      socket.once('close', () => this.remove(socket))
    })
    // before the framework, which calls `excessOf` while it handles this event
    server.prependListener('request', (request, response) => this.requested(request, response))
    server.prependListener('upgrade', ({ socket }: IncomingMessage) => this.remove(socket))
    server.on('close', () => this.quiet.close())
  }

  /** Returns the limit that the socket of a request exceeds, or null. */
  excessOf = (request: IncomingMessage): 'address' | 'total' | null =>
    this.entries.get(request.socket)?.over ?? null

  private requested({ socket }: IncomingMessage, response: ServerResponse): void {
    const entry = this.entries.get(socket) ?? this.enter(socket)
    entry.running++
    this.setIdle(socket, entry, false)
    response.once('close', () => {
      entry.running--
      if (entry.running > 0 || this.entries.get(socket) !== entry) return
      this.setIdle(socket, entry, true)
      // a proxy reuses an idle socket at any time: if it is closed too early, the request sent at that moment
      // is lost
      if (entry.isProxied) socket.setTimeout(this.limits.proxyIdleMs)
    })
  }

  private enter(socket: Socket): Entry {
    this.quiet.remove(socket)
    const address = addressBlock(socket.remoteAddress ?? '')
    const isProxied = this.isProxy(socket.remoteAddress, 0)
    const entry: Entry = { address, isProxied, running: 0, over: null }
    this.entries.set(socket, entry)
    const count = (this.countOf.get(address) ?? 0) + 1
    this.countOf.set(address, count)
    if (!isProxied && count > this.limits.perAddress && !closeFirst(this.idleOf.get(address)))
      entry.over = 'address'
    else if (this.entries.size > this.limits.total && !closeFirst(this.idle)) entry.over = 'total'
    return entry
  }

  private setIdle(socket: Socket, { address }: Entry, isIdle: boolean): void {
    const ofAddress = this.idleOf.get(address) ?? new Set()
    for (const set of [this.idle, ofAddress])
      if (isIdle) set.add(socket)
      else set.delete(socket)
    if (ofAddress.size > 0) this.idleOf.set(address, ofAddress)
    else this.idleOf.delete(address)
  }

  private remove(socket: Socket): void {
    this.quiet.remove(socket)
    const entry = this.entries.get(socket)
    if (!entry) return
    this.entries.delete(socket)
    this.setIdle(socket, entry, false)
    const count = (this.countOf.get(entry.address) ?? 1) - 1
    if (count > 0) this.countOf.set(entry.address, count)
    else this.countOf.delete(entry.address)
  }
}

/** Closes the first socket of a set; returns false if it is empty. Its `close` event removes it everywhere. */
function closeFirst(sockets: Set<Socket> | undefined): boolean {
  const first = sockets?.values().next().value
  if (!first) return false
  sockets.delete(first)
  first.destroy()
  return true
}
