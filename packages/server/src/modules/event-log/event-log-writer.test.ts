import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts'
import { newId } from '../../shared/ids.ts'
import { EventLogWriter } from './event-log-writer.ts'

let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

it('limits events per account, so that one account does not hide those of another, and counts the rest', async () => {
  const noisy = newId()
  const quiet = newId()
  await fresh.db
    .insertInto('accounts')
    .values([noisy, quiet].map((id, n) => ({ id, code: `a${n}`, name: 'A' })))
    .execute()
  const desk = new EventLogWriter()
  desk.writeTo(fresh.db)
  const tell = (account: string | null, event: string) =>
    desk.logEvent({ type: 'warning', code: 'sign-in', event, text: '', account })
  for (let n = 0; n < 100; n++) tell(noisy, 'wrong password')
  tell(quiet, 'wrong password')
  // more kinds than the limit: displaced entries are written with their number
  for (let n = 0; n < 5_000; n++) {
    tell(null, `kind ${n}`)
    if (n % 1_000 === 999) await desk.flush()
  }
  await desk.close()
  const of = (account: string) =>
    fresh.db.selectFrom('event_log').select('text').where('account_id', '=', account).execute()
  expect(await of(quiet)).toHaveLength(1)
  const rows = await of(noisy)
  expect(rows).toHaveLength(21)
  expect(rows.map(({ text }) => text)).toContain('80 more within a minute')
})

it('limits messages by user and hour, and counts the rest', async () => {
  const desk = new EventLogWriter()
  desk.writeTo(fresh.db)
  const [ann, ben] = [newId(), newId()]
  const tell = (userId: string) =>
    desk.logEvent({
      type: 'message',
      code: 'test',
      event: 'signed in',
      text: '',
      user: { userId, username: userId },
    })
  for (let n = 0; n < 25; n++) tell(ann)
  tell(ben)
  await desk.close()
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
