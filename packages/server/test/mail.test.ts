import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  emailConfirm,
  locales,
  mailCount,
  mailGet,
  mailList,
  mailSendAgain,
  passwordRecovery,
  passwordReset,
  resourceDataSet,
  resourceList,
  signUp,
  token,
} from '@stationmaster/contract'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createFolderTransport } from '../src/modules/mail/folder-transport.ts'
import { createSmtpTransport } from '../src/modules/mail/smtp-transport.ts'
import { newId } from '../src/shared/ids.ts'
import { createLog } from '../src/shared/log.ts'
import { ReplacedAttempt } from '../src/storage/attempt.ts'
import { TcpProxy } from './tcp-proxy.ts'
import { MailServer, pathIn } from './test-mail-server.ts'
import { password, type TestUser, TestServer } from './test-server.ts'

const minute = 60_000
const machineOf = async (server: TestServer) => {
  const body = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
  return { token: ((await server.post(token.path, body)).body as { access_token: string }).access_token }
}
const recover = async (server: TestServer, identifier: string) =>
  server.request(passwordRecovery, { identifier }, await machineOf(server))
const rowOf = (server: TestServer, recipient: string) =>
  server.db.selectFrom('mails').selectAll().where('recipient', '=', recipient).executeTakeFirst()

describe('with a mail server', () => {
  let post: MailServer
  let server: TestServer
  let admin: TestUser

  beforeAll(async () => {
    post = await MailServer.open()
    server = await TestServer.open({
      SMTP_URL: post.url,
      MAIL_FROM: 'Laden & Mehr <laden@example.org>',
      PUBLIC_URL: 'https://laden.example.org',
    })
    server.app.jobs.start()
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await server.close()
    await post.close()
  })

  test.each(locales)('a mail in %s has text and HTML with the same link', async (locale) => {
    const email = `${locale}@example.org`
    await server.request(
      signUp,
      { username: `in-${locale}`, email, password, locale },
      await machineOf(server),
    )
    const mail = await post.mailTo(email, '')
    expect(mail.from).toMatchObject({ name: 'Laden & Mehr', address: 'laden@example.org' })
    expect(mail.subject).not.toBe('')
    const link = `https://laden.example.org${pathIn(mail)}`
    expect(link).toMatch(/\/confirm\/email\/[\w-]{43}$/)
    expect(mail.html?.split(link)).toHaveLength(4)
    expect(`${mail.text}${mail.html}`).not.toMatch(/\{link\}|undefined/)
    expect(mail.html).toContain(`<html lang="${locale}">`)
    // nothing that the stranger entered
    expect(`${mail.text}${mail.html}`).not.toContain(`in-${locale}`)
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('an installation can replace the texts, as long as they contain what is required', async () => {
    const all = await server.request(resourceList, { reclimit: 100 }, admin)
    const idAt = (path: string) => all.find((row) => row.path === path)!.id
    const write = (path: string, text: string) =>
      server.request(resourceDataSet, { id: idAt(path), locale: 'de', text }, admin)
    await write('mail/recover-password/subject', 'Neuer Schlüssel & <mehr>')
    await write('mail/recover-password/text', 'Liebe <b>Kundin</b>,\n\nhier entlang: {link}\n\n{origin}')
    const bare = { id: idAt('mail/recover-password/text'), locale: 'de', text: 'ohne Link' }
    expect(await server.requestError(resourceDataSet, bare, admin)).toMatchObject({
      status: 400,
      field: 'text',
    })
    for (const [username, locale] of [
      ['dora', 'de'],
      ['nils', 'nl'],
    ] as const) {
      const { id } = await server.addUser(username, { email: `${username}@example.org` })
      await server.db.updateTable('users').set({ locale }).where('id', '=', id).execute()
      await recover(server, `${username}@example.org`)
    }
    const mail = await post.mailTo('dora@example.org', 'Neuer Schlüssel & <mehr>')
    expect(mail.text).toContain('Liebe <b>Kundin</b>')
    expect(mail.html).toContain('Liebe &#60;b&#62;Kundin&#60;/b&#62;')
    expect(mail.html).toContain(`href="https://laden.example.org${pathIn(mail)}"`)
    expect((await post.mailTo('nils@example.org', '')).subject).toBe('Nieuw wachtwoord instellen')
    // a text that was stored past the validation is not sent
    await server.db.updateTable('resource_contents').set({ text: 'no way in' }).execute()
    const { id } = await server.addUser('emil', { email: 'emil@example.org' })
    await server.db.updateTable('users').set({ locale: 'de' }).where('id', '=', id).execute()
    await recover(server, 'emil@example.org')
    expect((await post.mailTo('emil@example.org', 'no way in')).text).toContain('/user/password/recovery/')
  })

  test('a sent mail keeps no link, not even for administrators', async () => {
    await server.addUser('kept', { email: 'kept@example.org' })
    await recover(server, 'kept@example.org')
    await post.mailTo('kept@example.org', 'Set a new password')
    await expect.poll(async () => (await rowOf(server, 'kept@example.org'))?.state).toBe('sent')
    const row = (await rowOf(server, 'kept@example.org'))!
    expect(row).toMatchObject({ link: null, via: 'smtp', tries: 1, last_error: null })
    const shown = await server.request(mailGet, { id: row.id }, admin)
    expect(shown.link).toBeNull()
    expect(`${shown.text}${shown.html}`).not.toMatch(/recovery\/[\w-]{20}/)
  })

  test('an unavailable mail server is tried again, and the mail is sent once', async () => {
    await post.close()
    await server.addUser('patient', { email: 'patient@example.org' })
    await recover(server, 'patient@example.org')
    await expect
      .poll(async () => (await rowOf(server, 'patient@example.org'))?.last_error)
      .toMatch(/ECONNREFUSED/)
    expect(await rowOf(server, 'patient@example.org')).toMatchObject({ state: 'queued', tries: 1 })
    await post.listen()
    // not before its time
    await server.app.jobs.wake('mail.send')
    server.clock.forward(minute + 1000)
    await server.app.jobs.wake('mail.send')
    const mail = await post.mailTo('patient@example.org', 'Set a new password')
    expect(pathIn(mail)).toContain('/user/password/recovery/')
    await expect.poll(async () => (await rowOf(server, 'patient@example.org'))?.state).toBe('sent')
    expect(await rowOf(server, 'patient@example.org')).toMatchObject({ tries: 2, last_error: null })
  })

  test('a recipient refused permanently is not tried again, one refused temporarily is', async () => {
    post.answer = (to) =>
      to.startsWith('never')
        ? { code: 550, words: 'no such mailbox' }
        : { code: 451, words: 'come back later' }
    for (const name of ['never', 'later']) {
      await server.addUser(name, { email: `${name}@example.org` })
      await recover(server, `${name}@example.org`)
    }
    await expect.poll(async () => (await rowOf(server, 'never@example.org'))?.state).toBe('failed')
    await expect.poll(async () => (await rowOf(server, 'later@example.org'))?.tries).toBe(1)
    const refused = (await rowOf(server, 'never@example.org'))!
    expect(refused).toMatchObject({ tries: 1 })
    expect(refused.last_error).toContain('no such mailbox')
    expect(await rowOf(server, 'later@example.org')).toMatchObject({ state: 'queued' })

    post.answer = () => null
    const asked = post.asked
    server.clock.forward(2 * minute)
    await server.app.jobs.wake('mail.send')
    await post.mailTo('later@example.org', 'Set a new password')
    expect(post.asked).toBe(asked + 1)
    expect(await rowOf(server, 'never@example.org')).toMatchObject({ state: 'failed', tries: 1 })
  })

  test('a failed mail is sent again when an administrator requests it, while its link is valid', async () => {
    const id = (await rowOf(server, 'never@example.org'))!.id
    expect(await server.request(mailGet, { id }, admin)).toMatchObject({ sendable: true, link: null })
    // the request wakes the job: refused for now, the mail waits
    post.answer = () => ({ code: 451, words: 'come back later' })
    expect(await server.request(mailSendAgain, { id }, admin)).toMatchObject({ state: 'queued' })
    const waiting = await server.requestError(mailSendAgain, { id }, admin)
    expect([waiting.status, waiting.code]).toEqual([400, 'mail.queued'])
    // the attempts before do not count
    await expect
      .poll(() => rowOf(server, 'never@example.org'))
      .toMatchObject({ tries: 1, last_error: expect.stringContaining('come back later') })

    post.answer = () => null
    server.clock.forward(2 * minute)
    await server.app.jobs.wake('mail.send')
    const mail = await post.mailTo('never@example.org', 'Set a new password')
    expect(pathIn(mail)).toContain('/user/password/recovery/')
    await expect.poll(async () => (await rowOf(server, 'never@example.org'))?.state).toBe('sent')
    expect((await rowOf(server, 'never@example.org'))!.link).toBeNull()
  })

  test('a mail whose link expired before it could be sent is not sent', async () => {
    await post.close()
    await server.addUser('tardy', { email: 'tardy@example.org' })
    await recover(server, 'tardy@example.org')
    await expect.poll(async () => (await rowOf(server, 'tardy@example.org'))?.tries).toBe(1)
    await post.listen()
    server.clock.forward(31 * minute)
    await server.app.jobs.wake('mail.send')
    await expect.poll(async () => (await rowOf(server, 'tardy@example.org'))?.state).toBe('failed')
    await server.db
      .updateTable('mails')
      .set({ link: null })
      .where('recipient', '=', 'tardy@example.org')
      .execute()
    const { id } = (await rowOf(server, 'tardy@example.org'))!
    expect((await server.requestError(mailSendAgain, { id }, admin)).code).toBe('mail.link_expired')
    expect(post.mails.some(({ envelopeTo }) => envelopeTo === 'tardy@example.org')).toBe(false)
  })

  test('waiting mails are sent by two processes, each mail once', async () => {
    const second = await composeApp({
      config: readConfig({ SMTP_URL: post.url, DATA_DIR: server.fresh.dataDir }),
      databaseUrl: server.fresh.url,
      log: createLog('silent'),
      clock: server.clock,
    })
    second.jobs.start()
    try {
      const mail = { text: 't', html: '<p>t</p>', subject: 'many', locale: 'en', due_at: server.clock.now() }
      const rows = Array.from({ length: 120 }, (_, n) => ({
        ...mail,
        id: newId(),
        kind: 'email-changed' as const,
        recipient: `many-${n}@example.org`,
      }))
      await server.db.insertInto('mails').values(rows).execute()
      const arrived = () => post.mails.filter(({ subject }) => subject === 'many')
      await expect
        .poll(
          async () => {
            await Promise.all([server.app.jobs.wake('mail.send'), second.jobs.wake('mail.send')])
            return arrived().length
          },
          { timeout: 60_000 },
        )
        .toBe(120)
      expect(new Set(arrived().map(({ envelopeTo }) => envelopeTo)).size).toBe(120)
    } finally {
      await second.close()
    }
  })

  test('the outbox is a list for administrators only', async () => {
    const operator = await server.user('operator')
    for (const row of [mailList, mailCount])
      expect(await server.requestError(row, {}, operator)).toMatchObject({ status: 403 })
    const rows = await server.request(
      mailList,
      { filter: { state: 'failed' }, orderby: ['created DESC'], reclimit: 2 },
      admin,
    )
    expect(rows).toHaveLength(1)
    expect(rows.every(({ state, kind }) => state === 'failed' && kind === 'recover-password')).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('/recovery/')
    expect(
      (await server.request(mailCount, { filter: { recipient: 'never@example.org' } }, admin)).count,
    ).toBe(1)
    expect(await server.requestError(mailGet, { id: newId() }, admin)).toMatchObject({ status: 404 })
  })

  // Proves L102
  test('mails are stored for some weeks', async () => {
    server.clock.forward(31 * 24 * 60 * minute)
    await server.app.jobs.wake('mail.remove-old')
    await expect.poll(() => rowOf(server, 'kept@example.org')).toBeUndefined()
  })
})

describe('without a mail server', () => {
  let server: TestServer
  let folder: string
  let admin: TestUser

  beforeAll(async () => {
    const data = join(tmpdir(), `stationmaster-mail-${newId()}`)
    folder = join(data, 'mail')
    server = await TestServer.open({ DATA_DIR: data })
    server.app.jobs.start()
    admin = await server.signIn('admin')
  })
  afterAll(() => server.close())

  test('mails are files readable by the owner only, and links lead to this server', async () => {
    await server.addUser('frieda', { email: 'frieda@example.org' })
    await recover(server, 'frieda@example.org')
    await expect.poll(async () => (await rowOf(server, 'frieda@example.org'))?.state).toBe('sent')
    const [name] = await readdir(folder)
    expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const mail = await PostalMime.parse(await readFile(join(folder, name!)))
    expect(mail.to).toEqual([{ name: '', address: 'frieda@example.org' }])
    // the address of this server, whatever a caller's Host header says
    expect(mail.text).toContain(`http://localhost:${new URL(server.url).port}/user/password/recovery/`)
  })

  test('an administrator sees the link in the outbox until it was used', async () => {
    const row = (await rowOf(server, 'frieda@example.org'))!
    const shown = await server.request(mailGet, { id: row.id }, admin)
    const [, ticket, answer] = /recovery\/([\w-]+)\/([\w-]+)$/.exec(shown.link!)!
    expect(shown.text).toContain(shown.link!)
    // There is no mail server: nothing was sent.
    expect(shown).toMatchObject({ state: 'stored', via: 'folder', sent: null })
    const machine = await machineOf(server)
    const body = { ticket: ticket!, securityanswer: answer!, password: 'a fresh password 7' }
    expect(await server.request(passwordReset, body, machine)).toMatchObject({ result: true })
    const after = await server.request(mailGet, { id: row.id }, admin)
    expect(after.link).toBeNull()
    expect(JSON.stringify(after)).not.toContain(answer!)
    expect((await rowOf(server, 'frieda@example.org'))!.link).toBeNull()
  })

  test('or until it has expired', async () => {
    await server.addUser('gerda', { email: 'gerda@example.org' })
    await recover(server, 'gerda@example.org')
    await expect.poll(async () => (await rowOf(server, 'gerda@example.org'))?.state).toBe('sent')
    const { id } = (await rowOf(server, 'gerda@example.org'))!
    expect((await server.request(mailGet, { id }, admin)).link).not.toBeNull()
    server.clock.forward(31 * minute)
    expect((await server.request(mailGet, { id }, admin)).link).toBeNull()
    await server.app.jobs.wake('mail.remove-old')
    await expect.poll(async () => (await rowOf(server, 'gerda@example.org'))!.link).toBeNull()
  })

  test('signing up and confirming works with the folder alone', async () => {
    const machine = await machineOf(server)
    const email = 'hanna@example.org'
    await server.request(signUp, { username: 'hanna', email, password }, machine)
    await expect.poll(async () => (await rowOf(server, email))?.state).toBe('sent')
    const { link } = await server.request(mailGet, { id: (await rowOf(server, email))!.id }, admin)
    const code = link!.split('/').at(-1)!
    expect(await server.request(emailConfirm, { code, password }, machine)).toMatchObject({ result: true })
  })
})

const plainMail = () => ({
  id: newId(Date.now()),
  to: 'driver@example.org',
  subject: 'Once',
  text: 'Once',
  html: '<p>Once</p>',
  replyTo: null,
  attachments: [],
  at: new Date(),
})
const from = 'Server <server@example.org>'

// Proves G11
test('a mail is not sent if another process has begun the next attempt', async () => {
  const post = await MailServer.open()
  const folder = await mkdtemp(join(tmpdir(), 'sm-mails-'))
  for (const transport of [createSmtpTransport(post.url, from), createFolderTransport(folder, from)]) {
    await expect(transport.send(plainMail(), () => Promise.resolve(false))).rejects.toThrow(ReplacedAttempt)
    transport.close()
  }
  expect([...post.mails, ...(await readdir(folder))]).toEqual([])
  await post.close()
  await rm(folder, { recursive: true })
})

// RFC 5322, 3.6.4: receivers recognize copies of a message by its Message-ID
// Proves G11
test('a mail is sent again with the same Message-ID if its confirmation was lost', async () => {
  const post = await MailServer.open()
  let losses = 1
  const loseConfirmation = () => {
    let isComplete = false
    return {
      sent: (bytes: Buffer) => void (isComplete ||= bytes.toString().endsWith('.\r\n')),
      received: () => !isComplete || losses-- <= 0,
    }
  }
  const proxy = await TcpProxy.listen(() => connect(post.port, '127.0.0.1'), loseConfirmation)
  const transport = createSmtpTransport(`smtp://127.0.0.1:${proxy.port}`, from)
  const [mail, other] = [plainMail(), plainMail()]
  const send = async (one: typeof mail) => (await transport.send(one, () => Promise.resolve(true))).kind
  expect([await send(mail), await send(mail), await send(other)]).toEqual(['away', 'sent', 'sent'])
  const idOf = ({ id }: typeof mail) => `<${id}@example.org>`
  expect(post.mails.map(({ messageId }) => messageId)).toEqual([idOf(mail), idOf(mail), idOf(other)])
  transport.close()
  await proxy.close()
  await post.close()
})
