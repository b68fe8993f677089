import { BlockList, isIP } from 'node:net'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { StartProblem } from '../../shared/start-problem.ts'

/** Addresses to which the server may post. */
export interface AllowedAddresses {
  /** Refuses an address that is not allowed. */
  refusal(url: string): Refusal | null
  /** Returns true if the host may be contacted at this IP address. */
  mayReach(host: string, ip: string): boolean
}

interface Entry {
  protocol: string
  /** With a leading dot: every subdomain. */
  host: string
  port: string
}

const origin = /^(https?):\/\/(\*\.)?([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/
const network = /^([0-9a-f.:]+)\/(\d{1,3})$/
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const split = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')

const readEntry = (part: string): Entry | null => {
  const found = origin.exec(part)
  if (!found) return null
  const [, scheme, wildcard, host, port] = found
  // plain HTTP is allowed to this machine only
  if (scheme === 'http' && (wildcard || !loopback.test(host!))) return null
  return {
    protocol: `${scheme}:`,
    host: wildcard ? `.${host}` : host!,
    port: port ?? (scheme === 'https' ? '443' : '80'),
  }
}

const readNetwork = (part: string): [string, number, 'ipv4' | 'ipv6'] | null => {
  const found = network.exec(part)
  const family = found && isIP(found[1]!)
  if (!found || !family || Number(found[2]) > (family === 4 ? 32 : 128)) return null
  return [found[1]!, Number(found[2]), family === 4 ? 'ipv4' : 'ipv6']
}

/**
 * Parses a list of the configuration with this name: origins such as `https://hooks.example.org` or
 * `https://*.example.org`, and private networks such as `10.1.0.0/16` in which those hosts may lie. Throws
 * for anything else, so the server does not start.
 */
export function readAllowed(list: string, name = 'SCRIPT_POST_ALLOWED'): AllowedAddresses {
  const entries: Entry[] = []
  const networks = new BlockList()
  for (const part of split(list)) {
    const entry = readEntry(part)
    const subnet = readNetwork(part)
    if (entry) entries.push(entry)
    else if (subnet) networks.addSubnet(...subnet)
    else throw new StartProblem(`${name}: "${part}" is neither an https origin nor a network`)
  }
  const matches = (entry: Entry, url: URL): boolean =>
    entry.protocol === url.protocol &&
    entry.port === (url.port || (url.protocol === 'https:' ? '443' : '80')) &&
    (entry.host.startsWith('.') ? url.hostname.endsWith(entry.host) : url.hostname === entry.host)
  return {
    refusal(text) {
      const url = URL.canParse(text) ? new URL(text) : null
      if (!url) return refuse('post.address_invalid', { field: 'url' })
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        return refuse('post.address_not_https', { field: 'url' })
      if (url.username !== '' || url.password !== '')
        return refuse('post.address_with_login', { field: 'url' })
      if (entries.some((entry) => matches(entry, url))) return null
      return refuse('post.address_not_allowed', { origin: url.origin, field: 'url' })
    },
    mayReach(host, ip) {
      const family = isIP(ip)
      if (family === 0) return false
      if (networks.check(ip, family === 4 ? 'ipv4' : 'ipv6')) return true
      // a listed loopback host may only resolve to loopback
      if (loopback.test(host)) return loopback.test(family === 4 ? ip : `[${ip}]`)
      const isNamed = bare(host) === ip && entries.some((entry) => bare(entry.host) === ip)
      return isNamed || isPublicAddress(ip)
    },
  }
}

const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1')

const blockList = (family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList => {
  const list = new BlockList()
  for (const [net, bits] of networks) list.addSubnet(net, bits, family)
  return list
}

/** IANA special-purpose registries: addresses of this machine, of private networks, or without a destination. */
const special4 = blockList('ipv4', [
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
])

const global6 = blockList('ipv6', [['2000::', 3]])
/** Exceptions within the global range: Teredo, documentation, 6to4, which embeds an IPv4 address. */
const special6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

/** Returns true if an IP address is public. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return !special4.check(ip, 'ipv4')
  // an address with a zone is link-local
  return family === 6 && !ip.includes('%') && global6.check(ip, 'ipv6') && !special6.check(ip, 'ipv6')
}
