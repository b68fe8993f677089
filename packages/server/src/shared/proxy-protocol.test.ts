import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binaryHeader, textHeader } from '../../test/proxy-header.ts'
import { expectProxyHeaders, readProxyHeader } from './proxy-protocol.ts'

const ipv4 = '21 11 000c c0000207 7f000001 1267 01bb'
const mapped = `21 21 0024 00000000000000000000ffffc0000207 ${'00'.repeat(16)} 1267 01bb`
const ipv6 = `21 21 0024 20010db8000000000000000000000007 ${'00'.repeat(16)} 1267 01bb`

test.each([
  ['version 1, IPv4', Buffer.from(textHeader('192.0.2.7')), '192.0.2.7'],
  ['version 1, IPv6', Buffer.from(textHeader('2001:db8::7')), '2001:db8::7'],
  ['version 1, unknown', Buffer.from('PROXY UNKNOWN\r\n'), null],
  ['version 1, unknown with text', Buffer.from('PROXY UNKNOWN ffff::1 ffff::1 1 2\r\n'), null],
  ['version 2, IPv4', binaryHeader(ipv4), '192.0.2.7'],
  ['version 2, IPv6', binaryHeader(ipv6), '2001:db8::7'],
  ['version 2, IPv4 in IPv6', binaryHeader(mapped), '::ffff:192.0.2.7'],
  [
    'version 2, with fields',
    binaryHeader('21 11 0014 c0000207 7f000001 1267 01bb 03 0005 0000000000'),
    '192.0.2.7',
  ],
  ['version 2, of the proxy itself', binaryHeader('20 00 0000'), null],
  ['version 2, no family', binaryHeader('21 00 0004 00000000'), null],
])('reads %s, as soon as it is complete, and nothing after it', (_, header, address) => {
  const received = Buffer.concat([header, Buffer.from('PROXY more')])
  for (let length = 0; length < header.length; length++)
    expect(readProxyHeader(received.subarray(0, length)), `${length} bytes`).toBeNull()
  expect(readProxyHeader(received)).toEqual({
    bytes: header.length,
    peer: address === null ? null : { address, port: 4711 },
  })
})

// Proves L358
test.each([
  ['no header', 'GET / HTTP/1.1\r\n'],
  ['the start of TLS', Buffer.from('160301', 'hex')],
  ['another start', '\r\n\r\nx'],
  ['lower case', 'proxy TCP4 192.0.2.7 127.0.0.1 4711 443\r\n'],
  ['an address of the other family', 'PROXY TCP6 192.0.2.7 127.0.0.1 4711 443\r\n'],
  ['no address', 'PROXY TCP4 x 127.0.0.1 4711 443\r\n'],
  ['an invalid destination', 'PROXY TCP4 192.0.2.7 x 4711 443\r\n'],
  ['an invalid port', 'PROXY TCP4 192.0.2.7 127.0.0.1 65536 443\r\n'],
  ['a port with a leading zero', 'PROXY TCP4 192.0.2.7 127.0.0.1 04711 443\r\n'],
  ['no destination port', 'PROXY TCP4 192.0.2.7 127.0.0.1 4711\r\n'],
  ['another word', 'PROXY TCP4 192.0.2.7 127.0.0.1 4711 443 x\r\n'],
  ['two spaces', 'PROXY  TCP4 192.0.2.7 127.0.0.1 4711 443\r\n'],
  ['another family', 'PROXY UDP4 192.0.2.7 127.0.0.1 4711 443\r\n'],
  ['a line that is too long', `PROXY UNKNOWN ${'x'.repeat(100)}`],
  ['version 3', binaryHeader(ipv4.replace('21', '31'))],
  ['another command', binaryHeader(ipv4.replace('21', '22'))],
  ['UDP', binaryHeader(ipv4.replace('11', '12'))],
  ['a local socket', binaryHeader(`21 31 00d8 ${'00'.repeat(216)}`)],
  ['addresses that are too short', binaryHeader('21 11 000b c0000207 7f000001 1267 01')],
  ['an IPv6 address that is too short', binaryHeader(ipv4.replace('11', '21'))],
  ['fields that are too long', binaryHeader('21 11 03f1')],
])('rejects %s', (_, received) => {
  expect(() => readProxyHeader(Buffer.from(received))).toThrow(/PROXY header/)
})

const warnings: unknown[] = []
const server = createServer((request, response) => {
  const { remoteAddress, remotePort } = request.socket
  response.end(`${remoteAddress} ${remotePort}`)
})
beforeAll(async () => {
  const log = { warn: (about: unknown) => void warnings.push(about) }
  expectProxyHeaders(server, { proxies: ['127.0.0.9'], log, headerMs: 300 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** Sends parts one after the other; returns what is received until the close. */
async function exchange(localAddress: string, parts: readonly (string | Buffer)[]): Promise<string> {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
  socket.on('error', () => {})
  let received = ''
  socket.setEncoding('latin1').on('data', (part: string) => (received += part))
  for (const part of parts) await new Promise((resolve) => socket.write(part, resolve))
  if (!socket.closed) await once(socket, 'close')
  return received
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

test.each([
  ['with the request in one packet', '127.0.0.9', [`${textHeader('192.0.2.7')}${get}`], '192.0.2.7 4711'],
  ['byte by byte', '127.0.0.9', [...textHeader('2001:db8::7'), get], '2001:db8::7 4711'],
  ['of version 2', '127.0.0.9', [Buffer.concat([binaryHeader(ipv4), Buffer.from(get)])], '192.0.2.7 4711'],
  ['of a check by the proxy', '127.0.0.9', [binaryHeader('20 00 0000'), get], '127.0.0.9 '],
  ['that is absent in a connection from elsewhere', '127.0.0.1', [get], '127.0.0.1 '],
])('a header %s states who is connected', async (_, from, parts, expected) => {
  expect(await exchange(from, parts)).toContain(`\r\n\r\n${expected}`)
})

// Proves L358
test('a connection without a header, or with half of one, is closed in time, and logged once a minute', async () => {
  expect(await exchange('127.0.0.9', [get])).toBe('')
  expect(await exchange('127.0.0.9', ['PROXY TCP4 '])).toBe('')
  expect(await exchange('127.0.0.9', [])).toBe('')
  expect(warnings).toEqual([{ address: '127.0.0.9', why: expect.stringContaining('does not begin with') }])
})

test('a header from an address that is no proxy is not read', async () => {
  expect(await exchange('127.0.0.1', [`${textHeader('192.0.2.7')}${get}`])).toContain('400 Bad Request')
})
