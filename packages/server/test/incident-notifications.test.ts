import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  incidentDeliveryList,
  incidentEscalationSet,
  incidentNotificationGet,
  incidentNotificationSet,
  incidentNotificationTest,
  noticeList,
  siteSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usersWithDue } from '../src/modules/incidents/delivery-store.ts'
import { takeDueMail } from '../src/modules/mail/store.ts'
import { takeDuePosts } from '../src/modules/posts/store.ts'
import {
  addStation,
  ago,
  change,
  clientUser,
  evaluate,
  later,
  minuteMs,
  now,
  olga,
  openIncidents,
  openServer,
} from './incident-fixture.ts'
import { MailServer } from './test-mail-server.ts'
import type { TestServer, TestUser } from './test-server.ts'

interface Received {
  headers: Record<string, string>
  body: string
}

let receiver: Server
let status = 200
let received: Received[] = []
let post: MailServer
let server: TestServer
let hook = ''
const secret = 'a secret of the receiver'

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  post = await MailServer.open()
  server = await openServer({
    SCRIPT_POST_ALLOWED: hook,
    SMTP_URL: post.url,
    PUBLIC_URL: 'https://charging.example.org',
  })
  await server.db
    .updateTable('users')
    .set({ email: 'olga@example.org', email_confirmed_at: new Date() })
    .where('id', '=', olga().id)
    .execute()
})
afterAll(async () => {
  await server.close()
  await post.close()
  receiver.close()
})
beforeEach(async () => {
  status = 200
  received = []
  post.mails.length = 0
  await sql`update stations set is_connected = true, connection_changed_at = ${now()}`.execute(server.db)
  await server.db.deleteFrom('incidents').execute()
  await server.db.deleteFrom('incident_deliveries').execute()
  await server.db.deleteFrom('incident_notifications').execute()
})

const everything = () => ({
  console: true,
  email: true,
  webhook: true,
  severity: 'minor',
  webhookurl: `${hook}/incidents?token=1`,
  webhooksecret: secret,
  timezone: 'Europe/Berlin',
})
const choose = (body: Record<string, unknown>, user: TestUser = olga()) =>
  server.request(incidentNotificationSet, body, user)
/** Runs the jobs that find incidents, then those that send messages, as they are composed in the server. */
const work = async () => {
  await evaluate()
  await send()
}
const send = async () => {
  for (const name of ['incidents.notify', 'mail.send', 'posts.send']) await server.app.jobs.work(name)
}
const offline = (more: Record<string, unknown> = {}) =>
  addStation({ is_connected: false, connection_changed_at: ago(20 * minuteMs), ...more })
const deliveries = async (filter: Record<string, unknown> = {}, user: TestUser = olga()) =>
  (await server.request(incidentDeliveryList, { filter: filter as never, orderby: ['channel'] }, user)).map(
    ({ channel, state, reason, attempts }) => ({ channel, state, reason, attempts: attempts.length }),
  )

describe('an incident', () => {
  test('is sent once by console, email and signed webhook, and each delivery is in the log', async () => {
    await choose(everything())
    const station = await offline()
    await work()
    await work()
    const [incident] = await openIncidents(station)
    const [notice] = await server.request(noticeList, {}, olga())
    expect(notice).toMatchObject({ objectclass: 'incident', object: incident!.id, severity: 'error' })
    expect(notice!.text).toMatch(/^Critical – Station is offline: IN-\d+, since /)
    expect(post.mails.map(({ envelopeTo, subject }) => [envelopeTo, subject])).toEqual([
      ['olga@example.org', 'New incidents'],
    ])
    expect(post.mails[0]!.text).toContain(`https://charging.example.org/crm/incidents/${incident!.id}`)
    expect(received).toHaveLength(1)
    const { headers, body } = received[0]!
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
    )
    expect(headers['idempotency-key']).toBe(headers['webhook-id'])
    const delay = now().getTime() / 1000 - Number(headers['webhook-timestamp'])
    expect(delay).toBeGreaterThanOrEqual(0)
    expect(delay).toBeLessThan(60)
    expect(JSON.parse(body)).toMatchObject({
      type: 'incidents',
      incidents: [{ kind: 'opened', id: incident!.id, rule: 'offline', severity: 'critical' }],
      more: 0,
    })
    expect(await deliveries({ incidentid: incident!.id })).toEqual(
      ['console', 'email', 'webhook'].map((channel) => ({
        channel,
        state: 'delivered',
        reason: null,
        attempts: channel === 'console' ? 0 : 1,
      })),
    )
  })

  test('is tried again after a failure, with the same id and a new time, and not after a redirect', async () => {
    await choose({ ...everything(), console: false, email: false })
    await offline()
    status = 500
    await work()
    expect(await deliveries()).toEqual([
      { channel: 'webhook', state: 'sending', reason: 'HTTP 500', attempts: 1 },
    ])
    await later(2)
    status = 302
    await send()
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 2 }])
    await later(60)
    await send()
    expect(received).toHaveLength(2)
    const [first, second] = received
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.headers['webhook-timestamp']).not.toBe(first!.headers['webhook-timestamp'])
  })

  test('is sent even if the server stops after it was opened, or while its messages are being sent', async () => {
    await choose({ ...everything(), console: false })
    await offline()
    await evaluate()
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    await server.app.jobs.work('incidents.notify')
    // what a server has stored that stops between taking a message and its result
    await takeDueMail(server.db, now(), [minuteMs])
    await takeDuePosts(server.db, now(), { pauseMs: [minuteMs], most: 1 })
    await send()
    expect([post.mails.length, received.length]).toEqual([0, 0])
    await later(2)
    await send()
    expect([post.mails.length, received.length]).toEqual([1, 1])
    expect(await deliveries()).toMatchObject([
      { channel: 'email', state: 'delivered', attempts: 1 },
      { channel: 'webhook', state: 'delivered', attempts: 1 },
    ])
  })

  test('whose message cannot be stored is sent later, and does not delay that of another user', async () => {
    const [first, second] = [await server.user('ida'), await server.user('jan')]
    for (const user of [first, second]) await choose({ console: true, severity: 'minor' }, user)
    await offline()
    await evaluate()
    await sql`alter table notices add constraint only_jan check (user_id <> ${sql.lit(first.id)})`.execute(
      server.db,
    )
    await expect(server.app.jobs.work('incidents.notify')).rejects.toThrow()
    const log = async () =>
      new Map(
        (await server.request(incidentDeliveryList, {}, olga())).map(({ username, state, due }) => [
          username,
          { state, due },
        ]),
      )
    expect((await log()).get('jan')).toMatchObject({ state: 'delivered' })
    const failed = (await log()).get('ida')
    expect(failed).toMatchObject({ state: 'waiting' })
    // so that users whose notifications fail are not always first
    expect(Date.parse(failed!.due!)).toBeGreaterThan(now().getTime())
    await sql`alter table notices drop constraint only_jan`.execute(server.db)
    await later(6)
    await send()
    expect((await log()).get('ida')).toMatchObject({ state: 'delivered' })
  })

  test('is sent in the next run, however many users have waited longer whose notifications fail', async () => {
    await sql`with failing as (insert into users (id, account_id, username)
        select gen_random_uuid(), ${olga().accountId}, 'failing ' || n from generate_series(1, 501) n returning id, account_id)
      insert into incident_deliveries (id, account_id, user_id, kind, channel, due_at, tried_at, created_at)
      select gen_random_uuid(), account_id, id, 'test', 'console', ${ago(minuteMs)}, ${ago(6 * minuteMs)}, ${now()}
      from failing`.execute(server.db)
    await choose({ console: true, severity: 'minor' })
    await offline()
    await evaluate()
    expect((await usersWithDue(server.db, now(), 500))[0]).toBe(olga().id)
    await server.db.deleteFrom('users').where('username', 'like', 'failing %').execute()
  })

  test('is sent only from the chosen severity and for the chosen sites', async () => {
    const { id: site } = await server.request(siteSet, { id: null, label: 'Central' }, olga())
    await choose({ console: true, severity: 'critical', sites: [site] })
    await offline()
    const here = await offline({ site_id: site })
    await work()
    const [incident] = await openIncidents(here)
    const log = await server.request(incidentDeliveryList, {}, olga())
    expect(log.map(({ incidentid }) => incidentid)).toEqual([incident!.id])
    await evaluate()
    expect(await deliveries()).toHaveLength(1)
  })

  test('of another client is not sent to a user of a client, nor shown in the log', async () => {
    const { client, user: fred } = await clientUser('Fleet', 'fred')
    await choose({ console: true, severity: 'minor' }, fred)
    await choose({ console: true, severity: 'minor' })
    await offline()
    const own = await offline({ client_id: client })
    await work()
    const [incident] = await openIncidents(own)
    const log = await server.request(incidentDeliveryList, {}, fred)
    expect(log.map(({ incidentid, username }) => [incidentid, username])).toEqual([[incident!.id, 'fred']])
    // the station changed hands before the message was sent
    await server.db.updateTable('incident_deliveries').set({ state: 'waiting', due_at: now() }).execute()
    await server.db.updateTable('stations').set({ client_id: null }).where('id', '=', own).execute()
    await send()
    expect(await deliveries({}, fred)).toMatchObject([{ state: 'dropped', reason: 'no_access' }])
  })

  test('does not show addresses and answers of receivers to other users', async () => {
    await choose({ ...everything(), console: false, email: false })
    await offline()
    status = 500
    await work()
    const log = await server.request(incidentDeliveryList, {}, await server.user('nina'))
    expect(log).toMatchObject([
      { username: 'olga', recipient: null, reason: null, attempts: [{ delivered: false, reason: null }] },
    ])
    const all = await server.request(incidentDeliveryList, {}, await server.signIn('admin'))
    expect(all).toMatchObject([{ recipient: hook, reason: 'HTTP 500', attempts: [{ reason: 'HTTP 500' }] }])
  })

  test('of many at once is one message that lists twenty', async () => {
    await choose({ ...everything(), console: false })
    for (let n = 0; n < 22; n += 1) await offline()
    await work()
    expect(post.mails).toHaveLength(1)
    expect(post.mails[0]!.text).toContain('More notifications: 2')
    expect(JSON.parse(received[0]!.body)).toMatchObject({ more: 2 })
  })

  // Proves L165
  test('waits if the address got twelve emails within an hour', async () => {
    await choose({ email: true, severity: 'minor' })
    await sql`insert into mails (id, created_at, due_at, recipient, kind, locale, subject, text, html, state)
      select gen_random_uuid(), ${now()}, ${now()}, 'olga@example.org', 'incident', 'en', '', '', '', 'sent'
      from generate_series(1, 12)`.execute(server.db)
    await offline()
    await work()
    expect(post.mails).toEqual([])
    expect(await deliveries()).toMatchObject([{ channel: 'email', state: 'waiting', reason: 'too_many' }])
    await later(61)
    await send()
    expect(post.mails).toHaveLength(1)
  })
})

const clockTime = (minutes: number) =>
  new Date(now().getTime() + minutes * minuteMs).toISOString().slice(11, 16)
const quiet = () => ({
  quietfrom: clockTime(-60),
  quietto: clockTime(60),
  timezone: 'UTC',
  criticalpasses: false,
})

describe('quiet hours', () => {
  test('hold messages; those of open incidents follow as one message at their end', async () => {
    await choose({ ...everything(), ...quiet(), webhook: false })
    const [ended] = [await offline(), await offline(), await offline()]
    await work()
    expect(post.mails).toEqual([])
    expect(await deliveries({ channel: 'email' })).toEqual(
      Array.from({ length: 3 }, () => ({
        channel: 'email',
        state: 'held',
        reason: 'quiet_hours',
        attempts: 0,
      })),
    )
    expect(await deliveries({ channel: 'console' })).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'delivered' })),
    )
    await later(61)
    await change(ended, { is_connected: true, connection_changed_at: now() })
    await work()
    expect(post.mails).toHaveLength(1)
    expect(post.mails[0]!.text!.match(/Station is offline/g)).toHaveLength(2)
    expect(await deliveries({ state: 'dropped' })).toMatchObject([{ channel: 'email', reason: 'ended' }])
  })

  test('let critical incidents pass if the user chose it', async () => {
    await choose({ ...everything(), ...quiet(), criticalpasses: true })
    await offline()
    await work()
    expect(post.mails).toHaveLength(1)
  })
})

describe('the settings', () => {
  test('never return the secret, and require what a webhook needs', async () => {
    const refused = async (body: Record<string, unknown>) =>
      server.requestError(incidentNotificationSet, body, olga())
    expect(await refused({ webhook: true })).toMatchObject({ field: 'webhookurl' })
    expect(await refused({ webhook: true, webhookurl: hook })).toMatchObject({ field: 'webhooksecret' })
    expect(await refused({ webhookurl: 'https://elsewhere.example/' })).toMatchObject({
      code: 'post.address_not_allowed',
      field: 'webhookurl',
    })
    expect(await refused({ webhooksecret: 'whsec_c2hvcnQgc2VjcmV0' })).toMatchObject({
      code: 'value.too_short',
    })
    expect(await refused({ timezone: 'Mars' })).toMatchObject({ field: 'timezone' })
    expect(await refused({ quietfrom: '22:00' })).toMatchObject({ field: 'quietto' })
    expect(await refused({ sites: ['01990000-0000-7000-8000-000000000001'] })).toMatchObject({
      field: 'sites',
    })
    await choose(everything())
    const stored = await server.request(incidentNotificationGet, {}, olga())
    expect(stored).toMatchObject({ hassecret: true, emailconfirmed: true })
    expect(JSON.stringify(stored)).not.toContain(secret)
    const [row] = await server.db.selectFrom('incident_notifications').selectAll().execute()
    expect(row!.webhook_secret!.toString()).not.toContain(secret)
  })

  // Proves L166
  test('can be tried with a test message, five times in ten minutes', async () => {
    await choose(everything())
    for (const channel of ['console', 'email', 'webhook'] as const)
      await server.request(incidentNotificationTest, { channel }, olga())
    await send()
    expect(await deliveries({ kind: 'test', state: 'delivered' })).toHaveLength(3)
    expect(post.mails[0]!.text).toContain('Test message')
    expect(JSON.parse(received[0]!.body)).toMatchObject({ type: 'test', incidents: [] })
    await server.request(incidentNotificationTest, { channel: 'console' }, olga())
    await server.request(incidentNotificationTest, { channel: 'console' }, olga())
    expect(await server.requestError(incidentNotificationTest, { channel: 'console' }, olga())).toMatchObject(
      {
        code: 'limit.reached',
      },
    )
  })
})

// Proves L164
test('the deliveries that wait for a user are limited to 1,000 per channel, and stored for 30 days', async () => {
  await choose({ email: true, severity: 'minor' })
  await sql`insert into incident_deliveries (id, account_id, user_id, kind, channel, due_at, created_at)
    select gen_random_uuid(), ${olga().accountId}, ${olga().id}, 'test', 'email', ${new Date('2100-01-01')}, ${now()}
    from generate_series(1, 999)`.execute(server.db)
  await offline()
  await offline()
  await evaluate()
  expect(await deliveries({ kind: 'opened' })).toHaveLength(1)
  const escalation = { severity: 'critical', minutes: 1, user: olga().id }
  await server.request(incidentEscalationSet, escalation, olga())
  await later(2)
  await evaluate()
  expect(await deliveries({ kind: 'escalated' })).toEqual([])
  await sql`update incident_deliveries set created_at = ${ago(31 * 86_400_000)}`.execute(server.db)
  await evaluate()
  expect(await deliveries()).toEqual([])
})
