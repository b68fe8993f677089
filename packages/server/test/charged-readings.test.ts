import { sessionCost } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCard,
  addClient,
  addTariff,
  balance,
  chargeEnergy,
  connectStation,
  rateAll,
  sessionId,
} from './charge-fixture.ts'
import { thawInput } from '../src/modules/charges/frozen-input.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let station: Awaited<ReturnType<typeof connectStation>>

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('operator')
  await addTariff(server, operator.accountId)
  station = await connectStation(server, operator, 'CP-READINGS')
})
afterAll(async () => {
  await station.socket.close()
  await server.close()
})

/** Returns the session with its readings as the stored input of its rating has them. */
async function ratedInput(number: number) {
  const { rating } = await server.request(sessionCost, { id: await sessionId(server, number) }, operator)
  const { input, input_sha256: sha256 } = await server.db
    .selectFrom('ratings')
    .select(['input', 'input_sha256'])
    .where('id', '=', rating!)
    .executeTakeFirstOrThrow()
  return thawInput({ input, sha256 }).input.session!
}

test('readings count by their millisecond, cut, and by the sum of their phases', async () => {
  const card = await addCard(
    server,
    operator.accountId,
    await addClient(server, operator.accountId, 'Phases'),
  )
  const { number } = await chargeEnergy(station.socket, card, { wh: 10_000 })
  const kinds = await Promise.all(
    ['L1', 'L2'].map((phase) =>
      server.db
        .insertInto('sample_kinds')
        .values({ measurand: 'Energy.Active.Import.Register', unit: 'Wh', phase, key: `energy of ${phase}` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  )
  await server.db.deleteFrom('meter_values').where('transaction_number', '=', number).execute()
  await server.fresh.pool.query(
    `insert into meter_values (station_id, evse_no, sampled_at, kind_id, value, transaction_number)
     select station_id, evse_no, date_trunc('second', started_at) + n * interval '1 minute 999 microseconds', k.id,
       1000.25 + n, number
     from transactions, generate_series(1, 3) n, unnest($2::int[]) as k (id) where number = $1`,
    [number, kinds.map(({ id }) => id)],
  )
  await rateAll(server)
  const session = await ratedInput(number)
  const at = Math.floor(session.startedAt / 1_000) * 1_000
  expect(session.samples).toEqual([
    [at + 60_000, 2_002],
    [at + 120_001, 2_004],
    [at + 180_002, 2_006],
  ])
})

// Proves L191
test('readings beyond 20,000 do not count, the stop does', async () => {
  const client = await addClient(server, operator.accountId, 'Talkative')
  const card = await addCard(server, operator.accountId, client)
  const { number } = await chargeEnergy(station.socket, card, { wh: 10_000 })
  const kinds = await server.db
    .selectFrom('meter_values')
    .select('kind_id')
    .where('transaction_number', '=', number)
    .execute()
  await server.fresh.pool.query(
    `insert into meter_values (station_id, evse_no, sampled_at, kind_id, value, transaction_number)
     select station_id, evse_no, started_at + n * interval '50 milliseconds', $2, 1000, number
     from transactions, generate_series(1, 20100) n where number = $1`,
    [number, kinds[0]!.kind_id],
  )
  await rateAll(server)
  expect(await balance(server, client)).toBe(-520)
  expect((await ratedInput(number)).samples).toHaveLength(20_000)
})
