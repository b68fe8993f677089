import { describe, expect, it } from 'vitest'
import { peerAddress, proxyTrustWarning, readProxyTrust } from './peer-address.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as never

describe('the address of a peer', () => {
  // Proves A8
  it.each([
    ['off', '::ffff:10.0.0.9', '1.2.3.4', '10.0.0.9'],
    ['on', '10.0.0.9', '1.2.3.4', '1.2.3.4'],
    ['on', '10.0.0.9', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['1', '10.0.0.9', '6.6.6.6,1.2.3.4', '1.2.3.4'],
    ['2', '10.0.0.9', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
    ['3', '10.0.0.9', '1.2.3.4', '1.2.3.4'],
    ['10.0.0.0/8', '10.0.0.9', '6.6.6.6, 1.2.3.4, 10.0.0.8', '1.2.3.4'],
    ['10.0.0.0/8', '::ffff:10.0.0.9', '10.6.6.6, 10.0.0.8', '10.6.6.6'],
    ['10.0.0.0/8', '9.9.9.9', '1.2.3.4', '9.9.9.9'],
    ['127.0.0.1, ::1', '127.0.0.1', 'nonsense', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '1.2.3.4, nonsense', '127.0.0.1'],
    ['127.0.0.1, ::1', '::1', undefined, '::1'],
    ['127.0.0.1', '127.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
    ['127.0.0.1', '127.0.0.1', '[2001:db8::7]:5678', '2001:db8::7'],
    ['::ffff:127.0.0.1', '127.0.0.1', '1.2.3.4', '1.2.3.4'],
  ])('with TRUST_PROXY=%s, from %s, with the header %j, is %s', (trust, remote, forwarded, expected) => {
    expect(peerAddress(readProxyTrust(trust)!)(request(remote, forwarded))).toBe(expected)
  })
})

it.each(['1.2.3', '10.0.0.0/33', '10.0.0.0/8/8', '99', '10.0.0.1,', 'true', '::/129'])(
  'rejects TRUST_PROXY=%s',
  (text) => expect(readProxyTrust(text)).toBeNull(),
)

it.each([
  ['off', null],
  ['1', null],
  ['10.0.0.0/8, 192.0.2.1, 2001:db8::/32', null],
  ['on', 'TRUST_PROXY=on trusts one proxy'],
  ['0.0.0.0/0', 'TRUST_PROXY contains 0.0.0.0/0'],
  ['127.0.0.1, ::/0', 'TRUST_PROXY contains ::/0'],
])('warns about TRUST_PROXY=%s: %j', (text, words) => {
  const warning = proxyTrustWarning(text)
  if (words === null) expect(warning).toBeNull()
  else expect(warning).toContain(words)
})
