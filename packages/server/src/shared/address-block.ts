import { isIP } from 'node:net'
import { plainAddress } from './plain-address.ts'

/**
 * Returns the network under which limits count an address: an IPv4 address itself, of an IPv6 address its /64
 * in full notation, because a single customer can use every address of a /64 (RFC 6177, 2). Text that is not
 * an address is returned unchanged.
 */
export function addressBlock(text: string): string {
  const address = plainAddress(text).split('%')[0]!
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const front = groupsOf(head)
  const back = tail === undefined ? [] : groupsOf(tail)
  const groups =
    tail === undefined ? front : [...front, ...Array(8 - front.length - back.length).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Splits a part of an IPv6 address into its 16-bit groups; an IPv4 address at the end counts as two. */
const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
