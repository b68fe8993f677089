import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'
import { MailServer } from './test-mail-server.ts'

let fresh: FreshDatabase
let folder: string
let mailServer: MailServer
let stopped: ServerProcess
let other: ServerProcess
/** Answers to the recipient of a mail; the first one waits until it is called. */
const answers: (() => void)[] = []

beforeAll(async () => {
  buildServer()
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sm-stopped-'))
  mailServer = await MailServer.open({
    onRcptTo: (_address, _session, done) => {
      answers.push(done)
      if (answers.length > 1) done()
    },
  })
  const open = () =>
    new ServerProcess({
      ROLE: 'jobs',
      DATABASE_URL: fresh.url,
      SECRET_KEY: 'the same key of at least 32 characters',
      DATA_DIR: folder,
      SMTP_URL: mailServer.url,
    })
  stopped = open()
  other = open()
})
afterAll(async () => {
  stopped.resume()
  await Promise.all([stopped.stop(), other.stop()])
  await Promise.all([mailServer.close(), fresh.close(), rm(folder, { recursive: true, force: true })])
})

const mail = () =>
  fresh.db.selectFrom('mails').select(['state', 'tries', 'last_error']).executeTakeFirstOrThrow()

const locks = async () =>
  (
    await sql<{ by: string }>`select locked_by as by from graphile_worker.jobs
      where task_identifier = 'mail.send' and locked_by is not null`.execute(fresh.db)
  ).rows.map(({ by }) => by)

// Proves G11
test('the job of a suspended process runs in another one, and has no second effect when it continues', async () => {
  const now = new Date()
  await fresh.db
    .insertInto('mails')
    .values({
      id: newId(now.getTime()),
      kind: 'notice',
      recipient: 'driver@example.org',
      subject: 'Once',
      text: 'Once',
      html: '<p>Once</p>',
      locale: 'en',
      created_at: now,
      due_at: now,
    })
    .execute()
  await stopped.start()
  await eventually(async () => answers.length === 1)
  const [lock] = await locks()
  stopped.pause()
  // as if 30 seconds had passed
  await sql`update server_processes set seen_at = seen_at - interval '31 seconds'`.execute(fresh.db)
  await other.start()
  await sql`update mails set due_at = now()`.execute(fresh.db)
  await eventually(async () => !(await locks()).includes(lock!))
  await sql`select graphile_worker.add_job('mail.send', job_key := 'mail.send')`.execute(fresh.db)
  await eventually(async () => (await mail()).state === 'sent')
  expect(mailServer.mails).toHaveLength(1)
  const sent = await mail()
  expect(sent).toMatchObject({ tries: 2, last_error: null })

  answers[0]!()
  stopped.resume()
  await stopped.stop()
  expect(mailServer.mails).toHaveLength(1)
  expect(await mail()).toEqual(sent)
})
