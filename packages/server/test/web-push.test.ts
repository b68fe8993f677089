import {
  cardSet,
  maxPushDevices,
  maxPushes,
  noticeMark,
  noticeList,
  noticePushAdd,
  noticePushDelete,
  noticePushGet,
  noticePushSet,
  signOut,
  stationSet,
  userDataDelete,
} from '@stationmaster/contract'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifyUser } from '../src/modules/notices/index.ts'
import { newId } from '../src/shared/ids.ts'
import { PushService, type TestBrowserKeys } from './push-service.ts'
import { type TestUser, TestServer } from './test-server.ts'

let service: PushService
let server: TestServer
let anna: TestUser
let count = 0

beforeAll(async () => {
  service = await PushService.open()
  server = await TestServer.open({
    PUSH_SERVICES: `${service.origin},https://*.push.example`,
    PUBLIC_URL: 'https://charging.example.org',
  })
})
afterAll(async () => {
  await server.close()
  service.close()
})
beforeEach(async () => {
  count += 1
  service.status = 201
  service.received.length = 0
  anna = await server.user(`anna-${count}`, { interface: 'driver' })
})

const notify = (who: TestUser, text: string, kind: 'queue' | 'session' | 'report' = 'queue') =>
  server.db.transaction().execute((tx) =>
    notifyUser({ tx, bus: server.app.bus }, who, [
      {
        severity: 'info',
        text,
        kind,
        label: kind === 'session' ? '4711' : 'Harbour',
        now: server.clock.now(),
      },
    ]),
  )
const send = () => server.app.jobs.work('notices.push')
const add = (who: TestUser, browser: TestBrowserKeys) => server.request(noticePushAdd, browser.device, who)
const browserOf = (name: string) => service.browser(`${name}-${count}`)
const paths = () => service.received.map(({ path }) => path)
const devices = async (who: TestUser) =>
  (
    await server.db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('user_id', '=', who.id)
      .orderBy('created_at')
      .execute()
  ).map(({ endpoint }) => endpoint)
const waiting = () => server.db.selectFrom('push_messages').select('tries').execute()

test('a notice reaches the device encrypted, and is signed with the key of the server', async () => {
  const phone = browserOf('phone')
  expect(await server.request(noticePushGet, { endpoint: phone.endpoint }, anna)).toMatchObject({ on: false })
  const { key, on } = await add(anna, phone)
  expect(on).toBe(true)
  await notify(anna, 'Connector 2 is yours until 08:10.')
  await send()
  expect(service.received).toHaveLength(1)
  const { headers, body } = service.received[0]!
  expect(phone.read(body)).toEqual({
    title: 'Queue',
    body: 'Connector 2 is yours until 08:10.',
    tag: 'queue',
    lang: 'en',
    path: '/driver/queue',
  })
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
  expect(Number(headers.ttl)).toBeGreaterThan(500)
  expect(body.includes('Connector')).toBe(false)
  // RFC 8292, 2 and 3
  const [, token, shownKey] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!
  expect(shownKey).toBe(key)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
  const { payload } = await jwtVerify(token!, publicKey, { audience: service.origin })
  expect(payload.sub).toBe('https://charging.example.org')
  expect(payload.exp! - Date.now() / 1_000).toBeLessThan(86_400)
  expect(await waiting()).toEqual([])
  await send()
  expect(service.received).toHaveLength(1)
})

test('is sent in the language of the user to each device, and leads to the page of its object', async () => {
  const [phone, tablet] = [browserOf('phone'), browserOf('tablet')]
  await add(anna, phone)
  await add(anna, tablet)
  await server.db.updateTable('users').set({ locale: 'de' }).where('id', '=', anna.id).execute()
  await notify(anna, `${'x'.repeat(400)}\n`, 'session')
  await send()
  expect(paths().toSorted()).toEqual(
    [phone, tablet].map(({ endpoint }) => new URL(endpoint).pathname).toSorted(),
  )
  const { body, path } = service.received[0]!
  const reader = phone.endpoint.endsWith(path) ? phone : tablet
  expect(reader.read(body)).toMatchObject({
    title: 'Ladevorgang',
    body: 'x'.repeat(300),
    lang: 'de',
    path: '/driver/sessions/4711',
  })
})

test('is not sent for kinds that are switched off, notices without a kind, and read ones', async () => {
  await add(anna, browserOf('phone'))
  expect(await server.request(noticePushSet, { off: ['report'] }, anna)).toMatchObject({ off: ['report'] })
  await notify(anna, 'of no interest', 'report')
  await server.db
    .transaction()
    .execute((tx) =>
      notifyUser({ tx, bus: server.app.bus }, anna, [
        { severity: 'info', text: 'without a kind', now: server.clock.now() },
      ]),
    )
  await send()
  expect(await server.request(noticeList, {}, anna)).toHaveLength(2)
  service.status = 503
  await notify(anna, 'read before it is sent')
  await send()
  expect(service.received).toHaveLength(1)
  const [newest] = await server.request(noticeList, { reclimit: 1 }, anna)
  await server.request(noticeMark, { ids: [newest!.id], status: 'read' }, anna)
  server.clock.forward(20_000)
  await send()
  expect(service.received).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

// Proves L303
test('is sent again after failures of the service, a limited number of times', async () => {
  await add(anna, browserOf('phone'))
  service.status = 500
  await notify(anna, 'The session has ended.', 'session')
  for (let n = 0; n < 8; n++) {
    await send()
    await send()
    server.clock.forward(901_000)
  }
  expect(service.received).toHaveLength(5)
  expect(await waiting()).toEqual([])
  // and not once it is of no use
  await notify(anna, 'Your turn.', 'queue')
  await send()
  service.status = 201
  server.clock.forward(601_000)
  await send()
  expect(service.received).toHaveLength(6)
  expect(await waiting()).toEqual([])
})

test.each([404, 410])('a device that its service does not know (%i) is deleted', async (status) => {
  const [phone, tablet] = [browserOf('phone'), browserOf('tablet')]
  await add(anna, phone)
  service.status = status
  await notify(anna, 'a')
  await send()
  expect(await devices(anna)).toEqual([])
  service.status = 400
  await add(anna, tablet)
  await notify(anna, 'b')
  await send()
  expect(await devices(anna)).toEqual([tablet.endpoint])
  expect(await waiting()).toEqual([])
})

// Proves L303
test('at most a number of notices in an hour is sent to devices', async () => {
  await add(anna, browserOf('phone'))
  for (let n = 0; n < maxPushes + 5; n++) await notify(anna, `notice ${n}`)
  await send()
  expect(service.received).toHaveLength(maxPushes)
  server.clock.forward(3_601_000)
  await notify(anna, 'later')
  await send()
  expect(service.received).toHaveLength(maxPushes + 1)
})

// Proves L302
test('a further device replaces the oldest one', async () => {
  const all = Array.from({ length: maxPushDevices + 2 }, (_, n) => browserOf(`device-${n}`))
  for (const one of all) await add(anna, one)
  expect(await devices(anna)).toEqual(all.slice(2).map(({ endpoint }) => endpoint))
})

test('devices end with the login session, with the account, and when another user signs in there', async () => {
  const [phone, shared, old] = [browserOf('phone'), browserOf('shared'), browserOf('old')]
  const bert = await server.user(`bert-${count}`, { interface: 'driver' })
  await add(anna, shared)
  service.status = 503
  await notify(anna, 'of anna')
  await send()
  service.status = 201
  await add(bert, shared)
  // what waited for the first user is not sent to the second one
  expect(await waiting()).toEqual([])
  server.clock.forward(20_000)
  await send()
  expect(service.received).toHaveLength(1)
  service.received.length = 0
  expect(await devices(anna)).toEqual([])
  expect(await devices(bert)).toEqual([shared.endpoint])
  // no user removes the device of another one
  await server.request(noticePushDelete, { endpoint: shared.endpoint }, anna)
  expect(await devices(bert)).toEqual([shared.endpoint])
  await add(anna, phone)
  const elsewhere = await server.signIn(`anna-${count}`)
  await add(elsewhere, old)
  await server.request(signOut, {}, anna)
  await notify(anna, 'a')
  await send()
  expect(paths()).toEqual([new URL(old.endpoint).pathname])
  expect(await devices(anna)).toEqual([old.endpoint])
  await server.request(userDataDelete, {}, bert)
  expect(await devices(bert)).toEqual([])
})

test('devices are added only at known services, with valid keys', async () => {
  const { device } = browserOf('phone')
  const errorOf = async (more: object) =>
    (await server.requestError(noticePushAdd, { ...device, ...more }, anna)).code
  for (const endpoint of [
    'https://evil.example/push',
    'http://127.0.0.1:1/push',
    'http://a.push.example/push',
    'https://10.0.0.1/push',
    'https://a.push.example:8443/push',
    'https://user@a.push.example/push',
  ])
    expect(await errorOf({ endpoint })).toBe('notice.push_service_unknown')
  expect(await errorOf({ p256dh: 'B'.repeat(87) })).toBe('notice.push_keys_invalid')
  expect(await errorOf({ auth: 'short' })).toBe('value.pattern')
  expect(await devices(anna)).toEqual([])
})

test('a driver is notified once before a reservation by an operator ends', async () => {
  const admin = await server.signIn('admin')
  const code = `TAG-${count}`
  const { id: card } = await server.request(cardSet, { id: null, code, driver: `anna-${count}` }, admin)
  const body = { id: null, identity: `CP-${count}`, label: 'Harbour', timezone: 'Europe/Berlin' }
  const { station } = await server.request(stationSet, body, admin)
  const now = server.clock.now().getTime()
  const minutes = (n: number) => new Date(now + n * 60_000)
  const reserve = (number: number, more: { requested_by?: string | null; starts_at?: Date } = {}) =>
    server.db
      .insertInto('reservations')
      .values({
        id: newId(),
        number,
        account_id: anna.accountId,
        station_id: station.id,
        evse_no: 2,
        id_tag: code,
        id_tag_folded: code.toLowerCase(),
        card_id: card,
        state: 'active',
        starts_at: minutes(-15),
        expires_at: minutes(6),
        requested_by: admin.id,
        ...more,
      })
      .execute()
  await reserve(1)
  await reserve(2, { requested_by: null })
  await reserve(3, { starts_at: minutes(-1) })
  const run = () => server.app.jobs.work('reservations.notice')
  await run()
  expect(await server.request(noticeList, {}, anna)).toEqual([])
  server.clock.forward(90_000)
  await run()
  await run()
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Berlin' })
  const text = `Your reservation of connector 2 at Harbour ends at ${time.format(minutes(6))}.`
  expect(await server.request(noticeList, {}, anna)).toMatchObject([{ kind: 'reservation', text }])
})
