import {
  stationSet,
  tariffCompare,
  type TariffComparison,
  type TariffDefinition,
  tariffGet,
  tariffSet,
  tariffVersionSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import {
  addCard,
  addClient,
  addMember,
  addTariff,
  chargeEnergy,
  connectStation,
  energyAndFee,
  minutesAgo,
  rateAll,
  sessionId,
} from './charge-fixture.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await TestServer.open()
})
afterAll(() => server.close())

const startedAt = () => minutesAgo(59)
/** Month in which the sessions start. */
const month = startedAt().slice(0, 7)

const perKwh = (price: string, more: Partial<TariffDefinition> = {}): TariffDefinition => ({
  ...energyAndFee,
  elements: [{ price_components: [{ type: 'ENERGY', price }] }],
  ...more,
})

let operators = 0

/** An operator of an own account with a tariff of 0.42 per kWh and 1.00 per session, a client, and its card. */
async function newOperator() {
  operators += 1
  const name = `operator-${operators}`
  const operator = await server.user(name, { accountId: await server.addAccount(name) })
  const version = await addTariff(server, operator.accountId)
  const { rows } = await sql<{
    id: string
  }>`select tariff_id as id from tariff_versions where id = ${version}`.execute(server.db)
  const client = await addClient(server, operator.accountId, 'Fleet')
  return { operator, client, card: await addCard(server, operator.accountId, client), tariff: rows[0]!.id }
}

/** Charges energy with cards at a new station; returns the ids of the sessions. */
async function charge(
  operator: TestUser,
  sessions: readonly [card: string, wh: number][],
): Promise<string[]> {
  const { socket } = await connectStation(server, operator, `CP-${newId().slice(-8)}`)
  const ids: string[] = []
  for (const [card, wh] of sessions) {
    const { number } = await chargeEnergy(socket, card, { wh, from: 59 })
    ids.push(await sessionId(server, number))
  }
  await socket.close()
  await rateAll(server)
  return ids
}

const saveDraft = (operator: TestUser, id: string, definition: TariffDefinition) =>
  server.request(tariffVersionSet, { id, definition }, operator)

/** Compares the whole month; returns the parts. */
async function partsOf(operator: TestUser, id: string): Promise<TariffComparison[]> {
  const all: TariffComparison[] = []
  let after: string | null = null
  do {
    const body = { id, month, ...(after !== null && { after }) }
    const part: TariffComparison = await server.request(tariffCompare, body, operator)
    all.push(part)
    after = part.next
  } while (after !== null)
  return all
}

async function onlyPart(operator: TestUser, id: string): Promise<TariffComparison> {
  const [part, ...others] = await partsOf(operator, id)
  expect(others).toEqual([])
  return part!
}

// charged: 10 kWh x 0.42 + 1.00 = 5.20 and 1 kWh x 0.42 + 1.00 = 1.42; with 0.60 per kWh: 6.00 and 0.60
test('a draft is compared with what was charged, in total and by site, client and hour', async () => {
  const { operator, client, card, tariff } = await newOperator()
  const [more, less] = await charge(operator, [
    [card, 10_000],
    [card, 1_000],
  ])
  await saveDraft(operator, tariff, perKwh('0.60'))
  const part = await onlyPart(operator, tariff)
  const sum = { sessions: 2, energy: 11_000, before: 662, after: 660, less: 1, more: 1 }
  expect(part).toMatchObject({ number: 2, currency: 'EUR', digits: 2, total: 2, read: 2, others: 0 })
  expect(part.leftout).toEqual({ not_priced: 0, needs_review: 0, no_client: 0, other_currency: 0 })
  expect(part.sum).toEqual(sum)
  expect(part.sites).toEqual([{ id: null, name: null, ...sum }])
  expect(part.clients).toEqual([{ id: client, name: 'Fleet', ...sum }])
  const hour = String(new Date(part.sessions[0]!.datestart).getUTCHours())
  expect(part.hours).toEqual([{ id: hour, name: null, ...sum }])
  // +15 % and -58 %
  expect(part.changes).toEqual([1, 0, 0, 0, 0, 0, 1])
  expect(part.sessions.map(({ id, before, after }) => [id, before, after])).toEqual([
    [less, 142, 60],
    [more, 520, 600],
  ])
})

test('a draft that is equal to the valid version changes nothing', async () => {
  const { operator, card, tariff } = await newOperator()
  await charge(operator, [[card, 10_000]])
  await saveDraft(operator, tariff, energyAndFee)
  const part = await onlyPart(operator, tariff)
  expect(part.sum).toEqual({ sessions: 1, energy: 10_000, before: 520, after: 520, less: 0, more: 0 })
  expect(part.changes).toEqual([0, 0, 0, 1, 0, 0, 0])
  expect(part.sessions).toEqual([])
})

test('prices without tax are compared with tax', async () => {
  const { operator, card, tariff } = await newOperator()
  await charge(operator, [[card, 10_000]])
  await saveDraft(operator, tariff, perKwh('0.50', { tax_included: 'NO' }))
  // 5.00 and 19 %
  expect((await onlyPart(operator, tariff)).sum).toMatchObject({ before: 520, after: 595 })
})

/** Rows that a rating adds. */
const counts = async () => {
  const { rows } = await sql`select (select count(*) from ratings)::int as ratings,
    (select count(*) from charges)::int as charges, (select count(*) from ledger_transfers)::int as transfers,
    (select count(*) from session_tariffs)::int as tariffs`.execute(server.db)
  return rows[0]
}

test('a comparison books and changes nothing', async () => {
  const { operator, card, tariff } = await newOperator()
  await charge(operator, [[card, 10_000]])
  await saveDraft(operator, tariff, perKwh('0.60'))
  const before = await counts()
  await partsOf(operator, tariff)
  expect(await counts()).toEqual(before)
})

test('the draft of a new tariff is compared for the sessions to which it would apply', async () => {
  const { operator, card } = await newOperator()
  const own = await addClient(server, operator.accountId, 'Own prices')
  const [, session] = await charge(operator, [
    [card, 5_000],
    [await addCard(server, operator.accountId, own), 2_000],
  ])
  const body = { id: null, label: 'Own', client: own, currency: 'EUR' }
  const { id } = await server.request(tariffSet, body, operator)
  await saveDraft(operator, id, perKwh('0.10'))
  const part = await onlyPart(operator, id)
  // 2 kWh x 0.42 + 1.00, and 2 kWh x 0.10
  expect(part).toMatchObject({ read: 2, others: 1, sum: { sessions: 1, before: 184, after: 20 } })
  expect(part.sessions.map((one) => one.id)).toEqual([session])
})

test('sessions that no client pays are left out', async () => {
  const { operator, card, tariff } = await newOperator()
  await charge(operator, [
    [card, 1_000],
    [await addCard(server, operator.accountId, null), 3_000],
  ])
  await saveDraft(operator, tariff, perKwh('0.60'))
  const part = await onlyPart(operator, tariff)
  expect(part).toMatchObject({ leftout: { no_client: 1, not_priced: 0 }, sum: { sessions: 1, after: 60 } })
})

test('a comparison is refused to users of a client and to other accounts, and needs a draft', async () => {
  const { operator, client, tariff } = await newOperator()
  const refused = (id: string, caller: TestUser) => server.requestError(tariffCompare, { id, month }, caller)
  expect(await refused(tariff, operator)).toMatchObject({ status: 404, code: 'tariff.version_not_found' })
  await saveDraft(operator, tariff, perKwh('0.60'))
  const member = await addMember(server, operator.accountId, client)
  expect((await server.request(tariffGet, { id: tariff }, member)).id).toBe(tariff)
  expect((await refused(tariff, member)).status).toBe(403)
  const { operator: stranger } = await newOperator()
  expect((await refused(tariff, stranger)).status).toBe(404)
})

test('a place that no part has returned is refused', async () => {
  const { operator, tariff } = await newOperator()
  await saveDraft(operator, tariff, perKwh('0.60'))
  const body = { id: tariff, month, after: `1 ${'-'.repeat(36)}` }
  expect(await server.requestError(tariffCompare, body, operator)).toMatchObject({
    status: 400,
    field: 'after',
  })
})

// Proves L245
test('a comparison has parts of at most 500 sessions, which add up', async () => {
  const { operator, card, tariff } = await newOperator()
  const { station } = await server.request(stationSet, { id: null, identity: 'CP-MANY' }, operator)
  await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, card_id,
      decision, start_key, started_at, meter_start_wh, state)
    select gen_random_uuid(), 900000 + n, ${operator.accountId}, ${station.id}, 1, k.code, k.code_folded, k.id,
      'Accepted', 'key ' || n, ${startedAt()}::timestamptz + n * interval '1 millisecond', 0, 'running'
    from generate_series(1, 700) n, cards k where k.code = ${card}`.execute(server.db)
  await sql`update transactions set state = 'finished', stopped_at = now(), received_stop_at = now(),
    meter_stop_wh = 1000, energy_wh = 1000 where station_id = ${station.id}`.execute(server.db)
  await rateAll(server)
  await saveDraft(operator, tariff, perKwh('0.60'))
  const parts = await partsOf(operator, tariff)
  expect(parts.length).toBeGreaterThan(1)
  expect(Math.max(...parts.map(({ read }) => read))).toBeLessThanOrEqual(500)
  expect(parts.map(({ total }) => total)).toEqual([700, ...parts.slice(1).map(() => null)])
  const sum = (of: (part: TariffComparison) => number) => parts.reduce((total, part) => total + of(part), 0)
  expect([sum(({ read }) => read), sum((part) => part.sum.sessions)]).toEqual([700, 700])
  expect([sum((part) => part.sum.before), sum((part) => part.sum.after)]).toEqual([700 * 142, 700 * 60])
})
