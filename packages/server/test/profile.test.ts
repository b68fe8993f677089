import { once } from 'node:events'
import {
  avatarMaxBytes,
  emailConfirm,
  liveTicket,
  passwordRecovery,
  passwordReset,
  token,
  userPassword,
  userProfileGet,
  userProfileSet,
  userSet,
  whoami,
} from '@stationmaster/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { MailServer, pathIn } from './test-mail-server.ts'
import { password, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let post: MailServer
let me: TestUser
let people = 0
const fresh = 'a fresh password 7'

beforeAll(async () => {
  post = await MailServer.open()
  server = await TestServer.open({ SMTP_URL: post.url })
  server.app.jobs.start()
})
afterAll(async () => {
  await server.close()
  await post.close()
})
beforeEach(async () => {
  people += 1
  me = await server.user(`p${people}`, { email: `p${people}@example.org` })
})

const machine = async () => {
  const body = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
  return { token: ((await server.post(token.path, body)).body as { access_token: string }).access_token }
}
const signIn = async (username: string, secret = password) =>
  (await server.post(token.path, { grant_type: 'password', username, password: secret })).status
const isIn = async (who: TestUser) => (await server.call(whoami, {}, who)).status === 200
const codeIn = (mail: { text?: string }) => pathIn(mail).replace('/confirm/email/', '')
const confirm = async (code: string) => server.request(emailConfirm, { code }, await machine())

const changeEmail = (email: string, who = me) => server.request(userSet, { email, password }, who)
const changePassword = (oldpass: string, newpass: string) =>
  server.call(userPassword, { oldpass, newpass }, me)
const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#357' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .toBuffer()
const send = (picture: Buffer | null, who = me) =>
  server.call(userProfileSet, { picture: picture && picture.toString('base64') }, who)

describe('the profile', () => {
  test('has a name that can be changed, and that whoami returns', async () => {
    const changed = await server.request(
      userSet,
      { firstname: ' Ada ', lastname: 'Lovelace', locale: 'it' },
      me,
    )
    expect(changed).toMatchObject({
      firstname: 'Ada',
      lastname: 'Lovelace',
      locale: 'it',
      emailpending: null,
    })
    expect(await server.request(userProfileGet, {}, me)).toEqual(changed)
    expect(await server.request(whoami, {}, me)).toMatchObject({
      name: { first: 'Ada', last: 'Lovelace' },
      profile: { name: 'Ada Lovelace' },
      locale: { code: 'it' },
    })
    expect(await server.request(userSet, { lastname: null }, me)).toMatchObject({
      firstname: 'Ada',
      lastname: null,
    })
  })

  test('reports what is missing by field', async () => {
    const cases: [Record<string, unknown>, string, string][] = [
      [{ firstname: ' ' }, 'firstname', 'value.required'],
      [{ email: '' }, 'email', 'user.email_invalid'],
      [{ email: 'nowhere' }, 'email', 'user.email_invalid'],
      [{ email: 'new@example.org' }, 'password', 'value.required'],
      [{ email: 'new@example.org', password: 'wrong' }, 'password', 'password.wrong'],
      [{ locale: 'pl' }, 'locale', 'value.not_listed'],
    ]
    for (const [body, field, code] of cases)
      expect(await server.requestError(userSet, body, me)).toMatchObject({ status: 400, field, code })
    expect(await server.requestError(userSet, { id: (await server.addUser('foe')).id }, me)).toMatchObject({
      status: 404,
    })
  })
})

describe('a new email', () => {
  test('counts once it is confirmed, and the old address is notified', async () => {
    const changed = await changeEmail('new-home@example.org')
    expect(changed).toMatchObject({
      email: `${me.username}@example.org`,
      emailpending: 'new-home@example.org',
    })
    expect(await signIn('new-home@example.org')).toBe(401)
    const code = codeIn(await post.mailTo('new-home@example.org', 'Confirm your new'))
    expect(await confirm(code)).toMatchObject({ result: true })
    expect(await server.request(userProfileGet, {}, me)).toMatchObject({
      email: 'new-home@example.org',
      emailconfirmed: true,
      emailpending: null,
    })
    await post.mailTo(`${me.username}@example.org`, 'Your email address was changed')
    expect(await signIn('new-home@example.org')).toBe(200)
  })

  test('that another user has looks the same to the caller', async () => {
    await server.addUser('holder', { email: 'held@example.org' })
    const free = await changeEmail('free-one@example.org')
    // a mail that waits is not sent once its code is void
    const code = codeIn(await post.mailTo('free-one@example.org', 'Confirm your new'))
    const reply = await changeEmail('held@example.org')
    expect(reply).toEqual({ ...free, emailpending: 'held@example.org' })
    const mail = await post.mailTo('held@example.org', 'already in use')
    expect(mail.text).not.toContain('/confirm/')
    // an address that was taken in between stays with its owner
    expect(await confirm(code)).toMatchObject({ result: false })
  })

  test('of two users who request one address, the first to confirm gets it', async () => {
    const other = await server.user(`rival${people}`, { email: `rival${people}@example.org` })
    await changeEmail('wanted@example.org')
    const mine = codeIn(await post.mailTo('wanted@example.org', 'Confirm your new'))
    post.mails.length = 0
    await changeEmail('wanted@example.org', other)
    const otherCode = codeIn(await post.mailTo('wanted@example.org', 'Confirm your new'))
    expect(await confirm(otherCode)).toMatchObject({ result: true })
    expect(await confirm(mine)).toMatchObject({ result: false, code: 'user.email_taken' })
  })

  test('is taken back by the old one, without a password', async () => {
    await changeEmail('typo@example.org')
    const code = codeIn(await post.mailTo('typo@example.org', 'Confirm your new'))
    const back = await server.request(userSet, { email: `${me.username}@example.org` }, me)
    expect(back.emailpending).toBeNull()
    expect(await confirm(code)).toMatchObject({ result: false })
  })

  test('invalidates links for a new password that were sent to the old one', async () => {
    const asked = await server.request(
      passwordRecovery,
      { identifier: `${me.username}@example.org` },
      await machine(),
    )
    const answer = pathIn(await post.mailTo(`${me.username}@example.org`, 'Set a new'))
      .split('/')
      .at(-1)!
    await changeEmail(`${me.username}-moved@example.org`)
    await confirm(codeIn(await post.mailTo(`${me.username}-moved@example.org`, 'Confirm your new')))
    const body = { ticket: asked.ticket, securityanswer: answer, password: fresh }
    expect(await server.request(passwordReset, body, await machine())).toMatchObject({ result: false })
  })
})

describe('a new password', () => {
  // Proves A3
  test('ends every other session with its open sockets, keeps this one, and is reported by mail', async () => {
    const enteredAt = performance.now()
    const elsewhere = await server.signIn(me.username)
    const { ticket } = await server.request(liveTicket, {}, elsewhere)
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
    await once(socket, 'message')
    expect(await isIn(elsewhere)).toBe(true)
    const closed = once(socket, 'close')
    const begun = performance.now()
    // on a busy machine, a few times as long as the beginning of the session
    const limitMs = Math.max(5_000, 5 * (begun - enteredAt))
    expect((await changePassword(password, fresh)).body).toEqual({
      result: true,
      message: 'Password successfully changed.',
    })
    await closed
    await expect.poll(() => isIn(elsewhere)).toBe(false)
    expect(performance.now() - begun).toBeLessThan(limitMs)
    const refresh = { grant_type: 'refresh_token', refresh_token: elsewhere.refresh }
    expect((await server.post(token.path, refresh)).status).toBe(401)
    expect(await isIn(me)).toBe(true)
    expect(await signIn(me.username)).toBe(401)
    expect(await signIn(me.username, fresh)).toBe(200)
    await post.mailTo(`${me.username}@example.org`, 'password was changed')
  })

  test('requires the old one; five wrong ones lock this session only, for a minute', async () => {
    for (let n = 0; n < 5; n += 1)
      expect((await changePassword('wrong', fresh)).body).toMatchObject({
        error: { field: 'oldpass', code: 'password.wrong' },
      })
    const locked = await changePassword(password, fresh)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(30)
    expect((await server.signIn(me.username)).token).not.toBe('')
    server.clock.forward(61_000)
    expect((await changePassword('wrong', fresh)).status).toBe(400)
    await server.db.deleteFrom('sign_in_failures').execute()
  })

  test('must be strong and different', async () => {
    for (const newpass of ['short', 'Password123', `${me.username}@example.org`, password]) {
      const { status, body } = await changePassword(password, newpass)
      expect([status, (body as unknown as { error: { field: string } }).error.field]).toEqual([
        400,
        'newpass',
      ])
    }
    expect(await signIn(me.username)).toBe(200)
  })

  test('discards an email that was not confirmed yet: another person may have requested it', async () => {
    await server.request(userSet, { email: 'thief@example.org', password }, me)
    const code = codeIn(await post.mailTo('thief@example.org', 'Confirm your new'))
    await changePassword(password, fresh)
    expect(await confirm(code)).toMatchObject({ result: false })
  })
})

describe('the picture', () => {
  test('is re-encoded and small, and served by a public link that cannot be guessed', async () => {
    const original = await photo()
    expect(original.includes('secret-owner')).toBe(true)
    const { body } = await send(original)
    expect(body.picture).toMatch(/^\/api\/v1\/avatar\/[\w-]{27}$/)
    expect((await server.request(whoami, {}, me)).profile.picture).toBe(body.picture)
    const response = await fetch(server.url + body.picture!)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('private')
    const bytes = Buffer.from(await response.arrayBuffer())
    const { width, exif, format } = await sharp(bytes).metadata()
    expect([width, exif, format]).toEqual([320, undefined, 'webp'])
    expect(bytes.includes('secret-owner')).toBe(false)
  })

  test('has another link when it is replaced, and none when it was removed', async () => {
    const first = (await send(await photo())).body.picture!
    const second = (await send(await photo())).body.picture!
    expect(second).not.toBe(first)
    expect((await fetch(server.url + first)).status).toBe(404)
    expect((await send(null)).body.picture).toBeNull()
    expect((await fetch(server.url + second)).status).toBe(404)
    expect((await server.request(whoami, {}, me)).profile.picture).toBeNull()
  })

  // Proves L107
  test('of two simultaneous uploads, one stays', async () => {
    const both = await Promise.all([send(await photo()), send(await photo())])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const { picture } = await server.request(userProfileGet, {}, me)
    expect((await fetch(server.url + picture!)).status).toBe(200)
  })

  // Proves S5.3
  test('a file that is not a picture is refused, and one that is too large with the limit', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const wrong of [svg, Buffer.from('hello')]) {
      const { status, body } = await send(wrong)
      expect(status).toBe(400)
      expect(body).toMatchObject({ error: { field: 'picture' } })
    }
    const large = await send(Buffer.alloc(avatarMaxBytes + 1))
    expect(large.status).toBe(413)
    expect(large.body).toMatchObject({
      error: { code: 'picture.too_large', params: { mib: 5 } },
    })
    for (const name of ['x', '../../etc/passwd', 'a'.repeat(27)])
      expect((await fetch(`${server.url}/api/v1/avatar/${encodeURIComponent(name)}`)).status).toBe(404)
  })
})
