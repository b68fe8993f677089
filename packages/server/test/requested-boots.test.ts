import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WholeServer } from './whole-server.ts'

let server: WholeServer
beforeAll(async () => void (server = await WholeServer.open()))
afterAll(() => server.close())

const wait = { timeout: 60_000, interval: 50 }

const bootsOf = async (identity: string) =>
  server.list<{ id: string; datetime: string; repeats: number }>('/ocpp/log/list', {
    filter: { identity, action: 'BootNotification' },
  })
const deviationsOf = (identity: string) =>
  server.fresh.db
    .selectFrom('station_deviations as d')
    .innerJoin('stations as s', 's.id', 'd.station_id')
    .select('d.rule')
    .where('s.identity', '=', identity)
    .where('d.rule', 'like', 'BootNotification%')
    .execute()

// Proves G51
test('boots that the server requests are not a boot loop: each has an own entry of the log immediately', async () => {
  const triggered = await server.station('TRIGGERED')
  for (let n = 2; n <= 5; n++) {
    const trigger = { requestedMessage: 'BootNotification' }
    expect((await server.command('TRIGGERED', 'TriggerMessage', trigger)).body).toEqual({
      status: 'Accepted',
    })
    await triggered.until((each) => each.boots >= n, 'the requested boot')
  }
  await vi.waitFor(async () => {
    expect((await bootsOf('TRIGGERED')).map(({ repeats }) => repeats)).toEqual([1, 1, 1, 1, 1])
  }, wait)
  expect(await deviationsOf('TRIGGERED')).toEqual([])
})

// Proves G51
test('boots after a Reset are not a boot loop, over new connections too', async () => {
  const reset = await server.station('RESET', { rebootMs: 100 })
  for (let n = 2; n <= 5; n++) {
    expect((await server.command('RESET', 'Reset', { type: 'Soft' })).body).toEqual({ status: 'Accepted' })
    await reset.until((each) => each.boots >= n && each.isOnline, 'the boot after the Reset')
  }
  await vi.waitFor(async () => {
    expect((await bootsOf('RESET')).map(({ repeats }) => repeats)).toEqual([1, 1, 1, 1, 1])
  }, wait)
  expect(await deviationsOf('RESET')).toEqual([])
  await vi.waitFor(async () => {
    const rows = await server.list('/command/list', { filter: { identity: 'RESET', action: 'Reset' } })
    expect(rows.map(({ restarted }) => typeof restarted)).toEqual(['string', 'string', 'string', 'string'])
  }, wait)
})
