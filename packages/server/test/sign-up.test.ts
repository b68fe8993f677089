import {
  emailConfirm,
  emailRequest,
  passwordRecovery,
  signUp,
  token,
  userProfileGet,
  whoami,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MailServer, pathIn } from './test-mail-server.ts'
import { password, TestServer } from './test-server.ts'

let server: TestServer
let post: MailServer
let machine: { token: string }
const origin = 'https://charging.example.org'

beforeAll(async () => {
  post = await MailServer.open()
  server = await TestServer.open({ SMTP_URL: post.url, PUBLIC_URL: origin })
  server.app.jobs.start()
  machine = { token: await machineToken(server) }
})
afterAll(async () => {
  await server.close()
  await post.close()
})

const machineToken = async (of: TestServer): Promise<string> => {
  const body = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
  return ((await of.post(token.path, body)).body as { access_token: string }).access_token
}
const person = (name: string, more: Record<string, unknown> = {}) => ({
  username: name,
  email: `${name}@example.org`,
  password,
  ...more,
})
const enter = (body: Record<string, unknown>) => server.request(signUp, body, machine)
const signIn = (username: string, secret = password) =>
  server.post(token.path, { grant_type: 'password', username, password: secret })
const codeOf = (mail: { text?: string }) => pathIn(mail).replace('/confirm/email/', '')
const confirm = (code: string, chosen = password) =>
  server.request(emailConfirm, { code, password: chosen }, machine)
const rowOf = (username: string) =>
  server.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

describe('signing up', () => {
  // Proves S7.7
  test('adds a driver of the main account who may sign in once the email is confirmed', async () => {
    const { id } = await enter(person('vera', { locale: 'de' }))
    expect(await rowOf('vera')).toMatchObject({
      id,
      state: 'open',
      interface_code: 'driver',
      account_id: await server.firstAccount(),
      locale: 'de',
    })
    const early = await signIn('vera')
    expect(early.status).toBe(401)
    expect(early.body).toMatchObject({ code: 'sign_in.email_unconfirmed' })
    // without the password, the existence of the user is not disclosed
    expect((await signIn('vera', 'something else')).body).toMatchObject({
      code: 'sign_in.credentials_wrong',
    })

    const mail = await post.mailTo('vera@example.org', 'Bestätigen')
    expect(mail.text).toContain(`${origin}/confirm/email/`)
    const code = codeOf(mail)
    expect(await server.changesOf(id)).toEqual([])
    expect(await confirm(code)).toEqual({ result: true, message: 'Your email successfully confirmed.' })
    expect(await server.changesOf(id)).toEqual(['sign up by vera'])
    expect(await confirm(code)).toMatchObject({ result: false, code: 'email_link.invalid' })
    const tokens = (await signIn('vera@example.org')).body as { access_token: string }
    const me = await server.request(whoami, {}, { token: tokens.access_token })
    expect(me).toMatchObject({ interface: { code: 'driver' }, participant: true, admin: false })
    const profile = await server.request(userProfileGet, {}, { token: tokens.access_token })
    expect(profile).toMatchObject({ emailconfirmed: true, emailpending: null })
  })

  // Proves S5.2
  test('refuses invalid fields of the form by name', async () => {
    const cases: [Record<string, unknown>, string, string][] = [
      [{ username: '  ' }, 'username', 'value.required'],
      [{ username: 'two words' }, 'username', 'user.login_invalid'],
      [{ username: 'a@b' }, 'username', 'user.login_invalid'],
      [{ email: 'nowhere' }, 'email', 'user.email_invalid'],
      [{ email: 'a@b.example,c@d.example' }, 'email', 'user.email_invalid'],
      [{ email: 'a@b.example\r\nBcc: c' }, 'email', 'user.email_invalid'],
      [{ password: 'password1' }, 'password', 'password.common'],
      [{ password: 'Wrong@Example.Org', email: 'wrong@example.org' }, 'password', 'password.own_name'],
      [{ password: 'short' }, 'password', 'value.too_short'],
    ]
    for (const [changed, field, code] of cases) {
      const no = await server.requestError(signUp, person('wrong', changed), machine)
      expect(no).toMatchObject({ status: 400, field, code })
    }
    expect(await rowOf('wrong')).toBeUndefined()
  })

  // Proves A6
  test('answers a taken email and a taken login like free ones; a mail says what happened', async () => {
    await server.addUser('olga', { email: 'olga@example.org' })
    const before = await server.db.selectFrom('users').select('id').execute()
    const known = await enter(person('olga2', { email: 'OLGA@example.org' }))
    const taken = await enter(person('Olga', { email: 'other@example.org' }))
    expect(Object.keys(known)).toEqual(['id'])
    expect(Object.keys(taken)).toEqual(['id'])
    const after = await server.db.selectFrom('users').select('id').execute()
    expect(after).toEqual(before)
    expect(before.map(({ id }) => id)).not.toContain(known.id)
    expect(pathIn(await post.mailTo('OLGA@example.org', 'already have an account'))).toBe(
      '/user/password/recovery',
    )
    expect(pathIn(await post.mailTo('other@example.org', 'choose another login'))).toBe('/signup')
  })

  test('uses the latest sign-up for an address that was not confirmed', async () => {
    await enter(person('first-wish', { email: 'wish@example.org' }))
    const old = codeOf(await post.mailTo('wish@example.org', /^Confirm your/))
    post.mails.length = 0
    await enter(person('second-wish', { email: 'wish@example.org', password: 'a password of my own' }))
    const fresh = codeOf(await post.mailTo('wish@example.org', /^Confirm your/))
    expect(await confirm(old)).toMatchObject({ result: false })
    expect(await confirm(fresh, 'a password of my own')).toMatchObject({ result: true })
    expect(await rowOf('first-wish')).toBeUndefined()
    expect((await signIn('wish@example.org')).status).toBe(401)
    expect((await signIn('wish@example.org', 'a password of my own')).status).toBe(200)
  })

  // Proves A6
  test('signing up with the address of another person gives no access when that person confirms', async () => {
    const email = 'victim@example.org'
    await enter(person('victim', { email, password: 'the password of the victim' }))
    await post.mailTo(email, /^Confirm your/)
    post.mails.length = 0
    await enter(person('victim', { email, password: 'the password of the attacker' }))
    const code = codeOf(await post.mailTo(email, /^Confirm your/))
    // the code alone does not activate a password that was chosen before
    await server.call(emailConfirm, { code }, machine)
    expect((await signIn('victim', 'the password of the attacker')).status).toBe(401)
    expect(await server.request(emailConfirm, { code }, machine)).toMatchObject({
      result: false,
      code: 'sign_up.password_required',
    })
    expect(await server.request(emailConfirm, { code, password: 'password1' }, machine)).toMatchObject({
      result: false,
      code: 'password.common',
      field: 'password',
    })
    const chosen = { code, password: 'the password of the victim' }
    expect(await server.request(emailConfirm, chosen, machine)).toMatchObject({ result: true })
    expect((await signIn('victim', 'the password of the attacker')).status).toBe(401)
    expect((await signIn('victim', 'the password of the victim')).status).toBe(200)
    expect(await server.request(emailConfirm, chosen, machine)).toMatchObject({
      result: false,
      code: 'email_link.invalid',
    })
  })

  test('the address of a deleted user is free; that of a locked one is not', async () => {
    for (const state of ['deleted', 'locked'] as const) {
      const { id } = await server.addUser(`once-${state}`, { email: `once-${state}@example.org` })
      await server.db.updateTable('users').set({ state }).where('id', '=', id).execute()
      await enter(person(`again-${state}`, { email: `once-${state}@example.org` }))
    }
    await post.mailTo('once-deleted@example.org', /^Confirm your/)
    await post.mailTo('once-locked@example.org', 'already have an account')
    expect(await rowOf('again-deleted')).toBeDefined()
    expect(await rowOf('again-locked')).toBeUndefined()
  })

  test('a user locked before confirming stays locked, even if someone else signs up with the address', async () => {
    await enter(person('pest'))
    await server.db.updateTable('users').set({ state: 'locked' }).where('username', '=', 'pest').execute()
    await enter(person('pest-two', { email: 'pest@example.org' }))
    expect(await rowOf('pest-two')).toBeUndefined()
    const code = codeOf(await post.mailTo('pest@example.org', /^Confirm your/))
    expect(await confirm(code)).toMatchObject({ result: true })
    expect((await signIn('pest')).status).toBe(401)
    expect(await rowOf('pest')).toMatchObject({ state: 'locked' })
  })

  test('two simultaneous sign-ups with one login add one user', async () => {
    const both = [1, 2].map((n) => enter(person('twin', { email: `twin${n}@example.org` })))
    await Promise.all(both)
    const rows = await server.db.selectFrom('users').select('id').where('username', '=', 'twin').execute()
    expect(rows).toHaveLength(1)
  })

  // Proves S7.9, L101
  test('a code expires after a day and can be requested again, only while it is unconfirmed', async () => {
    await enter(person('late'))
    const old = codeOf(await post.mailTo('late@example.org', /^Confirm your/))
    server.clock.forward(24 * 3_600_000 + 1000)
    machine = { token: await machineToken(server) }
    expect(await confirm(old)).toMatchObject({ result: false, code: 'email_link.invalid' })
    post.mails.length = 0
    const answers = await Promise.all(
      ['late@example.org', 'vera@example.org', 'nobody@example.org'].map((identifier) =>
        server.request(emailRequest, { identifier }, machine),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const code = codeOf(await post.mailTo('late@example.org', /^Confirm your/))
    expect(await confirm(code)).toMatchObject({ result: true })
    expect(post.mails).toHaveLength(1)
  })

  // Proves L92
  test('users who never confirm are removed after some days', async () => {
    await enter(person('forgetful'))
    server.clock.forward(8 * 86_400_000)
    await server.app.jobs.wake('sign-up.remove-old')
    await expect.poll(() => rowOf('forgetful')).toBeUndefined()
    expect(await rowOf('vera')).toBeDefined()
    machine = { token: await machineToken(server) }
  })
})

const timed = async (work: Promise<unknown>) => {
  const begun = performance.now()
  await work
  return performance.now() - begun
}

/** Returns the typical difference of two calls in ms, measured alternately so that load affects both. */
async function differenceOf(one: () => Promise<unknown>, other: () => Promise<unknown>) {
  const differences: number[] = []
  for (let n = 0; n < 9; n += 1) differences.push((await timed(one())) - (await timed(other())))
  return differences.sort((a, b) => a - b)[4]!
}

// Proves A6, S7.8
test('known and unknown users get the same response in the same time', async () => {
  await server.addUser('known', { email: 'known@example.org' })
  const recovery = (identifier: string) => () => server.request(passwordRecovery, { identifier }, machine)
  let names = 0
  const pairs = [
    [recovery('known@example.org'), recovery('unknown@example.org')],
    [
      () => enter(person(`free-${++names}`)),
      () => enter(person(`taken-${++names}`, { email: 'known@example.org' })),
    ],
  ] as const
  for (const [known, unknown] of pairs) {
    const rounds: number[] = []
    // A systematic difference shows in every round; other load on the machine does not.
    while (rounds.length < 5 && !rounds.some((ms) => ms < 40))
      rounds.push(Math.abs(await differenceOf(known, unknown)))
    expect(Math.min(...rounds), `ms apart: ${rounds.join(', ')}`).toBeLessThan(40)
  }
})

test('an operator who signs up has an own account; where it is switched off, signing up is refused', async () => {
  const operators = await TestServer.open({ SIGN_UP: 'operator' })
  const closed = await TestServer.open({ SIGN_UP: 'off' })
  try {
    const { id } = await operators.request(signUp, person('owner'), { token: await machineToken(operators) })
    const row = await operators.db
      .selectFrom('users')
      .select(['account_id', 'interface_code'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.interface_code).toBe('user')
    expect(row.account_id).not.toBe(await operators.firstAccount())
    const no = await closed.requestError(signUp, person('owner'), { token: await machineToken(closed) })
    expect(no).toMatchObject({ status: 403, code: 'sign_up.off' })
  } finally {
    await operators.close()
    await closed.close()
  }
})
