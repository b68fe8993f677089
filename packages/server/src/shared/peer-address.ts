import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { plainAddress } from './plain-address.ts'

/** Trusted proxies in front of the server: a number of them (0: none), or their addresses and networks. */
export type ProxyTrust = { hops: number } | { networks: readonly string[] }

/** A higher number of proxies counts as a mistake. */
const maxHops = 16
/** A network with fewer bits is too large to be meant. */
const fewestBits = 8

/**
 * Reads `TRUST_PROXY`: `off`, `on` (one proxy), a number of proxies, or addresses and networks separated by
 * commas. Returns null if the text is none of these.
 */
export function readProxyTrust(text: string): ProxyTrust | null {
  if (text === 'off') return { hops: 0 }
  if (text === 'on') return { hops: 1 }
  if (/^\d+$/.test(text)) return Number(text) <= maxHops ? { hops: Number(text) } : null
  const networks = text.split(',').map((one) => one.trim())
  return networks.every(isNetwork) ? { networks } : null
}

/** Returns true if a text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const longest = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
}

/** Returns the warning about an unsafe setting of `TRUST_PROXY`, for the log at start; null if there is none. */
export function proxyTrustWarning(text: string): string | null {
  if (text === 'on')
    return 'TRUST_PROXY=on trusts one proxy, whatever its address: callers that reach this port without it choose their own address; set TRUST_PROXY to the address of the proxy'
  const wide = wideNetwork(text)
  return wide === undefined
    ? null
    : `TRUST_PROXY contains ${wide}: callers in this network choose their own address; set TRUST_PROXY to the address of the proxy`
}

/** Returns the first network of a list that is too large to be meant; undefined if there is none. */
export const wideNetwork = (text: string): string | undefined =>
  text
    .split(',')
    .find((one) => Number(/\/(\d+)\s*$/.exec(one)?.[1] ?? fewestBits) < fewestBits)
    ?.trim()

/** Returns true if `X-Forwarded-*` of this address is trusted; `hop` 0 is the socket itself. */
export type IsProxy = (address: string | undefined, hop: number) => boolean

export function trustedProxies(trust: ProxyTrust): IsProxy {
  if ('hops' in trust) return (_address, hop) => hop < trust.hops
  return networkList(trust.networks)
}

/** Returns a predicate that is true for addresses in one of these networks; an undefined address is in none. */
export function networkList(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const one of networks) {
    const [address = '', bits] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (text) => {
    const address = plainAddress(text ?? '')
    return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * Returns the address of the caller of a request, for people and stations alike. Read from the right, each
 * address of `X-Forwarded-For` was written by the proxy after it, so it counts as long as that proxy is
 * trusted; entries that callers add in front of it are ignored.
 */
export function peerAddress(trust: ProxyTrust): (request: IncomingMessage) => string {
  const isProxy = trustedProxies(trust)
  return ({ socket, headers }) => {
    let address = plainAddress(socket.remoteAddress ?? '')
    // a proxy that forwards TLS unchanged adds no headers: those are of the caller
    if (isEncryptedSocket(socket)) return address
    const header = headers['x-forwarded-for']
    const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',')
    for (let hop = 0; hop < forwarded.length && isProxy(address, hop); hop++) {
      const before = withoutPort(forwarded[forwarded.length - 1 - hop]!)
      if (isIP(before) === 0) break
      address = before
    }
    return address
  }
}

/**
 * Returns true if the connection of a request is encrypted: by this server, or by a trusted proxy that says so
 * in `X-Forwarded-Proto`.
 */
export function encryption(trust: ProxyTrust): (request: IncomingMessage) => boolean {
  const isProxy = trustedProxies(trust)
  return ({ socket, headers }) => {
    if (isEncryptedSocket(socket)) return true
    const header = headers['x-forwarded-proto']
    const nearest = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').at(-1)!.trim()
    return isProxy(plainAddress(socket.remoteAddress ?? ''), 0) && /^(https|wss)$/i.test(nearest)
  }
}

const isEncryptedSocket = (socket: Socket): boolean => socket instanceof TLSSocket

/** Removes the port that some proxies add: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
const withoutPort = (text: string): string =>
  plainAddress(
    text
      .trim()
      .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
      .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1'),
  )
