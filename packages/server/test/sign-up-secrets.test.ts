import {
  token,
  emailConfirm,
  passwordRecovery,
  passwordReset,
  signUp,
  userPassword,
} from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { type App, composeApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createLog } from '../src/shared/log.ts'
import { freshDatabase } from './database.ts'
import { MailServer, pathIn } from './test-mail-server.ts'
import { addressOf } from './test-server.ts'

/** Opens a server that logs everything, and returns its log lines. */
async function openVerbose(variables: Record<string, string>) {
  const fresh = await freshDatabase()
  const logLines: string[] = []
  const app: App = await composeApp({
    config: readConfig({
      ADMIN_PASSWORD: 'canary-admin-password',
      DATA_DIR: fresh.dataDir,
      ...variables,
    }),
    databaseUrl: fresh.url,
    log: createLog('trace', { write: (line) => void logLines.push(line) }),
  })
  const port = await app.listen(0, '127.0.0.1')
  app.jobs.start()
  const post = async (path: string, body: unknown, bearer?: string): Promise<Record<string, string>> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, string>
  }
  const close = async () => {
    await app.close()
    await fresh.close()
  }
  return { app, fresh, logLines, post, close }
}

// Proves A15
test('no password, code, ticket or answer is in any log line or in any table in plain text', async () => {
  const mails = await MailServer.open()
  const server = await openVerbose({ SMTP_URL: mails.url })
  const { post, fresh } = server
  try {
    const grant = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
    const machine = (await post(token.path, grant)).access_token!
    const secrets = ['canary-first-password', 'canary-second-password', 'canary-third-password']
    const email = 'canary@example.org'
    await post(addressOf(signUp), { username: 'canary', email, password: secrets[0] }, machine)
    const code = pathIn(await mails.mailTo(email, /^Confirm/))
      .split('/')
      .at(-1)!
    await post(addressOf(emailConfirm), { code, password: secrets[2] }, machine)
    const { ticket } = await post(addressOf(passwordRecovery), { identifier: email }, machine)
    const answer = pathIn(await mails.mailTo(email, 'Set a new'))
      .split('/')
      .at(-1)!
    const body = { ticket, securityanswer: answer, password: secrets[1] }
    expect(await post(addressOf(passwordReset), body, machine)).toMatchObject({ result: true })
    const me = await post(token.path, { grant_type: 'password', username: email, password: secrets[1] })
    const change = { oldpass: secrets[1], newpass: secrets[2] }
    expect(await post(addressOf(userPassword), change, me.access_token)).toMatchObject({ result: true })
    // failures are logged, and disclose no secret
    await post(addressOf(userPassword), { ...change, newpass: 1 }, me.access_token)
    await post(addressOf(passwordReset), { ...body, securityanswer: [answer] }, machine)
    await expect
      .poll(async () => (await fresh.pool.query("select from mails where state <> 'sent'")).rowCount)
      .toBe(0)

    const planted = [...secrets, 'canary-admin-password', code, ticket!, answer, machine, me.access_token!]
    const { rows: tables } = await fresh.pool.query(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    const stored = await Promise.all(
      tables.map(async ({ name }) => (await fresh.pool.query(`select t::text as row from ${name} t`)).rows),
    )
    for (const text of [server.logLines.join('\n'), JSON.stringify(stored)])
      for (const secret of planted) expect(text.includes(secret), secret).toBe(false)
  } finally {
    await server.close()
    await mails.close()
  }
})

// Proves A15
test('the login of the mail server is never logged, whatever it responds', async () => {
  // a server that repeats what it received
  const mails = await MailServer.open({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      done(new Error(`no: ${username} ${password} ${Buffer.from(password ?? '').toString('base64')}`)),
  })
  const server = await openVerbose({
    SMTP_URL: `smtp://canary-user:canary%2Fpass@127.0.0.1:${mails.port}`,
  })
  try {
    const grant = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
    const machine = (await server.post(token.path, grant)).access_token!
    const body = { username: 'someone', email: 'someone@example.org', password: 'correct horse battery' }
    await server.post(addressOf(signUp), body, machine)
    const errors = async () => (await server.fresh.pool.query('select last_error from mails')).rows
    const patient = { timeout: 60_000 }
    await expect.poll(async () => (await errors())[0]?.last_error ?? '', patient).toContain('no: *** ***')
    await expect.poll(() => server.logLines.join(''), patient).toContain('mail: a mail could not be sent')
    const text = server.logLines.join('\n') + JSON.stringify(await errors())
    for (const secret of ['canary-user', 'canary/pass', 'canary%2Fpass', 'Y2FuYXJ5L3Bhc3M'])
      expect(text.includes(secret), secret).toBe(false)
  } finally {
    await server.close()
    await mails.close()
  }
})

test('an invalid address of the mail server is refused at the start without being repeated', () => {
  expect(() => readConfig({ SMTP_URL: 'mail.example.org:canary' })).toThrow(/^SMTP_URL must be (?!.*canary)/)
  expect(() => readConfig({ MAIL_FROM: 'nobody' })).toThrow(/^MAIL_FROM must be/)
  expect(() => readConfig({ SIGN_UP: 'everybody' })).toThrow(/^SIGN_UP must be one of off, driver, operator/)
})
