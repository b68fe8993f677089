import { once } from 'node:events'
import {
  adminUserSet,
  emailConfirm,
  liveTicket,
  passwordRecovery,
  passwordReset,
  signUp,
  token,
  userProfileGet,
  whoami,
} from '@stationmaster/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { MailServer, pathIn } from './test-mail-server.ts'
import { password, TestServer } from './test-server.ts'

let server: TestServer
let post: MailServer
let machine: { token: string }
const fresh = 'a fresh password 7'
const link = /^\/user\/password\/recovery\/([\w-]{43})\/([\w-]{43})$/

beforeAll(async () => {
  post = await MailServer.open()
  server = await TestServer.open({ SMTP_URL: post.url })
  server.app.jobs.start()
})
beforeEach(async () => {
  const body = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
  const tokens = (await server.post(token.path, body)).body as { access_token: string }
  machine = { token: tokens.access_token }
  post.mails.length = 0
})
afterAll(async () => {
  await server.close()
  await post.close()
})

const recover = (identifier: string) => server.request(passwordRecovery, { identifier }, machine)
const reset = (ticket: string, securityanswer: string, secret = fresh) =>
  server.request(passwordReset, { ticket, securityanswer, password: secret }, machine)
const signIn = async (username: string, secret: string) =>
  (await server.post(token.path, { grant_type: 'password', username, password: secret })).status

/** Requests a link and returns both parts of it, as in the mail. */
async function linkFor(name: string): Promise<{ ticket: string; answer: string }> {
  const asked = await recover(`${name}@example.org`)
  const [, ticket, answer] = link.exec(
    pathIn(await post.mailTo(`${name}@example.org`, 'Set a new password')),
  )!
  expect(ticket).toBe(asked.ticket)
  return { ticket: ticket!, answer: answer! }
}

const askFromOneAddress = () =>
  server.fetch(`/api/v1${passwordRecovery.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': '192.0.2.77',
      authorization: `Bearer ${machine.token}`,
    },
    body: JSON.stringify({ identifier: 'nobody@example.org' }),
  })

// Proves A3
test('the link of the mail sets a password once, ends every session and open socket, and is reported by mail', async () => {
  const enteredAt = performance.now()
  const person = await server.user('rosa', { email: 'rosa@example.org' })
  const { ticket } = await server.request(liveTicket, {}, person)
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
  await once(socket, 'message')
  const closed = once(socket, 'close')
  // on a busy machine, a few times as long as the beginning of the session
  const limitMs = Math.max(5_000, 5 * (performance.now() - enteredAt))

  const halves = await linkFor('rosa')
  expect(await reset(halves.ticket, halves.answer)).toEqual({
    result: true,
    message: 'Password successfully changed.',
  })
  const begun = performance.now()
  await closed
  expect(performance.now() - begun).toBeLessThan(limitMs)
  await expect.poll(async () => (await server.call(whoami, {}, person)).status).toBe(401)
  expect(await signIn('rosa', password)).toBe(401)
  expect(await signIn('rosa', fresh)).toBe(200)
  await post.mailTo('rosa@example.org', 'password was changed')
  expect(await server.changesOf(person.id)).toEqual(['password by rosa'])
  // only once
  expect(await reset(halves.ticket, halves.answer)).toMatchObject({
    result: false,
    code: 'email_link.invalid',
  })
})

// Proves A6
test('unknown users get a ticket of the same form, and no mail is sent', async () => {
  await server.addUser('mailless')
  await server.addUser('locked', { email: 'locked@example.org' })
  await server.db.updateTable('users').set({ state: 'locked' }).where('username', '=', 'locked').execute()
  for (const name of ['nobody@example.org', 'mailless', 'locked@example.org', "' or 1=1 --"]) {
    const { ticket } = await recover(name)
    expect(ticket).toMatch(/^[\w-]{43}$/)
    expect(await reset(ticket, 'x'.repeat(43))).toMatchObject({ result: false, code: 'email_link.invalid' })
  }
  const mails = await server.db
    .selectFrom('mails')
    .select('id')
    .where('recipient', 'like', 'locked%')
    .execute()
  expect(mails).toEqual([])
})

test('a login works as well as the email', async () => {
  await server.addUser('by-login', { email: 'by-login@example.org' })
  await recover('BY-LOGIN')
  expect(pathIn(await post.mailTo('by-login@example.org', 'Set a new password'))).toMatch(link)
})

// Proves A6
test('the link expires after half an hour', async () => {
  await server.addUser('slow', { email: 'slow@example.org' })
  const { ticket, answer } = await linkFor('slow')
  server.clock.forward(30 * 60_000 + 1000)
  expect(await reset(ticket, answer)).toMatchObject({ result: false, code: 'email_link.invalid' })
  expect(await signIn('slow', password)).toBe(200)
})

// Proves A6
test('a ticket without its answer is refused, and expires after wrong ones', async () => {
  await server.addUser('target', { email: 'target@example.org' })
  const { ticket, answer } = await linkFor('target')
  for (let n = 0; n < 5; n += 1)
    expect(await reset(ticket, 'y'.repeat(43))).toMatchObject({ result: false, code: 'email_link.invalid' })
  expect(await reset(ticket, answer)).toMatchObject({ result: false, code: 'email_link.invalid' })
  expect(await signIn('target', password)).toBe(200)
})

test('a password that is refused leaves the link valid', async () => {
  await server.addUser('picky', { email: 'picky@example.org' })
  const { ticket, answer } = await linkFor('picky')
  const cases = [
    ['short', 'value.too_short'],
    ['password1', 'password.common'],
    ['Picky@example.org', 'password.own_name'],
  ] as const
  for (const [weak, code] of cases)
    expect(await reset(ticket, answer, weak)).toMatchObject({ result: false, code, field: 'password' })
  expect(await reset(ticket, answer)).toMatchObject({ result: true })
})

test('a link that was sent to an address is refused once an administrator has set another address', async () => {
  const { id } = await server.addUser('moved', { email: 'moved@example.org' })
  const { ticket, answer } = await linkFor('moved')
  const admin = await server.signIn('admin')
  await server.request(adminUserSet, { id, email: 'moved-on@example.org' }, admin)
  expect(await reset(ticket, answer)).toMatchObject({ result: false, code: 'email_link.invalid' })
})

test('of two simultaneous uses of the link, one succeeds', async () => {
  await server.addUser('raced', { email: 'raced@example.org' })
  const { ticket, answer } = await linkFor('raced')
  const both = await Promise.all([reset(ticket, answer), reset(ticket, answer, 'another password 8')])
  expect(both.map(({ result }) => result).sort()).toEqual([false, true])
})

test('a lock of the name ends with the new password', async () => {
  await server.addUser('shut', { email: 'shut@example.org' })
  server.from = '203.0.113.7'
  for (let n = 0; n < 5; n += 1) await signIn('shut', 'wrong')
  expect(await signIn('shut', password)).toBe(429)
  const { ticket, answer } = await linkFor('shut')
  await reset(ticket, answer)
  expect(await signIn('shut', fresh)).toBe(200)
  server.from = null
})

// Proves A6, L102
test('mails are limited: five links an hour, the responses stay the same', async () => {
  await server.addUser('flooded', { email: 'flooded@example.org' })
  for (let n = 0; n < 8; n += 1) expect((await recover('flooded@example.org')).ticket).toHaveLength(43)
  const mails = () =>
    server.db.selectFrom('mails').select('id').where('recipient', '=', 'flooded@example.org').execute()
  expect(await mails()).toHaveLength(5)
  server.clock.forward(3_600_000)
  await recover('flooded@example.org')
  expect(await mails()).toHaveLength(6)
})

test('many requests from one address are refused for a minute', async () => {
  const replies = await Promise.all(Array.from({ length: 14 }, askFromOneAddress))
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(4)
})

test('a user who never confirmed the email and recovers has proved to own it and may sign in', async () => {
  const body = { username: 'skipper', email: 'skipper@example.org', password }
  await server.request(signUp, body, machine)
  const { ticket, answer } = await linkFor('skipper')
  await reset(ticket, answer)
  const reply = await server.post(token.path, {
    grant_type: 'password',
    username: 'skipper',
    password: fresh,
  })
  const { access_token } = reply.body as { access_token: string }
  const profile = await server.request(userProfileGet, {}, { token: access_token })
  expect(profile.emailconfirmed).toBe(true)
  // the code of the sign-up became invalid with it
  const code = pathIn(await post.mailTo('skipper@example.org', /^Confirm your/))
    .split('/')
    .at(-1)!
  expect(await server.request(emailConfirm, { code }, machine)).toMatchObject({ result: false })
})
