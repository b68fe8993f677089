import { once } from 'node:events'
import {
  accessTokenType,
  adminUserGet,
  adminUserIpTableList,
  adminUserIpTableSet,
  type AnswerOf,
  liveTicket,
  token,
  tokenExchangeGrant,
  whoami,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { readNetwork, addressFilterOf } from '../src/modules/identity/index.ts'
import { textHeader } from './proxy-header.ts'
import { RawHttp } from './raw-http.ts'
import { addressOf, password, type TestUser, type Reply, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeAll(async () => {
  // the test itself is the trusted proxy
  server = await TestServer.open({ TRUST_PROXY: '127.0.0.1' })
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

const from = (address: string, path: string, body: unknown, bearer?: string): Promise<Reply> =>
  server.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    },
    body: JSON.stringify(body),
  })
const signInFrom = (address: string, username: string, secret = password) =>
  from(address, token.path, { grant_type: 'password', username, password: secret })
const tokensFrom = async (address: string, username: string) =>
  (await signInFrom(address, username)).body as AnswerOf<typeof token>
const whoFrom = async (address: string, bearer: string) =>
  (await from(address, addressOf(whoami), {}, bearer)).status
const setLists = (id: string, lists: { allowed?: string[]; denied?: string[] }) =>
  server.request(adminUserIpTableSet, { id, ...lists }, admin)

describe('parsing networks', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7/32'],
    [' 10.1.2.3/8 ', '10.1.2.3/8'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['192.0.2.7/33', null],
    ['192.0.2', null],
    ['fe80::1%eth0', null],
    ['10.0.0.0/8/9', null],
    ['10.0.0.0/-1', null],
    ['', null],
  ])('%j is %j', (text, expected) => expect(readNetwork(text)).toBe(expected))

  // Proves S6.5
  test('denied wins over allowed; IPv4-mapped IPv6 is IPv4; text that is not an address matches no network', () => {
    const isIpAllowed = addressFilterOf([
      { kind: 'allow', network: '10.0.0.0/8' },
      { kind: 'deny', network: '10.6.0.0/16' },
      { kind: 'allow', network: '2001:db8::/32' },
    ])
    expect(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::5'].map(isIpAllowed)).toEqual([true, true, true])
    expect(
      ['10.6.0.1', '::ffff:10.6.0.1', '11.0.0.1', '2001:db9::1', 'unknown', ''].map(isIpAllowed),
    ).toEqual(Array.from({ length: 6 }, () => false))
    expect(addressFilterOf([])('anything')).toBe(true)
    expect(addressFilterOf([{ kind: 'deny', network: '0.0.0.0/0' }])('8.8.8.8')).toBe(false)
  })
})

describe('a user with network lists, behind a proxy', () => {
  // Proves A8, S2.33
  test('signs in and works from allowed networks only; each refusal gives the reason', async () => {
    const person = await server.addUser('kim')
    expect(
      await setLists(person.id, { allowed: ['198.51.100.0/24', '203.0.113.9'], denied: ['198.51.100.66'] }),
    ).toEqual([
      { type: 'allow', network: '198.51.100.0/24' },
      { type: 'allow', network: '203.0.113.9/32' },
      { type: 'deny', network: '198.51.100.66/32' },
    ])
    const shown = await server.request(adminUserGet, { id: person.id }, admin)
    expect([shown.allowed, shown.denied]).toEqual([['198.51.100.0/24', '203.0.113.9'], ['198.51.100.66']])
    const { access_token: bearer } = await tokensFrom('198.51.100.5', 'kim')
    expect(await whoFrom('203.0.113.9', bearer)).toBe(200)
    for (const address of ['198.51.100.66', '203.0.113.10', '2001:db8::1']) {
      const signIn = await signInFrom(address, 'kim')
      expect(signIn.status, address).toBe(403)
      expect(signIn.body).toMatchObject({
        error: 'access_denied',
        error_description: expect.stringContaining(address),
      })
      const call = await from(address, addressOf(whoami), {}, bearer)
      expect(call, address).toMatchObject({
        status: 403,
        body: { error: { code: 'access.address_refused' } },
      })
    }
    // without the correct password the lists are not disclosed
    expect((await signInFrom('203.0.113.10', 'kim', 'wrong')).status).toBe(401)
    // the first address comes from the caller, the last one was added by the proxy
    expect(await whoFrom('198.51.100.5, 203.0.113.10', bearer)).toBe(403)
    expect(await whoFrom('203.0.113.10, 198.51.100.5', bearer)).toBe(200)
  })

  test('tokens are not renewed from elsewhere, and the login session continues', async () => {
    const person = await server.addUser('lee')
    const tokens = await tokensFrom('198.51.100.5', 'lee')
    await setLists(person.id, { allowed: ['198.51.100.0/24'] })
    const renewals = [
      {
        grant_type: tokenExchangeGrant,
        subject_token: tokens.access_token,
        subject_token_type: accessTokenType,
        client_id: 'stationmaster-console',
      },
      { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
    ]
    // an attempt from elsewhere uses up nothing
    for (const [address, status] of [
      ['203.0.113.9', 403],
      ['198.51.100.5', 200],
    ] as const)
      for (const renewal of renewals)
        expect((await from(address, token.path, renewal)).status, renewal.grant_type).toBe(status)
  })

  // Proves A8
  test('open live connections are closed when the list changes, tickets are refused elsewhere', async () => {
    const person = await server.addUser('mia')
    const { access_token: bearer } = await tokensFrom('198.51.100.5', 'mia')
    const open = async (address: string) => {
      const reply = await from('198.51.100.5', addressOf(liveTicket), {}, bearer)
      const { ticket } = reply.body as AnswerOf<typeof liveTicket>
      return new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`, {
        headers: { 'x-forwarded-for': address },
      })
    }
    const socket = await open('203.0.113.9')
    await once(socket, 'message')
    const closed = once(socket, 'close')
    await setLists(person.id, { denied: ['203.0.113.0/24'] })
    await closed
    expect(await whoFrom('198.51.100.5', bearer)).toBe(200)
    const refused = await open('203.0.113.9')
    const [error] = (await once(refused, 'error')) as [Error]
    expect(error.message).toContain('401')
  })

  test('an omitted list stays, an empty one is cleared; invalid networks and locking oneself out are refused', async () => {
    const { id } = await server.addUser('noa')
    await setLists(id, { allowed: ['198.51.100.0/24'], denied: ['203.0.113.0/24'] })
    expect(await setLists(id, { denied: [] })).toEqual([{ type: 'allow', network: '198.51.100.0/24' }])
    expect(await setLists(id, { allowed: [] })).toEqual([])
    expect(await server.request(adminUserIpTableList, { id }, admin)).toEqual([])
    const wrong = await server.requestError(
      adminUserIpTableSet,
      { id, allowed: ['10.0.0.0/8', 'here'] },
      admin,
    )
    expect(wrong).toMatchObject({
      status: 400,
      field: 'allowed[1]',
      code: 'ip_network.invalid',
      params: { value: 'here' },
    })
    const own = { id: admin.id, allowed: ['203.0.113.0/24'] }
    expect((await server.requestError(adminUserIpTableSet, own, admin)).code).toBe('ip_network.locks_out')
    const { version_no: version } = await server.request(adminUserGet, { id }, admin)
    const late = { id, allowed: [], version_no: version - 1 }
    expect((await server.requestError(adminUserIpTableSet, late, admin)).status).toBe(409)
  })
})

// Proves A8
test('without a trusted proxy the header is ignored, and a PROXY header of a load balancer is not', async () => {
  const bare = await TestServer.open({ TRUST_PROXY: 'off', PROXY_PROTOCOL: '127.0.0.9' })
  try {
    const boss = await bare.signIn('admin')
    const person = await bare.user('pat')
    await bare.request(adminUserIpTableSet, { id: person.id, denied: ['127.0.0.0/8', '::1'] }, boss)
    await expect
      .poll(async () => {
        const reply = await bare.post(addressOf(whoami), {}, person.token)
        return reply.status
      })
      .toBe(403)
    // a load balancer that forwards TCP states the address before the request, and the caller none
    const statusFrom = async (address: string) => {
      const balancer = await RawHttp.open(bare.url, '127.0.0.9')
      const request = `POST ${addressOf(whoami)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json`
      const headers = `Authorization: Bearer ${person.token}\r\nX-Forwarded-For: 192.0.2.7\r\nContent-Length: 2`
      balancer.socket.write(`${textHeader(address)}${request}\r\n${headers}\r\n\r\n{}`)
      if (!balancer.isClosed) await once(balancer.socket, 'close')
      return balancer.status
    }
    expect(await statusFrom('192.0.2.8')).toBe(200)
    expect(await statusFrom('127.0.0.1')).toBe(403)
  } finally {
    await bare.close()
  }
})

// Proves A8, L76
test('behind one proxy the address that the proxy added counts, and none that the caller sent', async () => {
  const behindOne = await TestServer.open({ TRUST_PROXY: 'on' })
  const send = (path: string, body: unknown, forwarded: string, bearer = '') =>
    behindOne.fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': forwarded,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    })
  try {
    const boss = await behindOne.signIn('admin')
    const person = await behindOne.user('pat')
    await behindOne.request(adminUserIpTableSet, { id: person.id, allowed: ['198.51.100.7'] }, boss)
    const who = (forwarded: string) => send(addressOf(whoami), {}, forwarded, person.token)
    await expect.poll(async () => (await who('198.51.100.7, 203.0.113.9')).status).toBe(403)
    expect((await who('198.51.100.7')).status).toBe(200)
    // the rate limit by address uses the same address
    const wrong = { code: 'x', username: 'x', email: 'x@y', password: 'xxxxxxxx' }
    const statuses: number[] = []
    for (let n = 0; n < 22; n++)
      statuses.push((await send('/api/v1/setup/administrator', wrong, `192.0.2.${n}, 203.0.113.9`)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    // all addresses of one IPv6 customer network count as one
    const v6: number[] = []
    for (let n = 0; n < 22; n++)
      v6.push((await send('/api/v1/setup/administrator', wrong, `2001:db8:0:1::${n + 1}`)).status)
    expect(v6.filter((status) => status === 429)).toHaveLength(2)
  } finally {
    await behindOne.close()
  }
})
