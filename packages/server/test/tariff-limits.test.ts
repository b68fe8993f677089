import {
  clientGroupLimits,
  clientGroupMembers,
  clientGroupSet,
  maxTariffElements,
  stationSet,
  tariffCheck,
  type TariffDefinition,
  tariffLimits,
  tariffSet,
  tariffVersionActivate,
  tariffVersionClone,
  tariffVersionList,
  tariffVersionSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let tariff: string
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  tariff = (await server.request(tariffSet, { id: null, label: 'Standard' }, operator)).id
})
afterAll(() => server.close())

const element: TariffDefinition['elements'][number] = {
  price_components: [{ type: 'ENERGY', price: '0.49' }],
}
const prices = (elements = [element]): TariffDefinition => ({
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements,
})
const save = (definition = prices()) => server.request(tariffVersionSet, { id: tariff, definition }, operator)

// Proves L203
test('a tariff has at most 100 elements, and an element at most four components', async () => {
  const day = { day_of_week: ['MONDAY' as const] }
  const elements = Array.from({ length: maxTariffElements + 1 }, () => ({ ...element, restrictions: day }))
  const [component] = element.price_components
  const parts = { price_components: Array.from({ length: 5 }, () => component!) }
  for (const definition of [prices(elements), prices([parts])]) {
    const refused = await server.requestError(tariffVersionSet, { id: tariff, definition }, operator)
    expect(refused).toMatchObject({ status: 400, code: 'value.too_many_items' })
  }
  expect(await save(prices(elements.slice(1)))).toMatchObject({ number: 1 })
})

// Proves L205
test('a finding names the first five connectors and their number', async () => {
  for (let n = 0; n < 6; n++) {
    const { station } = await server.request(stationSet, { id: null, identity: `FAST-${n}` }, operator)
    const evse = { id: newId(), account_id: operator.accountId, station_id: station.id, evse_no: 1 }
    await server.db
      .insertInto('evses')
      .values({ ...evse, state: 'available', max_power_w: 150_000 })
      .execute()
  }
  const definition = prices([{ price_components: [{ type: 'FLAT', price: '1' }] }])
  const [finding] = await server.request(tariffCheck, { id: tariff, definition }, operator)
  expect(finding).toMatchObject({ code: 'tariff.afir_flat', connectors: { count: 6 } })
  expect(finding!.connectors!.first).toHaveLength(tariffLimits.findingObjects)
})

// Proves L202
test('a tariff has at most 500 versions, of which a response has 50', async () => {
  await save()
  const { number } = await server.request(tariffVersionActivate, { id: tariff }, operator)
  await sql`insert into tariff_versions (id, account_id, tariff_id, number, state, definition, hash, service,
      afir_limited, type, currency, valid_from, valid_to, activated_at)
    select gen_random_uuid(), v.account_id, v.tariff_id, v.number + n, 'retired', v.definition, v.hash, v.service,
      v.afir_limited, v.type, v.currency, v.valid_from, v.valid_from, v.activated_at
    from tariff_versions v, generate_series(1, ${tariffLimits.versions - number}::int) n
    where v.tariff_id = ${tariff}`.execute(server.db)
  expect(await server.requestError(tariffVersionClone, { id: tariff }, operator)).toMatchObject({
    status: 400,
    code: 'limit.reached',
  })
  const newest = await server.request(tariffVersionList, { id: tariff }, operator)
  expect(newest.map((version) => version.number)).toEqual(Array.from({ length: 50 }, (_, n) => 500 - n))
  const [next] = await server.request(
    tariffVersionList,
    { id: tariff, before: newest.at(-1)!.number, reclimit: 1 },
    operator,
  )
  expect(next!.number).toBe(450)
})

// Proves L201
test('an account has at most 20,000 tariffs', async () => {
  await sql`insert into tariffs (id, account_id, code, label, currency)
    select gen_random_uuid(), ${operator.accountId}, 'X' || n, 'Tariff ' || n, 'EUR'
    from generate_series(1, ${tariffLimits.tariffs - 1}::int) n`.execute(server.db)
  expect(await server.requestError(tariffSet, { id: null, label: 'One more' }, operator)).toMatchObject({
    status: 400,
    code: 'limit.reached',
  })
})

// Proves L204
test('an account has at most 1,000 client groups, and a request changes at most 1,000 members', async () => {
  const { id } = await server.request(clientGroupSet, { id: null, label: 'Partners' }, operator)
  const add = Array.from({ length: clientGroupLimits.members + 1 }, () => newId())
  expect(await server.requestError(clientGroupMembers, { id, add }, operator)).toMatchObject({
    status: 400,
    code: 'value.too_many_items',
  })
  await sql`insert into client_groups (id, account_id, code, label)
    select gen_random_uuid(), ${operator.accountId}, 'X' || n, 'Group ' || n
    from generate_series(1, ${clientGroupLimits.groups - 1}::int) n`.execute(server.db)
  expect(await server.requestError(clientGroupSet, { id: null, label: 'More' }, operator)).toMatchObject({
    status: 400,
    code: 'limit.reached',
  })
})
