import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts'
import { newId } from '../../shared/ids.ts'
import { EventLogWriter } from './event-log-writer.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

// Proves L69
it('limits events per account, so that one account does not hide those of another, and counts the rest', async () => {
  const noisy = newId()
  const quiet = newId()
  await fresh.db
    .insertInto('accounts')
    .values([noisy, quiet].map((id, n) => ({ id, code: `a${n}`, name: 'A' })))
    .execute()
  const writer = new EventLogWriter()
  writer.writeTo(fresh.db)
  const report = (account: string | null, event: string) =>
    writer.logEvent({ type: 'warning', code: 'sign-in', event, text: '', account })
  for (let n = 0; n < 100; n++) report(noisy, 'wrong password')
  report(quiet, 'wrong password')
  // more kinds than the limit: displaced entries are written with their number
  for (let n = 0; n < 5_000; n++) {
    report(null, `kind ${n}`)
    if (n % 1_000 === 999) await writer.flush()
  }
  await writer.close()
  const of = (account: string) =>
    fresh.db.selectFrom('event_log').select('text').where('account_id', '=', account).execute()
  expect(await of(quiet)).toHaveLength(1)
  const rows = await of(noisy)
  expect(rows).toHaveLength(21)
  expect(rows.map(({ text }) => text)).toContain('80 more within a minute')
})

// Proves L70
it('limits messages by user and hour, and counts the rest', async () => {
  const writer = new EventLogWriter()
  writer.writeTo(fresh.db)
  const [ann, ben] = [newId(), newId()]
  const report = (userId: string) =>
    writer.logEvent({
      type: 'message',
      code: 'test',
      event: 'signed in',
      text: '',
      user: { userId, username: userId },
    })
  for (let n = 0; n < 25; n++) report(ann)
  report(ben)
  await writer.close()
  const rows = await fresh.db
    .selectFrom('event_log')
    .select(['text', 'username'])
    .where('code', '=', 'test')
    .execute()
  expect(rows.filter(({ username }) => username === ben)).toHaveLength(1)
  const ofAnn = rows.filter(({ username }) => username === ann)
  expect(ofAnn).toHaveLength(11)
  expect(ofAnn.map(({ text }) => text)).toContain('15 more within an hour')
})
