import { cardSet, groupSet, stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let operator: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  operator = await server.user('olga')
})
afterAll(() => server.close())

/**
 * Runs a call while another transaction has written the same unique value, and commits that when the call
 * waits for it.
 */
async function beside<T>(statement: string, values: unknown[], call: () => Promise<T>): Promise<T> {
  const other = await server.fresh.pool.connect()
  try {
    await other.query('begin')
    await other.query(statement, values)
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    const reply = call()
    await expect
      .poll(
        async () =>
          (
            await server.fresh.pool.query(
              'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
              [rows[0]!.pid],
            )
          ).rowCount,
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    await other.query('commit')
    return await reply
  } finally {
    other.release()
  }
}

const addStation = async (identity: string) =>
  (await server.request(stationSet, { id: null, identity }, operator)).station.id

test('of two stations renamed to one identity at the same time one gets it, the other call is refused', async () => {
  const [first, second] = [await addStation('RACE-1'), await addStation('RACE-2')]
  const no = await beside(`update stations set identity = 'RACE-3' where id = $1`, [first], () =>
    server.requestError(stationSet, { id: second, identity: 'RACE-3' }, operator),
  )
  expect(no).toMatchObject({ status: 409, code: 'request.parallel_change' })
  expect(no.message).not.toContain('stations_account_identity')
  // without the other transaction, by the API only
  const ids = await Promise.all(['RACE-4', 'RACE-5', 'RACE-6', 'RACE-7'].map(addStation))
  const replies = await Promise.all(
    ids.map((id) => server.call(stationSet, { id, identity: 'RACE-8' }, operator)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test.each([
  [
    'group',
    `insert into groups (id, code, name) values ($1, 'same', 'same')`,
    () => server.requestError(groupSet, { id: null, code: 'same' }, admin),
    'request.parallel_change',
  ],
  [
    'card',
    `insert into cards (id, account_id, code, code_folded) select $1, id, 'SAME', 'same' from accounts order by created_at limit 1`,
    () => server.requestError(cardSet, { id: null, code: 'SAME' }, operator),
    'card.code_taken',
  ],
])(
  'of two calls that add the same %s at the same time one is refused',
  async (_what, statement, call, code) => {
    expect(await beside(statement, [newId()], call)).toMatchObject({ status: 409, code })
  },
)
