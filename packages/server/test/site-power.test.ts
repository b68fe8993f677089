import { siteSet, sitePower, stationSet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
let siteId: string
const stations: string[] = []
const day = '2026-06-01T'

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('watcher')
  siteId = (await server.request(siteSet, { id: null, label: 'Depot', gridlimit: 40_000 }, mine)).id
  for (const identity of ['PW-1', 'PW-2'])
    stations.push((await server.request(stationSet, { id: null, identity, site: siteId }, mine)).station.id)
  await sql`insert into sample_kinds (key, measurand, phase) values ('pw', 'Power.Active.Import', null),
    ('pw1', 'Power.Active.Import', 'L1'), ('pw2', 'Power.Active.Import', 'L2')`.execute(server.db)
})
afterAll(() => server.close())

interface Session {
  station: number
  number: number
  from: string
  to: string | null
  samples: readonly (readonly [at: string, value: number, key?: string])[]
}

async function addSession({ station, number, from, to, samples }: Session): Promise<void> {
  const stationId = stations[station]!
  await server.db
    .insertInto('transactions')
    .values({
      id: newId(),
      number,
      account_id: mine.accountId,
      station_id: stationId,
      evse_no: 1,
      id_tag: 'TAG',
      start_key: String(number),
      started_at: new Date(`${day}${from}Z`),
      stopped_at: to === null ? null : new Date(`${day}${to}Z`),
      state: to === null ? 'running' : 'finished',
      meter_start_wh: 0,
    })
    .execute()
  for (const [at, value, key = 'pw'] of samples)
    await sql`insert into meter_values (station_id, evse_no, sampled_at, kind_id, value, transaction_number)
      select ${stationId}, 1, ${`${day}${at}Z`}, k.id, ${value}, ${number} from sample_kinds k where k.key = ${key}`.execute(
      server.db,
    )
}

const powerAt = async (from: string, to: string, who = mine) =>
  (await server.request(sitePower, { id: siteId, from: `${day}${from}:00Z`, to: `${day}${to}:00Z` }, who))
    .power

test('power is averaged over quarters of an hour and summed over sessions', async () => {
  await addSession({
    station: 0,
    number: 9001,
    from: '10:00:00',
    to: '10:37:30',
    samples: [
      ['10:01:00', 10_000],
      ['10:14:00', 12_000],
      ['10:20:00', 20_000],
      ['10:31:00', 20_000],
    ],
  })
  await addSession({
    station: 1,
    number: 9002,
    from: '10:15:00',
    to: '10:30:00',
    samples: [
      ['10:16:00', 3_000, 'pw1'],
      ['10:16:00', 4_000, 'pw2'],
    ],
  })
  // the first session runs for half of the third quarter; none before and after
  expect(await powerAt('09:45', '11:00')).toEqual([0, 11_000, 27_000, 10_000, 0])
})

test('a session without samples leaves a gap, and one without an end counts until the end of the period', async () => {
  await addSession({ station: 0, number: 9003, from: '12:00:00', to: null, samples: [['12:20:00', 8_000]] })
  expect(await powerAt('12:00', '12:45')).toEqual([null, 8_000, null])
})

// Proves L171
test('the period is limited to seven days', async () => {
  const body = { id: siteId, from: '2026-05-01T00:00:00Z', to: '2026-05-08T00:15:00Z' }
  const refusal = await server.requestError(sitePower, body, mine)
  expect(refusal).toMatchObject({ code: 'period.too_long', params: { days: 7 } })
  expect((await server.request(sitePower, { ...body, to: '2026-05-08T00:00:00Z' }, mine)).at).toHaveLength(
    672,
  )
})

test('sites of other accounts are not found', async () => {
  const other = await server.user('other', { accountId: await server.addAccount('other') })
  expect((await server.requestError(sitePower, { id: siteId }, other)).status).toBe(404)
})
