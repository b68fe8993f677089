import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CommandFixture, commandFixture } from '../../../test/command-fixture.ts'
import { mayAll } from '../../../test/rights.ts'
import { numberPermutation } from '../../shared/ids.ts'
import { isRefusal } from '../../shared/refusal.ts'
import { runList } from '../../storage/list/list-query.ts'
import type { CommandOutcome } from '../../shared/station-command.ts'
import type { Commands, SentRun } from '../commands/index.ts'
import { reservationEffects } from './effects.ts'
import { reservationSource } from './list-store.ts'
import { concludeReservations } from './conclude-reservations.ts'
import { removeSurplusReservations } from './store.ts'

let server: CommandFixture
let commands: Commands
let station: string
let identity = ''
let count = 0
beforeAll(async () => {
  server = await commandFixture()
  const permute = numberPermutation('test')
  commands = server.commands(reservationEffects({ ...server, permute }))
})
afterAll(() => server.close())
beforeEach(async () => {
  identity = `CP-${++count}`
  station = await server.addStation(identity)
})

const all = () =>
  server.db
    .selectFrom('reservations')
    .selectAll()
    .where('station_id', '=', station)
    .orderBy('created_at')
    .execute()
const only = async () => {
  const rows = await all()
  expect(rows).toHaveLength(1)
  return rows[0]!
}

async function send(action: string, payload: Record<string, unknown>, stations = [identity]) {
  const run = await commands.send(server.asker, { stations, action, payload })
  if (isRefusal(run)) throw new Error(run.message)
  return run
}
async function ask(action: string, payload: Record<string, unknown>, outcome: CommandOutcome | string) {
  await send(action, payload)
  const next = await commands.next(station)
  const result =
    typeof outcome === 'string' ? { kind: 'result' as const, payload: { status: outcome } } : outcome
  await commands.answered(next!.id, result)
  return next!
}
const reserve = (outcome: CommandOutcome | string, more = {}) =>
  ask('ReserveNow', { connectorId: 1, idTag: 'Tag A', ...more }, outcome)

async function start(more: { tag?: string; connector?: number; number?: number } = {}) {
  await server.pool.query(
    `insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, decision,
      start_key, started_at, received_start_at, meter_start_wh)
    values (gen_random_uuid(), $1, $2, $3, $4, $5, lower($5), 'Accepted', 'k', $6, $6, 0)`,
    [
      more.number ?? 1000 + count,
      server.accountId,
      station,
      more.connector ?? 1,
      more.tag ?? 'TAG A',
      server.clock.now(),
    ],
  )
}

describe('ReserveNow', () => {
  // Proves F8
  it('allocates the number and an expiry of 15 minutes, and is active when the station accepts', async () => {
    await send('ReserveNow', { connectorId: 1, idTag: 'Tag A' })
    expect(await only()).toMatchObject({ state: 'requested', id_tag_folded: 'tag a' })
    const next = await commands.next(station)
    const row = await only()
    expect(next!.payload).toEqual({
      connectorId: 1,
      expiryDate: new Date(server.clock.now().getTime() + 900_000).toISOString(),
      idTag: 'Tag A',
      reservationId: row.number,
    })
    expect(row.number).toBeGreaterThan(0)
    expect(row.number).toBeLessThanOrEqual(0x7fffffff)
    await commands.answered(next!.id, { kind: 'result', payload: { status: 'Accepted' } })
    expect(await only()).toMatchObject({ state: 'active', evse_no: 1 })
  })

  it('gives each station of a run its own number', async () => {
    const stations = [`${identity}-a`, `${identity}-b`, `${identity}-c`]
    for (const name of stations) await server.addStation(name)
    const run = await send('ReserveNow', { connectorId: 0, idTag: 'x' }, stations)
    const rows = await server.db
      .selectFrom('commands')
      .select('request')
      .where('run_id', '=', run.runId)
      .execute()
    const numbers = rows.map((row) => (row.request as { reservationId: number }).reservationId)
    expect(new Set(numbers).size).toBe(3)
  })

  // Proves F10
  it("preserves the caller's number, of any size and at several stations", async () => {
    await server.addStation(`${identity}-x`)
    const payload = { connectorId: 9_007_199_254_740_991, idTag: 'x', reservationId: -5 }
    await send('ReserveNow', payload, [identity, `${identity}-x`])
    expect(await only()).toMatchObject({ number: -5, evse_no: 9_007_199_254_740_991 })
  })

  it.each([
    ['Occupied', 'refused'],
    [{ kind: 'error', code: 'NotSupported', description: '' } as CommandOutcome, 'refused'],
    [{ kind: 'timeout' } as CommandOutcome, 'requested'],
  ])('with the answer %j becomes %s', async (outcome, state) => {
    await reserve(outcome)
    expect(await only()).toMatchObject({ state })
  })

  it('becomes active by an answer after the time limit', async () => {
    const next = await reserve({ kind: 'timeout' })
    const answer = { kind: 'result', payload: { status: 'Accepted' } } as const
    await commands.answered(next.id, { kind: 'late', answer })
    expect(await only()).toMatchObject({ state: 'active' })
  })

  it('is cancelled if it was never sent', async () => {
    const { commandIds } = await send('ReserveNow', { connectorId: 1, idTag: 'a' })
    await commands.cancel(server.asker, commandIds[0]!)
    expect(await only()).toMatchObject({ state: 'cancelled' })
  })

  it('replaces the reservation of the same number only if the station accepts', async () => {
    await reserve('Accepted', { reservationId: 7 })
    await reserve('Occupied', { reservationId: 7, connectorId: 2 })
    expect(await only()).toMatchObject({ state: 'active', evse_no: 1 })
    await reserve('Accepted', { reservationId: 7, connectorId: 2 })
    expect(await only()).toMatchObject({ state: 'active', evse_no: 2 })
  })
})

describe('lifecycle of a reservation', () => {
  // Proves F10
  it('ends by CancelReservation, and an unknown number is forwarded to the station', async () => {
    await reserve('Accepted', { reservationId: 70 })
    await ask('CancelReservation', { reservationId: 70 }, 'Rejected')
    expect(await only()).toMatchObject({ state: 'active' })
    await ask('CancelReservation', { reservationId: 70 }, 'Accepted')
    expect(await only()).toMatchObject({ state: 'cancelled', ends_at: expect.any(Date) })
    const run = (await commands.send(server.asker, {
      stations: [identity],
      action: 'CancelReservation',
      payload: { reservationId: 999_999 },
    })) as SentRun
    expect(run.commandIds).toHaveLength(1)
    await commands.next(station)
    await commands.answered(run.commandIds[0]!, { kind: 'result', payload: { status: 'Rejected' } })
    expect(await all()).toHaveLength(1)
  })

  // Proves F8
  it('expires on time, immediately in lists', async () => {
    // by the server's clock, which is stopped
    await reserve('Accepted', { expiryDate: new Date(server.clock.now().getTime() - 1000).toISOString() })
    const viewer = {
      ...server.asker,
      userId: server.asker.userId!,
      isDriver: false,
      clientId: null,
      isAdmin: false,
      rights: mayAll,
    }
    const rows = await runList(
      { db: server.db, source: reservationSource, scope: viewer },
      { filter: { stationid: station } },
    )
    expect(rows).toMatchObject([{ statecode: 'expired', statename: 'Expired', identity }])
    await concludeReservations(server)
    expect(await only()).toMatchObject({ state: 'expired' })
  })

  it.each([
    ['the card', {}, 'used'],
    ['another card', { tag: 'other' }, 'active'],
    ['a card of its group', { tag: 'sibling' }, 'used'],
    ['another connector', { connector: 2 }, 'active'],
  ])('with a start by %s is %s', async (_what, by, state) => {
    await server.pool.query(
      `insert into cards (id, account_id, code, code_folded, parent_code)
      values (gen_random_uuid(), $1, 'sibling', 'sibling', 'GROUP') on conflict do nothing`,
      [server.accountId],
    )
    await reserve('Accepted', { parentIdTag: 'group' })
    await start(by)
    await concludeReservations(server)
    expect(await only()).toMatchObject({ state })
    if (state === 'used') expect((await only()).transaction_number).toBe(1000 + count)
  })

  it('is not used by a start after its expiry', async () => {
    await reserve('Accepted')
    server.clock.move(901_000)
    await start()
    await concludeReservations(server)
    expect(await only()).toMatchObject({ state: 'expired' })
  })
})

// Proves L112
it('retains the newest ended reservations of each station, and all open ones', async () => {
  const other = await server.addStation(`${identity}-b`)
  for (const [id, open] of [
    [station, 2],
    [other, 0],
  ] as const)
    await server.pool.query(
      `insert into reservations (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, state, expires_at, created_at)
       select gen_random_uuid(), n, s.account_id, s.id, 1, 'x', 'x', case when n > 8 - $2::int then 'active' else 'expired' end,
         now(), now() - interval '1 minute' * n from stations s, generate_series(1, 8) n where s.id = $1`,
      [id, open],
    )
  await removeSurplusReservations(server.db, 3)
  expect((await all()).map(({ number }) => Number(number)).sort()).toEqual([1, 2, 3, 7, 8])
  const { rowCount } = await server.pool.query('select from reservations where station_id = $1', [other])
  expect(rowCount).toBe(3)
})
