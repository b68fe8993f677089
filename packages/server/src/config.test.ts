import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('uses the defaults for an empty environment, in the units of the code', () => {
  expect(readConfig({ PATH: '/bin', PORT: '' })).toEqual({
    role: 'all',
    port: 8080,
    host: undefined,
    dataDir: resolve('var'),
    databaseUrl: undefined,
    databasePool: 10,
    adminPassword: undefined,
    auditAnchors: { file: undefined, url: undefined },
    secretKey: undefined,
    totpDemand: 'off',
    publicUrl: undefined,
    stationUrl: undefined,
    noSignInFrom: null,
    trustProxy: { hops: 0 },
    proxyProtocol: [],
    warnings: [],
    corsOrigins: [],
    ocpp: { pingMs: 30_000, callTimeoutMs: 30_000, frameBytes: 262_144, deflate: false },
    signUp: 'driver',
    mail: { smtpUrl: undefined, from: 'OCPP CS <no-reply@localhost>' },
    openId: [],
    payments: { offline: false, stripe: null, isTrial: false },
    scriptPostAllowed: '',
    pushServices:
      'https://fcm.googleapis.com,https://*.push.services.mozilla.com,https://*.push.apple.com,https://*.notify.windows.com',
    clients: [],
    logLevel: 'info',
    retention: { logDays: 30, meterDays: 396, apiLogDays: 30, eventLogDays: 180, activityDays: 396 },
    quotas: { stations: 5_000, cards: 100_000, users: 10_000, logMibPerDay: 10_240 },
    page: {
      authorize: true,
      crm: true,
      driver: true,
      admin: true,
      ocpp: true,
      stationDomain: '',
      titleSuffix: '',
      debug: true,
      map: { style: null, raster: null, attribution: null },
    },
  })
})

test('reads values in their formats', () => {
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: 'postgresql://u:p@h/d',
    PUBLIC_URL: 'https://charging.example.org/',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    OCPP_DEFLATE: 'Yes',
    AREAS: 'crm, admin',
    SMTP_URL: 'smtps://u:p@mail.example.org',
    SIGN_UP: 'off',
    MAP_RASTER: 'https://tiles.example.org/{z}/{x}/{y}.png',
  })
  expect(config).toMatchObject({
    port: 0,
    databaseUrl: 'postgresql://u:p@h/d',
    publicUrl: 'https://charging.example.org',
    signUp: 'off',
    // the sender is derived from the public URL
    mail: {
      smtpUrl: 'smtps://u:p@mail.example.org',
      from: 'OCPP CS <no-reply@charging.example.org>',
    },
    trustProxy: { networks: ['10.0.0.0/8', '::1'] },
    ocpp: { deflate: true },
    page: {
      authorize: false,
      crm: true,
      admin: true,
      ocpp: false,
      stationDomain: 'wss://charging.example.org',
      map: { raster: 'https://tiles.example.org/{z}/{x}/{y}.png' },
    },
  })
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc"'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000"'],
  [{ OCPP_DEFLATE: 'maybe' }, 'OCPP_DEFLATE must be on or off, not "maybe"'],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
  ],
  [
    { AREAS: 'crm,shop' },
    'AREAS must be a list of authorize, crm, driver, admin, ocpp, separated by commas, not "crm,shop"',
  ],
  [
    { PUBLIC_URL: 'charging.example.org' },
    'PUBLIC_URL must be an origin such as https://charging.example.org, not "charging.example.org"',
  ],
  // Secrets are never repeated.
  [
    { DATABASE_URL: 'mysql://u:secret@h/d' },
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/database',
  ],
  [
    { TRUST_PROXY: '10.0.0.0/40' },
    'TRUST_PROXY must be off, the number of proxies in a row (1 to 16), or their addresses and networks, separated by commas, not "10.0.0.0/40"',
  ],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be at least 8 characters'],
])('rejects %o in one line', (variables, line) => {
  expect(() => readConfig(variables)).toThrow(
    expect.objectContaining({ name: 'StartProblem', message: line }),
  )
})

test('warns if sign-in is switched off, which then applies to this machine only', () => {
  const { noSignInFrom, warnings } = readConfig({ AREAS: 'crm,admin' })
  expect(noSignInFrom).toEqual(['127.0.0.0/8', '::1'])
  expect(warnings).toEqual([expect.stringContaining('without signing in')])
  expect(readConfig({ NO_SIGN_IN_FROM: '10.0.0.0/8' })).toMatchObject({ noSignInFrom: null, warnings: [] })
  expect(() => readConfig({ AREAS: 'crm', NO_SIGN_IN_FROM: 'anywhere' })).toThrow(
    'NO_SIGN_IN_FROM must be addresses and networks, separated by commas, not "anywhere"',
  )
})

test('warns about a proxy setting that trusts any address', () => {
  expect(readConfig({ TRUST_PROXY: 'on' }).warnings).toEqual([expect.stringContaining('TRUST_PROXY=on')])
  expect(readConfig({ TRUST_PROXY: '::/0' }).warnings).toEqual([expect.stringContaining('::/0')])
  expect(readConfig({ TRUST_PROXY: '10.0.0.7' }).warnings).toEqual([])
})

test('reads the load balancers that send a PROXY header, and refuses what would let callers choose an address', () => {
  const files = { OCPP_TLS_CERTIFICATE: '/a.pem', OCPP_TLS_KEY: '/a.key' }
  expect(readConfig({ PROXY_PROTOCOL: '10.0.0.7, 2001:db8::/64' }).proxyProtocol).toEqual([
    '10.0.0.7',
    '2001:db8::/64',
  ])
  expect(readConfig({ ...files, OCPP_TLS_PROXY_PROTOCOL: '10.0.0.7' }).stationTls!.proxyProtocol).toEqual([
    '10.0.0.7',
  ])
  for (const [variables, words] of [
    [
      { PROXY_PROTOCOL: 'on' },
      'PROXY_PROTOCOL must be addresses and networks, separated by commas, not "on"',
    ],
    [{ ...files, OCPP_TLS_PROXY_PROTOCOL: '10.0.0.7,' }, 'OCPP_TLS_PROXY_PROTOCOL must be'],
    [{ PROXY_PROTOCOL: '0.0.0.0/0' }, 'PROXY_PROTOCOL contains 0.0.0.0/0'],
    [{ PROXY_PROTOCOL: '10.0.0.7', TRUST_PROXY: 'on' }, 'TRUST_PROXY must be off or addresses'],
    [{ PROXY_PROTOCOL: '10.0.0.7', TRUST_PROXY: '2' }, 'TRUST_PROXY must be off or addresses'],
    [{ OCPP_TLS_PROXY_PROTOCOL: '10.0.0.7' }, 'OCPP_TLS_CERTIFICATE is missing'],
  ] as const)
    expect(() => readConfig(variables)).toThrow(words)
  const both = { PROXY_PROTOCOL: '10.0.0.7', TRUST_PROXY: '10.0.0.8' }
  expect(readConfig(both).trustProxy).toEqual({ networks: ['10.0.0.8'] })
})

test('reads the files of the port for stations with TLS', () => {
  const files = { OCPP_TLS_CERTIFICATE: '/a.pem, /b.pem', OCPP_TLS_KEY: '/a.key,/b.key' }
  expect(readConfig({}).stationTls).toBeUndefined()
  expect(readConfig({ ...files, OCPP_TLS_PORT: '0', OCPP_TLS_CLIENT_CA: '/ca.pem' }).stationTls).toEqual({
    port: 0,
    pairs: [
      { certificate: '/a.pem', key: '/a.key' },
      { certificate: '/b.pem', key: '/b.key' },
    ],
    clientCa: '/ca.pem',
    proxyProtocol: [],
  })
  expect(() => readConfig({ ...files, OCPP_TLS_KEY: '/a.key' })).toThrow('as many files')
  expect(() => readConfig({ OCPP_TLS_KEY: '/a.key' })).toThrow('OCPP_TLS_CERTIFICATE is missing')
})

test('names a misspelled variable of the OCPP group', () => {
  expect(() => readConfig({ OCPP_PING: '30' })).toThrow(
    'OCPP_PING is not a variable of this server; known are OCPP_PING_SECONDS,',
  )
})

// Proves A18
test('reads a secret from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stationmaster-config-'))
  await writeFile(join(folder, 'secret'), 'correct horse battery\n')
  expect(readConfig({ ADMIN_PASSWORD_FILE: join(folder, 'secret') }).adminPassword).toBe(
    'correct horse battery',
  )
  expect(() => readConfig({ ADMIN_PASSWORD_FILE: join(folder, 'none') })).toThrow('ADMIN_PASSWORD_FILE names')
  await rm(folder, { recursive: true })
})

test('a role needs what its processes share, and the error names both variables', () => {
  const shared = { DATABASE_URL: 'postgres://u:p@h/d', SECRET_KEY: 'a key of at least 32 characters!' }
  for (const role of ['gateway', 'web', 'jobs'])
    expect(readConfig({ ROLE: role, ...shared })).toMatchObject({ role })
  expect(() => readConfig({ ROLE: 'web', SECRET_KEY: shared.SECRET_KEY })).toThrow(
    'ROLE=web needs DATABASE_URL: only ROLE=all uses the embedded database, which serves one process',
  )
  expect(() => readConfig({ ROLE: 'jobs', DATABASE_URL: shared.DATABASE_URL })).toThrow(
    'ROLE=jobs needs SECRET_KEY: all processes of one database must have the same key',
  )
  expect(() => readConfig({ DATABASE_DIRECT_URL: shared.DATABASE_URL })).toThrow(
    'DATABASE_DIRECT_URL is set without DATABASE_URL',
  )
  expect(() => readConfig({ ROLE: 'gatway', ...shared })).toThrow(
    'ROLE must be one of all, gateway, web, jobs, not "gatway"',
  )
})
