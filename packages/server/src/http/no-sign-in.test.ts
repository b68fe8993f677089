import { expect, test } from 'vitest'
import { noSignInRule } from './no-sign-in.ts'
import type { WebCall } from './web-call.ts'

const rule = noSignInRule({
  networks: ['127.0.0.0/8', '::1', '192.168.7.0/24'],
  publicUrl: 'https://depot.example.org',
  origins: ['https://portal.example.org'],
})

interface Sent {
  address?: string
  host?: string
  origin?: string
  isViaUnknownProxy?: boolean
}

function isAccepted({ address = '127.0.0.1', isViaUnknownProxy = false, ...headers }: Sent): boolean {
  const sent: Record<string, string | undefined> = { host: '127.0.0.1:8080', ...headers }
  const call = { address, isViaUnknownProxy, header: (name: string) => sent[name] } as Partial<WebCall>
  return rule(call as WebCall) === null // the rule uses no other header
}

test.each<Sent>([
  {},
  { address: '::1', host: '[::1]:8080' },
  { host: 'localhost:8080', origin: 'http://localhost:8080' },
  { address: '192.168.7.20', host: '192.168.7.1:8080', origin: 'http://192.168.7.1:8080' },
  { host: 'depot.example.org', origin: 'https://depot.example.org' },
  { origin: 'https://portal.example.org' },
])('accepts a request without a token: %j', (sent) => {
  expect(isAccepted(sent)).toBe(true)
})

test.each<Sent>([
  { address: '192.168.8.20' },
  { address: '203.0.113.9', host: 'depot.example.org' },
  { address: 'unknown' },
  { isViaUnknownProxy: true },
  // another page of the same browser
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3000', host: 'localhost:8080' },
  // another page's host name that resolves to this server
  { host: 'evil.example:8080', origin: 'http://evil.example:8080' },
  { host: 'localhost.evil.example' },
  { host: '' },
])('rejects a request without a token: %j', (sent) => {
  expect(isAccepted(sent)).toBe(false)
})
