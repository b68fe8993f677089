import { once } from 'node:events'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { auditVerify, cardList, cardSet, eventLogList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { anchorText, chainStart, hashRow } from '../src/modules/audit/chain.ts'
import { sealedRows } from '../src/modules/audit/chain-store.ts'
import { publishAnchor } from '../src/modules/audit/external-anchor.ts'
import { recordChange } from '../src/modules/audit/index.ts'
import { insertChanges } from '../src/modules/audit/store.ts'
import { growingIds, newId } from '../src/shared/ids.ts'
import { verifyJournal } from '../src/verify-journal.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
beforeEach(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  await recordLabel('first')
})
afterEach(() => server.close())

const entry = (label: string) => ({
  kind: 'change' as const,
  classCode: 'card',
  objectId: newId(),
  label,
  action: 'update',
  before: { name: 'old' },
  after: { name: 'new' },
})
const recordLabel = async (label: string) => {
  await recordChange(server.db, { userId: admin.id }, { ...entry(label), accountId: admin.accountId })
  await server.app.settleJournals()
}
const verify = async () => await server.request(auditVerify, { most: 20_000 }, admin)
const sign = (text: string) => server.fresh.sign(text)
const insertByHand = (label: string, at: Date) =>
  sql`insert into audit_log (id, at, actor, kind, class_code, label, action)
    values (${newId(at.getTime())}, ${at}, 'system', 'change', 'card', ${label}, 'update')`.execute(server.db)

/** Stores the single row at the position that the version without signatures of entries gave it. */
async function sealAsBefore(): Promise<void> {
  await sql`update audit_log set seq = 1, hash = ''`.execute(server.db)
  const [row] = await sealedRows(server.db, 0, 1)
  const hash = hashRow(chainStart, 1, { ...row!, signature: null })
  await sql`update audit_log set hash = ${hash}`.execute(server.db)
  const at = new Date()
  const anchor = { seq: 1, hash, at, signature: await sign(anchorText({ seq: 1, hash, at })) }
  await server.db.insertInto('audit_anchors').values(anchor).execute()
}

describe('an entry that no server has signed', () => {
  // Proves T2
  test('is not sealed when the database user inserts it, and is reported with its time', async () => {
    const { total } = await verify()
    const lastMonth = new Date(Date.now() - 30 * 86_400_000)
    await insertByHand('backdated', lastMonth)
    await insertByHand('forged', new Date())
    await recordLabel('second')
    const checked = await verify()
    expect(checked).toMatchObject({ isdone: true, total: total + 1 })
    expect(checked.broken).toMatchObject({ reason: 'foreign', label: 'forged' })
    const { body } = await server.call(eventLogList, { filter: { code: 'audit' } }, admin)
    expect(body).toMatchObject([{ type: 'error', event: expect.stringContaining('not written by a server') }])
    // the one with the old time remains, and is reported when the other is gone
    await sql`delete from audit_log where label = 'forged'`.execute(server.db)
    expect((await verify()).broken).toMatchObject({ reason: 'time', label: 'backdated' })
  })

  // Proves T3
  test('is not sealed when it was changed between its commit and its sealing', async () => {
    await server.db.transaction().execute(async (tx) => {
      await recordChange(tx, { userId: admin.id }, { ...entry('honest'), accountId: admin.accountId })
      await sql`update audit_log set label = 'altered' where label = 'honest'`.execute(tx)
    })
    await server.app.settleJournals()
    expect((await verify()).broken).toMatchObject({ reason: 'foreign', label: 'altered' })
  })

  test('counts when the previous version left it, until the first signed entry is sealed', async () => {
    // nothing is left to seal, which would lock the same tables
    await server.app.settleJournals()
    await sql`truncate audit_log, audit_anchors`.execute(server.db)
    await rm(join(server.fresh.dataDir, 'audit-head.json'))
    await insertByHand('sealed by the version before', new Date())
    await sealAsBefore()
    await insertByHand('left by the version before', new Date())
    await recordLabel('signed')
    expect(await verify()).toMatchObject({ broken: null, total: 3, unsealed: 0 })
    await insertByHand('too late', new Date())
    await server.app.settleJournals()
    expect((await verify()).broken).toMatchObject({ reason: 'foreign', label: 'too late' })
  })
})

const hours = (n: number) => new Date(Date.now() + n * 3_600_000)

// Proves T5
test('a signed entry with a time far from the present is not sealed, and is reported', async () => {
  const { total } = await verify()
  const row = {
    account_id: null,
    actor: 'system' as const,
    user_id: null,
    username: null,
    session: null,
    via: 'test',
    kind: 'change' as const,
    class_code: 'card',
    object_id: null,
    action: 'update',
    before: null,
    after: null,
    correlation: null,
  }
  // the first one by its id is reported
  const nextId = growingIds()
  // entries left by a crash are slightly older than the last sealing
  await insertChanges(server.db, [
    { ...row, id: nextId(), at: hours(-0.5), label: 'before the crash' },
    { ...row, id: nextId(), at: hours(-48), label: 'two days ago' },
    { ...row, id: nextId(), at: hours(1), label: 'in an hour' },
  ])
  await server.app.settleJournals()
  const checked = await verify()
  expect(checked).toMatchObject({ total: total + 1, unsealed: 2 })
  expect(checked.broken).toMatchObject({ reason: 'time', label: 'two days ago' })
})

const createTrigger = (body: string, when: string) =>
  sql
    .raw(
      `create function suppress() returns trigger language plpgsql as $$ begin ${body} end $$;
       create trigger suppress ${when} on audit_log for each row execute function suppress()`,
    )
    .execute(server.db)

describe('a trigger on the table', () => {
  // Proves T4
  test('that suppresses entries makes the change fail that it would hide', async () => {
    await createTrigger('return null;', 'before insert')
    const failed = await server.call(cardSet, { id: null, code: 'HIDDEN' }, admin)
    expect(failed.status).toBe(500)
    expect(await server.request(cardList, { filter: { code: 'HIDDEN' } }, admin)).toEqual([])
    expect((await verify()).broken).toMatchObject({ reason: 'trigger', label: 'suppress' })
  })

  // Proves T4
  test('that removes entries again is reported', async () => {
    await createTrigger('delete from audit_log where id = new.id; return null;', 'after insert')
    expect((await verify()).broken).toMatchObject({ reason: 'trigger', label: 'suppress' })
  })

  // Proves T4
  test('is reported, too, when it is the built-in one with another function', async () => {
    await sql
      .raw(
        `create or replace function tell_audit() returns trigger language plpgsql as $$ begin return null; end $$`,
      )
      .execute(server.db)
    expect((await verify()).broken).toMatchObject({ reason: 'trigger', label: 'audit_log_grown' })
  })
})

const file = () => join(server.fresh.dataDir, 'anchors.jsonl')
const publish = (url?: string) =>
  publishAnchor({ db: server.db, sign, now: new Date() }, { file: file(), url })
async function check() {
  const config = readConfig({ DATABASE_URL: server.fresh.url, DATA_DIR: server.fresh.dataDir })
  const lines: string[] = []
  const holds = await verifyJournal({ config, print: (line) => lines.push(line), anchorFile: file() })
  return { holds, output: lines.join('\n') }
}

describe('the published anchors of the chain', () => {
  test('match an untouched trail, and an altered line is reported', async () => {
    await publish()
    await recordLabel('second')
    await publish()
    expect(await check()).toMatchObject({
      holds: true,
      output: expect.stringContaining('agrees with 2 published anchors'),
    })
    const text = await readFile(file(), 'utf8')
    await writeFile(file(), text.replace(/"seq":\d+/, '"seq":1'))
    expect(await check()).toMatchObject({ holds: false, output: expect.stringContaining('line 1') })
    await writeFile(file(), text)
    await appendFile(file(), '{"seq":\n')
    expect(await check()).toMatchObject({ holds: false, output: expect.stringContaining('line 3') })
    await rm(file())
    expect(await check()).toMatchObject({ holds: false, output: expect.stringContaining('cannot be read') })
  })

  // Proves T6
  test('detect a trail that was rewritten with the key of the server', async () => {
    await publish()
    // nothing is left to seal, which would lock the same tables
    await server.app.settleJournals()
    // with everything that the machine of the server has: database, key, data folder
    await sql`truncate audit_log, audit_anchors`.execute(server.db)
    await rm(join(server.fresh.dataDir, 'audit-head.json'))
    for (const label of ['one', 'two', 'three', 'four', 'five', 'six']) await recordLabel(label)
    expect((await verify()).broken).toBe(null)
    expect(await check()).toMatchObject({
      holds: false,
      output: expect.stringMatching(/line 1 of the anchor file: entry \d+ (has another hash|is missing)/),
    })
  })

  test('are also sent to an address, and a failed request is reported', async () => {
    const received: unknown[] = []
    let status = 200
    const receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        received.push(JSON.parse(body))
        response.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    try {
      await publish(url)
      const [line] = (await readFile(file(), 'utf8')).split('\n')
      expect(received).toEqual([JSON.parse(line!)])
      status = 503
      await expect(publish(url)).rejects.toThrow('HTTP 503')
      // the file contains it nevertheless
      expect((await readFile(file(), 'utf8')).trim().split('\n')).toHaveLength(2)
    } finally {
      receiver.closeAllConnections()
      receiver.close()
    }
  })

  // Proves T6, L127
  test('are published by the hourly job of a server that is configured for it', async () => {
    const anchors = join(server.fresh.dataDir, 'by-the-job.jsonl')
    const other = await TestServer.open({ AUDIT_ANCHOR_FILE: anchors })
    try {
      const person = await other.signIn('admin')
      await other.request(cardSet, { id: null, code: 'SEEN' }, person)
      other.app.jobs.start()
      const lines = () => readFile(anchors, 'utf8').catch(() => '')
      await expect.poll(lines).toMatch(/^\{"seq":\d+,"hash":"[0-9a-f]{64}","at":/)
    } finally {
      await other.close()
    }
  })
})
