import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountLink, stationLink } from '../src/shared/station-address.ts'
import { newId } from '../src/shared/ids.ts'
import { net } from './raw-socket.ts'
import { refusedHandshake } from './raw-station.ts'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open({ trustProxy: true })))
afterAll(() => gateway.close())

let callers = 0
const from = () => ({ 'x-forwarded-for': `10.7.${Math.floor(callers / 250)}.${(callers++ % 250) + 1}` })

const printed = (identity: string) => stationLink(gateway.url, 'acc', identity)
const ofAccount = () => accountLink(gateway.url, 'acc')

describe('a station URL works however the client joins it with the identity', () => {
  const joined: [string, (identity: string) => string][] = [
    ['the printed URL', (id) => printed(id)],
    ['the printed URL and a slash', (id) => `${printed(id)}/`],
    ['the printed URL and two slashes', (id) => `${printed(id)}//`],
    ['the printed URL, a slash and the identity', (id) => `${printed(id)}/${encodeURIComponent(id)}`],
    ['the printed URL and the identity without a slash', (id) => printed(id) + encodeURIComponent(id)],
    ['the printed URL, two slashes and the identity', (id) => `${printed(id)}//${encodeURIComponent(id)}`],
    ['the URL of the account and the identity', (id) => ofAccount() + encodeURIComponent(id)],
    ['the URL of the account, a slash and the identity', (id) => `${ofAccount()}/${encodeURIComponent(id)}`],
    [
      'the URL of the account without its slash and the identity',
      (id) => ofAccount().slice(0, -1) + encodeURIComponent(id),
    ],
    ['a double slash before the path', (id) => printed(id).replace('/ocpp', '//ocpp')],
    ['the path in upper case', (id) => printed(id).replace('/ocpp', '/OCPP')],
    ['the path in mixed case', (id) => printed(id).replace('/ocpp', '/Ocpp')],
    ['the short address and a double slash', (id) => `${gateway.url}/ocpp//${encodeURIComponent(id)}`],
  ]
  // Proves Q44
  test.each(joined)('%s', async (_, urlOf) => {
    for (const identity of [`CP-${newId().slice(-12)}`, `CP 50% ä ${newId().slice(-8)}`]) {
      const station = await gateway.addStation({ identity })
      const path = urlOf(identity).slice(gateway.url.length)
      const socket = await gateway.connect(station, { path, headers: from() })
      await socket.call('Heartbeat', {})
      await socket.close()
    }
  })

  // Proves Q44
  test('an identity that is a repetition itself keeps its own URL', async () => {
    const part = newId().slice(-10)
    const single = await gateway.addStation({ identity: part })
    const double = await gateway.addStation({ identity: part + part })
    for (const station of [single, double]) {
      const path = `/ocpp/acc/${station.identity}`
      await (await gateway.connect(station, { path, headers: from() })).close()
    }
    // the user name decides which of the two is meant, and its key has to match
    const mixed = { url: gateway.url, path: `/ocpp/acc/${part + part}`, identity: part, key: double.key }
    expect((await refusedHandshake({ ...mixed, headers: from() })).status).toBe(401)
  })
})

// Proves G46
test.each([
  '/',
  '/ocpp',
  '/ocpp/',
  '/ocpp//',
  '/OCPP/',
  '/ocpp/acc/else/CP1',
  '/CP1',
  '/steve/websocket/CentralSystemService/CP1',
])('the address %s is answered with the correct form', async (path) => {
  const refused = await refusedHandshake({ url: gateway.url, identity: 'CP1', path, headers: from() })
  expect(refused.status).toBe(404)
  expect(refused.body).toContain('should read /ocpp/<account>/<identity>')
})

// Proves P16
test.each([
  [',ocpp1.6'],
  ['ocpp1.6,'],
  ['ocpp1.6,,ocpp2.0.1'],
  [' , ocpp1.6 , ,'],
  ['ocpp1.6, ocpp1.6'],
  ['ocpp2.0.1,ocpp1.6,ocpp2.0.1'],
])('the offer of subprotocols `%s` is read without empty and repeated names', async (offer) => {
  const station = await gateway.addStation()
  const { status, headers } = await net(
    gateway.url,
    station,
    { ...from(), 'Sec-WebSocket-Protocol': offer },
    (socket) => socket.destroy(),
  )
  expect(status).toBe(101)
  expect(headers['sec-websocket-protocol']).toBe('ocpp1.6')
})

// Proves Q5
test.each([[','], [''], [' , ,']])('the offer of subprotocols `%s` is the same as none', async (offer) => {
  const station = await gateway.addStation({ subprotocol_optional: true })
  const { status, headers } = await net(
    gateway.url,
    station,
    { ...from(), 'Sec-WebSocket-Protocol': offer },
    (socket) => socket.destroy(),
  )
  expect(status).toBe(101)
  expect(headers['sec-websocket-protocol']).toBeUndefined()
})
