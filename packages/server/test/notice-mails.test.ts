import { maxNoticeMails, noticeList, userProfileGet, userSet } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyOperators, notifyUser } from '../src/modules/notices/index.ts'
import { sendNotice } from '../src/modules/notices/send-notice.ts'
import { newId } from '../src/shared/ids.ts'
import { MailServer } from './test-mail-server.ts'
import { type TestUser, TestServer } from './test-server.ts'

let post: MailServer
let server: TestServer
beforeAll(async () => {
  post = await MailServer.open()
  server = await TestServer.open({ SMTP_URL: post.url, PUBLIC_URL: 'https://charging.example.org' })
  server.app.jobs.start()
})
afterAll(async () => {
  await server.close()
  await post.close()
})

type Choice = 'off' | 'important' | 'all'

/** A user with an own account who has chosen these mails and whose email is confirmed. */
async function reader(choice: Choice, isConfirmed = true): Promise<TestUser & { email: string }> {
  const username = `u${newId().slice(-10)}`
  const email = `${username}@example.org`
  const accountId = await server.addAccount(username)
  const person = await server.user(username, { accountId, email })
  if (isConfirmed)
    await server.db
      .updateTable('users')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', person.id)
      .execute()
  if (choice !== 'off') await server.request(userSet, { noticemails: choice }, person)
  return { ...person, email }
}

const notify = (person: TestUser, text: string, severity: 'info' | 'warning' = 'warning', id = newId()) =>
  server.db.transaction().execute((tx) =>
    notifyOperators(
      { tx, bus: server.app.bus },
      {
        accountId: person.accountId,
        severity,
        textOf: () => text,
        classCode: 'charge_point',
        objectId: id,
        label: 'CP-1',
        now: server.clock.now(),
      },
    ),
  )

const mailsTo = (email: string) => post.mails.filter((mail) => mail.envelopeTo === email)
const waiting = async (person: TestUser) =>
  Number(
    (
      await server.db
        .selectFrom('notices')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('user_id', '=', person.id)
        .where('is_mail_due', '=', true)
        .executeTakeFirstOrThrow()
    ).count,
  )
const run = () => server.app.jobs.wake('notices.mail')
/** Runs the job until it has written mails with all waiting notices. */
const sendAll = (person: TestUser) =>
  expect
    .poll(async () => (await waiting(person)) === 0 || (await run(), false), {
      timeout: 60_000,
      interval: 100,
    })
    .toBe(true)

// Proves S2.24
test('a notice is sent by email with a link to its object, and says where to turn it off', async () => {
  const ann = await reader('important')
  const id = newId()
  await notify(ann, 'CP-1 <b>cannot</b> connect\r\nBcc: x@example.org', 'warning', id)
  await sendAll(ann)
  const mail = await post.mailTo(ann.email, 'New notifications')
  expect(mail.text).toContain('CP-1 <b>cannot</b> connect Bcc: x@example.org')
  expect(mail.text).toContain(`https://charging.example.org/crm/station/${id}`)
  expect(mail.text).toContain('https://charging.example.org/crm/profile')
  expect(mail.html).toContain('&#60;b&#62;cannot')
  expect(mail.bcc).toBeUndefined()
})

test('the mails of drivers lead to pages of drivers', async () => {
  const driver = await reader('all')
  await server.db.updateTable('users').set({ interface_code: 'driver' }).where('id', '=', driver.id).execute()
  const about = { severity: 'info', now: server.clock.now() } as const
  await server.db.transaction().execute((tx) =>
    notifyUser({ tx, bus: server.app.bus }, { ...driver, isMailed: true }, [
      { ...about, text: 'session', kind: 'session', classCode: 'transaction', label: '4711' },
      { ...about, text: 'station', classCode: 'charge_point', objectId: newId() },
    ]),
  )
  await sendAll(driver)
  const { text } = await post.mailTo(driver.email, 'New notifications')
  expect(text).toContain('https://charging.example.org/driver/sessions/4711')
  expect(text).toContain('https://charging.example.org/driver/notice')
  expect(text).not.toContain('/crm/station')
})

// Proves L105
test('nothing is sent unless it was chosen, is severe enough, and the address is confirmed', async () => {
  const [off, important, unconfirmed] = [
    await reader('off'),
    await reader('important'),
    await reader('all', false),
  ]
  const all = await reader('all')
  for (const person of [off, important, unconfirmed, all]) await notify(person, 'a word', 'info')
  await notify(off, 'a warning')
  await notify(unconfirmed, 'a warning')
  await sendAll(all)
  await post.mailTo(all.email, 'New notifications')
  for (const person of [off, important, unconfirmed]) {
    expect(await waiting(person)).toBe(0)
    expect(mailsTo(person.email)).toEqual([])
    expect((await server.request(noticeList, {}, person)).length).toBeGreaterThan(0)
  }
})

// Proves L105
test('a user gets at most five mails an hour, the next one has the remaining notices', async () => {
  const ben = await reader('all')
  for (let n = 0; n < maxNoticeMails; n++) {
    await notify(ben, `notice ${n}`)
    await sendAll(ben)
  }
  for (let n = 0; n < 25; n++) await notify(ben, `late ${n}`)
  const other = await reader('all')
  await notify(other, 'not held up')
  await sendAll(other)
  await post.mailTo(other.email, 'New notifications')
  await expect.poll(() => mailsTo(ben.email).length, { timeout: 60_000 }).toBe(maxNoticeMails)
  expect(await waiting(ben)).toBe(25)
  await server.db
    .updateTable('mails')
    .set({ created_at: new Date(Date.now() - 3_601_000) })
    .where('recipient', '=', ben.email)
    .execute()
  await sendAll(ben)
  await expect.poll(() => mailsTo(ben.email).length, { timeout: 60_000 }).toBe(maxNoticeMails + 1)
  const digest = mailsTo(ben.email).at(-1)!
  expect(digest.text?.match(/late \d+/g)).toHaveLength(20)
  expect(digest.text).toContain('More notifications: 5')
  expect(digest.text).toContain('https://charging.example.org/crm/notice')
})

test('a user who turns the mails off gets neither waiting nor read notices', async () => {
  const [stops, reads] = [await reader('all'), await reader('all')]
  for (const person of [stops, reads]) await notify(person, 'soon out of date')
  await server.request(userSet, { noticemails: 'off' }, stops)
  await server.db
    .updateTable('notices')
    .set({ status: 'read', read_at: new Date() })
    .where('user_id', '=', reads.id)
    .execute()
  await sendAll(stops)
  await sendAll(reads)
  const last = await reader('all')
  await server.db
    .transaction()
    .execute((tx) =>
      sendNotice(
        { tx, bus: server.app.bus },
        { to: last.username, text: 'from a script', accountId: last.accountId, now: server.clock.now() },
      ),
    )
  await sendAll(last)
  await post.mailTo(last.email, 'New notifications')
  expect([...mailsTo(stops.email), ...mailsTo(reads.email)]).toEqual([])
  expect((await server.request(userProfileGet, {}, last)).noticemails).toBe('all')
})
