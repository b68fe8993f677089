import { BlockList, isIP } from 'node:net'

export interface Network {
  kind: 'allow' | 'deny'
  /** An address or a network in CIDR notation. */
  network: string
}

/** Returns an IPv4 address in its own notation, even if the system shows it as IPv6. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * Returns the network in canonical form (the database writes `10.1.2.3/8` as `10.0.0.0/8`); null if it is
 * invalid.
 */
export function readNetwork(text: string): string | null {
  const [address = '', bits, more] = plain(text).split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined || address.includes('%')) return null
  const longest = family === 4 ? 32 : 128
  if (bits === undefined) return `${address}/${longest}`
  return /^\d{1,3}$/.test(bits) && Number(bits) <= longest ? `${address}/${Number(bits)}` : null
}

/**
 * Returns a function that checks an address: denied networks take precedence; if any are allowed, no other
 * address is.
 */
export function addressFilterOf(networks: readonly Network[]): (address: string) => boolean {
  if (networks.length === 0) return allowAll
  const lists = { allow: new BlockList(), deny: new BlockList() }
  for (const { kind, network } of networks) {
    const [address = '', bits = ''] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    lists[kind].addSubnet(address, Number(bits || (family === 'ipv6' ? 128 : 32)), family)
  }
  const hasAllowList = networks.some(({ kind }) => kind === 'allow')
  return (from) => {
    const address = plain(from)
    const version = isIP(address)
    // the origin is unknown
    if (version === 0) return false
    const family = version === 6 ? 'ipv6' : 'ipv4'
    return !lists.deny.check(address, family) && (!hasAllowList || lists.allow.check(address, family))
  }
}

const allowAll = () => true
