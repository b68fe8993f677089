import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CommandFixture, commandFixture } from '../../../test/command-fixture.ts'
import {
  findSyncStation,
  leaseStation,
  resetVerified,
  storeChecked,
  storeSent,
  storeSetting,
  storeUnfinished,
} from './sync-store.ts'

let server: CommandFixture
let station: string
let count = 0
beforeAll(async () => {
  server = await commandFixture()
})
afterAll(() => server.close())
beforeEach(async () => {
  station = await server.addStation(`CP-${++count}`)
  await server.db
    .updateTable('stations')
    .set({ connection_changed_at: at(0) })
    .where('id', '=', station)
    .execute()
  await server.db.transaction().execute((tx) => storeSetting(tx, station, true))
})

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 29, 12, 0, seconds))
const read = async () => (await findSyncStation(server.db, station, at(10)))!
const checked = (digest: string | null) => ({ id: station, digest, entries: 3, omitted: 0, isCurrent: false })

/** Sends a list as an attempt that begins at second 5 and fails. */
async function failedAttempt(): Promise<void> {
  const { db } = server
  expect(await leaseStation(db, station, { now: at(5), until: at(60) })).toBe(true)
  await storeSent(db, station, { version: 1, digest: 'sent', now: at(5), until: at(60) })
  await storeUnfinished(db, station, { error: { code: 'local_list.rejected', params: undefined } })
  expect(await read()).toMatchObject({ isPaused: true, wantedDigest: 'sent' })
}

describe('the pause after a failed attempt', () => {
  test('remains if a check did not know the limits of the station when the attempt began', async () => {
    await failedAttempt()
    await storeChecked(server.db, [checked(null)], at(4))
    expect(await read()).toMatchObject({ isPaused: true, wantedDigest: 'sent' })
  })

  test('ends if a check finds another list, or a later one finds none', async () => {
    await failedAttempt()
    await storeChecked(server.db, [checked('other')], at(4))
    expect(await read()).toMatchObject({ isPaused: false, wantedDigest: 'other' })
    await failedAttempt()
    await storeChecked(server.db, [checked(null)], at(6))
    expect(await read()).toMatchObject({ isPaused: false, wantedDigest: null })
  })

  test('remains after a boot before the attempt, and ends after a later boot', async () => {
    await failedAttempt()
    const boot = { id: station, at: at(4) }
    expect(await resetVerified(server.db, [boot, { ...boot, at: at(3) }])).toBe(false)
    expect(await read()).toMatchObject({ isPaused: true })
    expect(await resetVerified(server.db, [boot, { ...boot, at: at(6) }])).toBe(true)
    expect(await read()).toMatchObject({ isPaused: false })
  })
})
