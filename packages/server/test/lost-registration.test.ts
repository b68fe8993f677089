import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open()))
afterAll(() => testGateway.close())

// Proves G12
test('a station that this process has registered but does not have is offline after the check', async () => {
  const lost = await testGateway.booted()
  const silent = await testGateway.booted()
  const of = async ({ id }: TestStation) =>
    testGateway.fresh.db.selectFrom('stations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { connected_process: process } = await of(lost.station)
  await lost.socket.close()
  await eventually(async () => !(await of(lost.station)).is_connected)
  // as after a registration whose commit was not confirmed
  await testGateway.fresh.pool.query(
    `update stations set is_connected = true, connected_process = $2, connection_epoch = connection_epoch + 1 where id = $1`,
    [lost.station.id, process],
  )
  await testGateway.fresh.pool.query(`update stations set last_seen_at = now() - interval '10 minutes'`)
  await testGateway.side.markLostOffline()
  expect((await of(lost.station)).is_connected).toBe(false)
  expect((await of(silent.station)).is_connected).toBe(true)
  const { rows } = await testGateway.fresh.pool.query(
    `select details from activity where station_id = $1 and kind = 'disconnected' order by id desc limit 1`,
    [lost.station.id],
  )
  expect(rows[0].details).toMatchObject({ reason: 'ServerLost' })
})
