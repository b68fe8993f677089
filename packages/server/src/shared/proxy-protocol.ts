import { isIP, type Server, type Socket } from 'node:net'
import type { Log } from './log.ts'
import { LogThrottle } from './log-throttle.ts'
import { networkList } from './peer-address.ts'

/** Client of a connection that a proxy forwards. */
export interface ProxiedPeer {
  address: string
  port: number
}

/** A header that was read: its length in bytes, and the client; null for a connection of the proxy itself. */
export interface ProxyHeader {
  bytes: number
  peer: ProxiedPeer | null
}

/** Milliseconds for a header to arrive; the proxy sends it first, in one packet. */
const headerMs = 5_000
/** Maximum length of a header of version 1, with its line break. */
const maxTextBytes = 107
/** Maximum length of a header of version 2, with its additional fields, which are not read. */
const maxBinaryBytes = 1_024
const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
const fixedBytes = 16
const start = Buffer.from('PROXY ')

/**
 * Reads a header of the PROXY protocol, version 1 or 2, at the beginning of what was received. Returns null if more
 * is needed. Throws if it is none.
 */
export function readProxyHeader(received: Buffer): ProxyHeader | null {
  if (startsWith(received, signature)) return received.length < fixedBytes ? null : readBinary(received)
  if (startsWith(received, start)) return readText(received)
  throw new Error('the connection does not begin with a PROXY header')
}

/** Returns true if both are equal as far as both reach. */
const startsWith = (received: Buffer, expected: Buffer): boolean => {
  const length = Math.min(received.length, expected.length)
  return received.subarray(0, length).equals(expected.subarray(0, length))
}

function readText(received: Buffer): ProxyHeader | null {
  const text = received.toString('latin1', 0, maxTextBytes)
  const end = text.indexOf('\r\n')
  if (end < 0 && received.length < maxTextBytes) return null
  const bytes = end + 2
  const [, family, source = '', destination = '', ...ports] = text.slice(0, Math.max(end, 0)).split(' ')
  if (end >= 0 && family === 'UNKNOWN') return { bytes, peer: null }
  const version = { TCP4: 4, TCP6: 6 }[family ?? '']
  const [port = NaN, ...more] = ports.map(readPort)
  const isValid =
    version !== undefined &&
    isIP(source) === version &&
    isIP(destination) === version &&
    more.length === 1 &&
    !Number.isNaN(port + more[0]!)
  if (!isValid) throw new Error('the PROXY header of version 1 is not valid')
  return { bytes, peer: { address: source, port } }
}

const readPort = (text: string): number =>
  /^(0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535 ? Number(text) : NaN

const addressBytes: Partial<Record<number, number>> = { 0x11: 4, 0x21: 16 }

function readBinary(received: Buffer): ProxyHeader | null {
  const command = received[12]!
  const family = received[13]!
  const length = received.readUInt16BE(14)
  const bytes = fixedBytes + length
  if (command !== 0x20 && command !== 0x21)
    throw new Error('the PROXY header has an unknown version or command')
  if (bytes > maxBinaryBytes) throw new Error(`the PROXY header is longer than ${maxBinaryBytes} bytes`)
  if (received.length < bytes) return null
  // LOCAL, or a family that the proxy does not state
  if (command === 0x20 || family === 0) return { bytes, peer: null }
  const size = addressBytes[family]
  if (size === undefined || length < 2 * size + 4)
    throw new Error('the PROXY header states no TCP connection over IPv4 or IPv6')
  const source = received.subarray(fixedBytes, fixedBytes + size)
  return { bytes, peer: { address: textOf(source), port: received.readUInt16BE(fixedBytes + 2 * size) } }
}

/** First bytes of an IPv4 address in an IPv6 header, as load balancers send it that listen on both (RFC 4291, 2.5.5.2). */
const mappedStart = Buffer.from('00000000000000000000ffff', 'hex')

/** Returns an address as Node.js states those of its sockets. */
function textOf(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join('.')
  if (startsWith(bytes, mappedStart)) return `::ffff:${bytes.subarray(mappedStart.length).join('.')}`
  return new URL(`http://[${bytes.toString('hex').match(/.{4}/g)!.join(':')}]`).hostname.slice(1, -1)
}

/** Names of sockets whose address was replaced. */
const names = new WeakMap<Socket, string>()

/** Returns the address and port from which a socket really comes, which name it among the open ones. */
export const socketName = (socket: Socket): string =>
  names.get(socket) ?? `${socket.remoteAddress} ${socket.remotePort}`

/** Lets a socket show the address of the client instead of that of the proxy. */
export function replacePeer(socket: Socket, { address, port }: ProxiedPeer): void {
  names.set(socket, socketName(socket))
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  Object.defineProperty(socket, 'remotePort', { value: port })
}

export interface ProxyProtocolOptions {
  /** Addresses and networks of the proxies. */
  proxies: readonly string[]
  log: Pick<Log, 'warn'>
  headerMs?: number
}

/**
 * Reads the PROXY header of each connection from a proxy before the server does anything else with it. As the protocol
 * demands, nothing is guessed: a connection from a proxy without a header is closed, and in one from elsewhere no header
 * is read. Call it when all listeners for connections are registered.
 */
export function expectProxyHeaders(server: Server, options: ProxyProtocolOptions): void {
  const isProxy = networkList(options.proxies)
  const throttle = new LogThrottle(60_000)
  const listeners = server.listeners('connection')
  server.removeAllListeners('connection')
  const accept = (socket: Socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
  const readFirst = async (socket: Socket, address: string | undefined): Promise<void> => {
    let peer: ProxiedPeer | null
    try {
      peer = await readFrom(socket, options.headerMs ?? headerMs)
    } catch (error) {
      socket.destroy()
      const why = (error as Error).message // readFrom throws errors
      if (throttle.shouldLog(address ?? ''))
        options.log.warn({ address, why }, 'a connection of a load balancer was closed')
      return
    }
    if (peer) replacePeer(socket, peer)
    if (!socket.destroyed) accept(socket)
  }
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (isProxy(address)) void readFirst(socket, address)
    else accept(socket)
  })
}

/** Reads the header of a connection; what follows it remains in the socket. */
function readFrom(socket: Socket, limitMs: number): Promise<ProxiedPeer | null> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      socket.off('readable', read).off('end', ended).off('close', ended).off('error', ended)
      // after what the stream does at its next tick because the listener was removed
      process.nextTick(settle)
    }
    const fail = (error: Error) => {
      // errors of a socket that is about to be closed
      socket.on('error', () => {})
      finish(() => reject(error))
    }
    const ended = () => fail(new Error('it ended before its PROXY header'))
    const timer = setTimeout(() => fail(new Error('its PROXY header did not arrive in time')), limitMs)
    const read = () => {
      try {
        for (;;) {
          const part: Buffer | null = socket.read()
          if (part === null) return
          received = Buffer.concat([received, part])
          const header = readProxyHeader(received)
          if (header === null) continue
          if (received.length > header.bytes) socket.unshift(received.subarray(header.bytes))
          return finish(() => resolve(header.peer))
        }
      } catch (error) {
        fail(error as Error) // readProxyHeader throws errors
      }
    }
    socket.on('readable', read).on('end', ended).on('close', ended).on('error', ended)
  })
}
