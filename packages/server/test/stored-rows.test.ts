import { afterAll, beforeAll, expect, test } from 'vitest'
import { unmatchedJobs } from '../src/modules/unmatched/index.ts'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

const query = async <Row extends object>(text: string, values: unknown[]) =>
  (await gateway.fresh.pool.query<Row>(text, values)).rows

const event = (type: string) => ({ type, timestamp: new Date().toISOString() })

// Proves L28
test('limits the unknown tags of an account; a station with too many replaces its own', async () => {
  const { station: quiet, socket: other } = await gateway.booted()
  const { station: noisy, socket } = await gateway.booted()
  for (const idTag of ['real 1', 'real 2']) await other.call('Authorize', { idTag })
  await query(
    `insert into unknown_tags (account_id, code, code_folded, station_id, last_at)
     select $1, 'made up ' || n, 'made up ' || n, $2, now() + n * interval '1 ms' from generate_series(1, 1998) n`,
    [gateway.accountId, noisy.id],
  )
  const tags = (station: string) =>
    query<{ code: string }>('select code from unknown_tags where station_id = $1 order by last_at', [station])
  for (let n = 0; n < 20; n++) await socket.call('Authorize', { idTag: `new ${n}` })
  const own = (await tags(noisy.id)).map(({ code }) => code)
  expect(own).toHaveLength(1_998)
  expect(own).toContain('new 19')
  expect(own).not.toContain('made up 20')
  expect(own).toContain('made up 21')
  expect((await tags(quiet.id)).map(({ code }) => code)).toEqual(['real 1', 'real 2'])
  // a known tag is still counted, and replaces none
  await socket.call('Authorize', { idTag: 'made up 21' })
  await other.call('Authorize', { idTag: 'real 1' })
  expect(await tags(noisy.id)).toHaveLength(1_998)
  expect(await query('select count from unknown_tags where code = $1', ['real 1'])).toMatchObject([
    { count: expect.toSatisfy((count) => Number(count) === 2) },
  ])
  // another station can add new ones
  await other.call('Authorize', { idTag: 'real 3' })
  expect((await tags(quiet.id)).map(({ code }) => code)).toContain('real 3')
  const [total] = await query<{ n: number }>(
    'select count(*)::int as n from unknown_tags where account_id = $1',
    [gateway.accountId],
  )
  expect(total!.n).toBe(2_000)
})

// Proves L29
test('limits the security events of a station, and retains those of other stations', async () => {
  const { station, socket } = await gateway.booted()
  const { station: quiet, socket: other } = await gateway.booted()
  await other.call('SecurityEventNotification', event('FirmwareUpdated'))
  await query(
    `insert into security_events (id, account_id, station_id, type, happened_at, received_at)
     select gen_random_uuid(), $1, $2, 'n' || n, now(), now() - interval '1 hour' + n * interval '1 s'
     from generate_series(1, 1000) n`,
    [gateway.accountId, station.id],
  )
  for (let n = 0; n < 5; n++) await socket.call('SecurityEventNotification', event(`last ${n}`))
  const rows = await query<{ type: string }>(
    'select type from security_events where station_id = $1 order by received_at',
    [station.id],
  )
  expect(rows).toHaveLength(1_000)
  expect(rows[0]).toMatchObject({ type: 'n6' })
  expect(rows.at(-1)).toMatchObject({ type: 'last 4' })
  const others = await query('select id from security_events where station_id = $1', [quiet.id])
  expect(others).toHaveLength(1)
})

const resolvedAndOpen = async (station: string) =>
  (
    await query<{ n: number; open: boolean }>(
      'select payload::int as n, resolved_at is null as open from unmatched_messages where station_id = $1 order by 1',
      [station],
    )
  ).map(({ n, open }) => (open ? `open ${n}` : n))

// Proves L16
test('retains the newest 1,000 resolved messages of a station, and all open ones', async () => {
  const noisy = await gateway.addStation()
  const quiet = await gateway.addStation()
  const add = (station: string, from: number, to: number, isOpen = false) =>
    query(
      `insert into unmatched_messages (id, account_id, station_id, kind, action, reason, payload, payload_hash, resolved_at)
       select gen_random_uuid(), $1, $2, 'stop-unknown', 'StopTransaction', 'test', n, n,
         case when $5 then null else now() - interval '1 day' + n * interval '1 s' end
       from generate_series($3::int, $4::int) n`,
      [gateway.accountId, station, from, to, isOpen],
    )
  await add(noisy.id, 1, 1_010)
  await add(noisy.id, 2_001, 2_005, true)
  await add(quiet.id, 1, 3)
  const [job] = unmatchedJobs(gateway.fresh.db)
  await job!.work()
  const rows = await resolvedAndOpen(noisy.id)
  expect(rows).toHaveLength(1_005)
  expect(rows.slice(0, 2)).toEqual([11, 12])
  expect(rows.slice(-5)).toEqual([2001, 2002, 2003, 2004, 2005].map((n) => `open ${n}`))
  expect(await resolvedAndOpen(quiet.id)).toEqual([1, 2, 3])
})
