import { BlockList, isIP } from 'node:net'

/** IANA special-purpose registries: addresses of this machine, of private networks, or without a destination. */
const special4 = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special4.addSubnet(net, bits, 'ipv4')

const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
/** Exceptions within the global range: Teredo, documentation, 6to4, which embeds an IPv4 address. */
const special6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(net, bits, 'ipv6')

/** Returns true if an IP address is public. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return !special4.check(ip, 'ipv4')
  // an address with a zone is link-local
  return family === 6 && !ip.includes('%') && global6.check(ip, 'ipv6') && !special6.check(ip, 'ipv6')
}
