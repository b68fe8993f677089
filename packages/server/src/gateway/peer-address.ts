import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { plainAddress } from '../shared/plain-address.ts'

function proxies(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  const named = trusted.flatMap((one) => (one === 'loopback' ? ['127.0.0.0/8', '::1'] : [one]))
  for (const one of named) {
    const [address = '', bits] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Tells the address of who knocks. Behind proxies that are trusted it is the last one in X-Forwarded-For that is
 * no such proxy; with `true` the first one.
 */
export function peerAddress(trustProxy: boolean | readonly string[]): (request: IncomingMessage) => string {
  const isProxy = Array.isArray(trustProxy) ? proxies(trustProxy) : () => trustProxy === true
  return (request) => {
    const direct = plainAddress(request.socket.remoteAddress ?? '')
    if (!isProxy(direct)) return direct
    const header = request.headers['x-forwarded-for']
    const told = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map(plainAddress)
    const path = [...told.filter((address) => isIP(address) !== 0), direct]
    return path.findLast((address) => !isProxy(address)) ?? path[0] ?? direct
  }
}
