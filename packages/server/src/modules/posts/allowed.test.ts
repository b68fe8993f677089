import { describe, expect, test } from 'vitest'
import { StartProblem } from '../../shared/start-problem.ts'
import { isPublicAddress, readAllowed } from './allowed.ts'

const allowed = readAllowed(
  'https://hooks.example.org, https://*.partner.example:8443,http://127.0.0.1:9000,https://10.1.2.3, https://inside.example,10.20.0.0/16, fd00::/8',
)

// Proves O9
describe('url of a script', () => {
  test.each([
    'https://hooks.example.org/a?b=c',
    'https://HOOKS.example.org:443/',
    'https://eu.partner.example:8443/x',
    'https://a.b.partner.example:8443/x',
    'http://127.0.0.1:9000/hook',
    'https://10.1.2.3/',
  ])('%s is allowed', (url) => expect(allowed.refusal(url)).toBeNull())

  test.each([
    '',
    'hooks.example.org',
    'http://hooks.example.org/',
    'https://hooks.example.org:8443/',
    'https://hooks.example.org.evil.example/',
    'https://evil.example/?https://hooks.example.org',
    'https://hooks.example.org@evil.example/',
    'https://user:secret@hooks.example.org/',
    'https://partner.example:8443/',
    'https://evilpartner.example:8443/',
    'http://127.0.0.1:9001/',
    'http://localhost:9000/',
    'http://2130706433:80/',
    'https://10.1.2.4/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ftp://hooks.example.org/',
  ])('%s is not allowed', (url) => {
    expect(allowed.refusal(url)).toMatchObject({ refusal: 'forbidden', field: 'url' })
    expect(JSON.stringify(allowed.refusal(url))).not.toContain('secret')
  })

  test('compares hosts whatever their spelling', () => {
    for (const url of ['https://0x0a.1.2.3/', 'https://10.66051/']) expect(allowed.refusal(url)).toBeNull()
    expect(readAllowed('').refusal('https://hooks.example.org/')).toMatchObject({
      code: 'post.address_not_allowed',
      params: { origin: 'https://hooks.example.org' },
    })
  })
})

// Proves O9
describe('allowed host', () => {
  test.each<[string, string, boolean]>([
    ['hooks.example.org', '93.184.216.34', true],
    ['hooks.example.org', '2606:2800:220:1::1', true],
    ['hooks.example.org', '127.0.0.1', false],
    ['hooks.example.org', '10.1.2.3', false],
    ['hooks.example.org', '169.254.169.254', false],
    ['hooks.example.org', '::ffff:127.0.0.1', false],
    ['hooks.example.org', 'nonsense', false],
    ['inside.example', '10.20.3.4', true],
    ['inside.example', '10.21.3.4', false],
    ['inside.example', 'fd00::1', true],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.4', '10.1.2.4', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '10.1.2.3', false],
  ])('%s at %s may be reached: %s', (host, ip, may) => expect(allowed.mayReach(host, ip)).toBe(may))

  const inside =
    '0.0.0.0 10.0.0.1 100.64.0.1 127.1.2.3 169.254.1.1 172.31.0.1 192.168.1.1 224.0.0.1 255.255.255.255 :: ::1'
  const beyond =
    'fe80::1 fe80::1%eth0 fc00::1 ff02::1 64:ff9b::7f00:1 2001::1 2001:db8::1 2002:7f00:1:: ::ffff:8.8.8.8'
  test.each(`${inside} ${beyond}`.split(' '))('%s is not a public address', (ip) =>
    expect(isPublicAddress(ip)).toBe(false),
  )
  test.each(['8.8.8.8', '172.32.0.1', '2a00:1450::1'])('%s is a public address', (ip) =>
    expect(isPublicAddress(ip)).toBe(true),
  )
})

test.each([
  'http://hooks.example.org',
  'http://*.example.org',
  'https://hooks.example.org/path',
  'https://user@hooks.example.org',
  'hooks.example.org',
  '10.0.0.0/99',
  '*',
])('rejects a list with %s', (list) => {
  expect(() => readAllowed(`https://fine.example, ${list}`)).toThrow(StartProblem)
})
