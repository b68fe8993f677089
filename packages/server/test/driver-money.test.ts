import {
  cardSet,
  classAccessSet,
  classList,
  driverChargeStart,
  driverInvoiceGet,
  driverInvoiceList,
  driverMoneyGet,
  driverPaymentCreate,
  driverPaymentGet,
  driverPlaceGet,
  type Endpoint,
  invoiceList,
  maxDriverInvoices,
  objectAccessSet,
  paymentCreate,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { addTariff, energyAndFee } from './charge-fixture.ts'
import { PaymentFixture } from './payment-fixture.ts'
import { RawStation } from './raw-station.ts'
import type { TestServer, TestUser } from './test-server.ts'
import { TestStripeServer } from './test-stripe-server.ts'

let stripe: TestStripeServer
let billing: PaymentFixture
let server: TestServer
let admin: TestUser
/** The only user of a client, with a card. */
let sole: Payer
/** A driver of another client. */
let other: Payer

interface Payer {
  client: string
  card: string
  user: TestUser
  invoice: string
}

beforeAll(async () => {
  stripe = await TestStripeServer.open()
  billing = await PaymentFixture.open(stripe.environment)
  ;({ server } = billing)
  admin = await server.signIn('admin')
  sole = await addPayer('sole')
  other = await addPayer('other')
  await billing.work('invoices.documents')
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})
beforeEach(() => void stripe.takeEvents())

async function driverOf(client: string, username: string): Promise<TestUser> {
  const user = await server.user(username, { interface: 'driver' })
  await moveTo(user, client)
  return user
}

/** Moves a user to a client, and waits until no process remembers the rights of users. */
async function moveTo({ id }: TestUser, client_id: string | null): Promise<void> {
  await server.db.updateTable('users').set({ client_id }).where('id', '=', id).execute()
  server.clock.forward(6_000)
}

async function addPayer(name: string): Promise<Payer> {
  const client = await billing.addClient()
  await server.db.updateTable('clients').set({ is_prepaid: true }).where('id', '=', client).execute()
  const user = await driverOf(client, name)
  const body = { id: null, code: `${name}-1`, driver: name, client }
  const { id: card } = await server.request(cardSet, body, billing.operator)
  return { client, card, user, invoice: await billing.issue(client, 1000) }
}

const moneyOf = (who: TestUser) => server.request(driverMoneyGet, {}, who)
const topUp = (who: TestUser, body: object = {}) =>
  server.request(driverPaymentCreate, { id: newId(), amount: '25.00', provider: 'stripe', ...body }, who)
const pageOf = ({ checkout }: { checkout: string | null }) => checkout!.split('/').at(-1)!
const deliverAll = async () => {
  for (let round = 0; round < 2; round += 1) {
    for (const event of stripe.takeEvents()) await stripe.deliver(server.url, event)
    await billing.reconcile()
  }
}

/** All endpoints of the money, with a body about an invoice. */
const requests = (invoice: string, payment: string): [Endpoint, object][] => [
  [driverMoneyGet, {}],
  [driverInvoiceList, {}],
  [driverInvoiceGet, { id: invoice }],
  [driverPaymentCreate, { id: newId(), amount: '5.00', provider: 'stripe' }],
  [driverPaymentGet, { id: payment }],
]
const answersOf = async (who: TestUser, invoice: string, payment: string) => {
  const all = await Promise.all(
    requests(invoice, payment).map(([row, body]) => server.call(row, body as never, who)),
  )
  return all.map(({ status, body }) => [status, (body as { error?: { code: string } }).error?.code])
}
const refusedAs = (...codes: string[]) => codes.map((code) => [403, code])

const errorOf = ({ body }: { body: unknown }) => (body as { error: { code: string } }).error

describe('the only user of a client', () => {
  // Proves A8, INV-5
  test('sees its balance and its invoices with their documents, and those of no other client', async () => {
    expect(await moneyOf(sole.user)).toMatchObject({
      client: sole.client,
      currency: 'EUR',
      prepaid: true,
      held: '0.00',
      low: false,
      providers: [{ code: 'stripe', trial: true }],
    })
    const listed = await server.request(driverInvoiceList, {}, sole.user)
    expect(listed).toMatchObject([{ id: sole.invoice, typecode: 'invoice', amount: '10.00' }])
    const invoice = await server.request(driverInvoiceGet, { id: sole.invoice }, sole.user)
    const pdf = invoice.documents.find(({ kind }) => kind === 'pdf')!
    const file = await server.fetch(
      new URL(pdf.url, server.url).pathname + new URL(pdf.url, server.url).search,
    )
    expect(file.status).toBe(200)
    expect(Object.keys(invoice)).not.toContain('mails')
    const foreign = await server.requestError(driverInvoiceGet, { id: other.invoice }, sole.user)
    expect(foreign).toMatchObject({ status: 404, code: 'invoice.not_found' })
    const draft = { id: newId(), invoice: other.invoice, provider: 'stripe' as const }
    expect(await server.requestError(driverPaymentCreate, draft, sole.user)).toMatchObject({ status: 404 })
  })

  // Proves L307
  test('gets 50 invoices at a time', async () => {
    const { user, invoice } = await addPayer('many')
    await sql`insert into invoices select (jsonb_populate_record(null::invoices, to_jsonb(i)
        || jsonb_build_object('id', gen_random_uuid(), 'code', 'N-' || n, 'reference', null, 'is_document_due', false))).*
      from invoices i, generate_series(1, ${maxDriverInvoices}) n where i.id = ${invoice}`.execute(server.db)
    const pages = [{}, { recoffset: maxDriverInvoices }].map((page) =>
      server.request(driverInvoiceList, page, user),
    )
    const [first, second] = await Promise.all(pages)
    expect([first!.length, second!.length]).toEqual([maxDriverInvoices, 1])
    expect(new Set([...first!, ...second!].map(({ id }) => id)).size).toBe(maxDriverInvoices + 1)
  })

  test('sees no draft, and the lists of operators stay closed', async () => {
    await billing.addCharge({ amountMinor: 700, of: sole.client })
    const [draft] = await billing.draft(sole.client)
    expect(await server.requestError(driverInvoiceGet, { id: draft!.id }, sole.user)).toMatchObject({
      status: 404,
    })
    await billing.run(draft!.id, 'cancel')
    for (const row of [invoiceList, paymentCreate])
      expect((await server.call(row, {} as never, sole.user)).status).toBe(403)
  })

  test('tops up once per request on the page of the provider, returns to the page of the payment, and sees the result', async () => {
    const id = newId()
    const before = Number((await moneyOf(sole.user)).balance)
    stripe.changes.length = 0
    const [, again] = await Promise.all([topUp(sole.user, { id }), topUp(sole.user, { id })])
    const payment = await server.request(driverPaymentGet, { id }, sole.user)
    expect(again.id).toBe(payment.id)
    expect(stripe.changes.filter((path) => path === '/v1/checkout/sessions')).toHaveLength(1)
    expect(payment).toMatchObject({ id, statecode: 'pending', purpose: 'top_up', amount: '25.00' })
    expect(String(stripe.object(pageOf(payment)).success_url)).toContain(`/driver/money/payment/${id}`)
    expect(await server.changesOf(id)).toEqual(['create by sole'])
    stripe.pay(pageOf(payment))
    // the page asks the provider, whose message may be late
    stripe.takeEvents()
    const state = async () => (await server.request(driverPaymentGet, { id }, sole.user)).statecode
    await expect.poll(state).toBe('succeeded')
    await deliverAll()
    expect(Number((await moneyOf(sole.user)).balance)).toBe(before + 25)
    expect(await server.requestError(driverPaymentGet, { id }, other.user)).toMatchObject({ status: 404 })
  })

  test('sees that a page has expired, and that it cannot be paid', async () => {
    const payment = await topUp(sole.user)
    stripe.expire(pageOf(payment))
    await deliverAll()
    const shown = await server.request(driverPaymentGet, { id: payment.id }, sole.user)
    expect(shown).toMatchObject({ statecode: 'expired', checkout: null })
  })

  test('pays an open invoice', async () => {
    const { client, user, invoice } = other
    expect(Number((await moneyOf(user)).balance)).toBe(-10)
    const payment = await topUp(user, { invoice, amount: undefined })
    expect(payment).toMatchObject({ purpose: 'invoice', invoice, amount: '10.00' })
    stripe.pay(pageOf(payment))
    await deliverAll()
    expect(await server.request(driverInvoiceGet, { id: invoice }, user)).toMatchObject({
      statecode: 'paid',
      open: '0.00',
    })
    expect(await billing.balance('client', client)).toBe(0)
  })

  test('keeps the rights when a rule hides another object, and loses them by a rule that denies the class', async () => {
    const rule = { class: 'invoice', id: sole.invoice, user: sole.user.id }
    await server.request(objectAccessSet, { ...rule, deny: { s: true } }, admin)
    expect(await server.request(driverInvoiceList, {}, sole.user)).toEqual([])
    expect((await moneyOf(sole.user)).client).toBe(sole.client)
    await server.request(objectAccessSet, rule, admin)
    await server.request(classAccessSet, { class: 'account', user: sole.user.id, deny: { a: true } }, admin)
    const refused = await server.requestError(driverMoneyGet, {}, sole.user)
    expect(refused).toMatchObject({ status: 403, code: 'access.cannot_see' })
    await server.request(classAccessSet, { class: 'account', user: sole.user.id }, admin)
  })
})

describe('other drivers', () => {
  // Proves A8, INV-5
  test('of the same client see nothing of its money, and neither does the first one from then on', async () => {
    const { client, invoice, user } = await addPayer('first')
    const { id: payment } = await topUp(user)
    const second = await driverOf(client, 'second')
    const see = 'access.cannot_see'
    const denied = refusedAs(see, see, see, 'access.cannot_create', see)
    for (const who of [user, second]) expect(await answersOf(who, invoice, payment)).toEqual(denied)
    const classes = await server.request(classList, {}, second)
    for (const code of ['account', 'invoice', 'payment'])
      expect(classes.find((row) => row.code === code)?.access).toMatchObject({ a: false, s: false, c: false })
    // what an administrator grants
    for (const [code, allow] of Object.entries({
      account: { a: true, s: true },
      invoice: { a: true, s: true },
      payment: { a: true, c: true, s: true },
    }))
      await server.request(classAccessSet, { class: code, user: second.id, allow }, admin)
    expect((await answersOf(second, invoice, payment)).map(([status]) => status)).toEqual(
      Array.from({ length: 5 }, () => 200),
    )
    expect((await answersOf(second, sole.invoice, newId())).map(([status]) => status)).toEqual([
      200, 200, 404, 200, 404,
    ])
  })

  test('of a client with a card of another person, or of no one, see nothing', async () => {
    const { client, user, invoice } = await addPayer('pool')
    await server.request(cardSet, { id: null, code: 'POOL-2', client }, billing.operator)
    expect((await answersOf(user, invoice, newId())).map(([status]) => status)).toEqual([
      403, 403, 403, 403, 403,
    ])
  })

  test('who were deleted leave a client whose money the remaining one does not see', async () => {
    const { client, user, invoice } = await addPayer('left')
    const colleague = await driverOf(client, 'colleague')
    await server.db.updateTable('users').set({ state: 'deleted' }).where('id', '=', colleague.id).execute()
    server.clock.forward(6_000)
    const see = 'access.cannot_see'
    const denied = refusedAs(see, see, see, 'access.cannot_create', see)
    expect(await answersOf(user, invoice, newId())).toEqual(denied)
    // an erased user belongs to no client, but the cards with which they charged do
    await moveTo(colleague, null)
    const body = { id: null, code: 'LEFT-2', driver: 'left', client }
    const { id: card } = await server.request(cardSet, body, billing.operator)
    await server.db
      .updateTable('cards')
      .set({ state: 'deleted', owner_id: null })
      .where('id', '=', card)
      .execute()
    expect(await answersOf(user, invoice, newId())).toEqual(denied)
  })

  test('without a client, operators, administrators and guests are refused', async () => {
    const free = await server.user('free', { interface: 'driver' })
    for (const who of [free, billing.operator, admin])
      expect(await answersOf(who, sole.invoice, newId())).toEqual(
        refusedAs(...Array.from({ length: 5 }, () => 'access.clients_only')),
      )
    for (const [row, body] of requests(sole.invoice, newId()))
      expect((await server.call(row, body as never)).status).toBe(401)
  })

  test('with a right but without a client get nothing', async () => {
    const granted = await server.user('granted', { interface: 'driver' })
    const allow = { a: true, s: true }
    await server.request(classAccessSet, { class: 'invoice', user: granted.id, allow }, admin)
    expect(await server.requestError(driverInvoiceList, {}, granted)).toMatchObject({
      code: 'access.clients_only',
    })
  })
})

describe('a start', () => {
  let socket: RawStation
  let connector: string
  let site: string
  let calls: string[] = []

  beforeAll(async () => {
    const { accountId } = billing.operator
    await addTariff(server, accountId, { ...energyAndFee, preauthorize_amount: '20.00' } as never)
    await server.app.bus.publish(server.db, [
      { kind: 'hint', account: accountId, hint: { kind: 'tariff.changed' } },
    ])
    site = (await server.request(siteSet, { id: null, code: 'H', label: 'Harbour' }, billing.operator)).id
    const body = { id: null, identity: 'MONEY-1', typecode: 'public', site } as const
    const { station, key } = await server.request(stationSet, body, billing.operator)
    const url = server.url.replace('http', 'ws')
    socket = await RawStation.connect({ url, identity: 'MONEY-1', key: key! })
    socket.onCall = (action) => {
      calls.push(action)
      return { status: 'Accepted' }
    }
    await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
    await socket.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
    const { id } = await server.db
      .selectFrom('evses')
      .select('id')
      .where('station_id', '=', station.id)
      .where('evse_no', '=', 1)
      .executeTakeFirstOrThrow()
    connector = id
  })
  afterAll(() => socket?.close())

  const start = (who: TestUser, card: string) =>
    server.call(driverChargeStart, { id: newId(), connector, card }, who)

  // Proves S3.12
  test('shows what it reserves, and is refused without balance: with amounts for those who may see them', async () => {
    const { tariffs } = await server.request(driverPlaceGet, { id: site }, sole.user)
    expect(tariffs).toMatchObject([{ preauthorization: '20.00' }])
    const poor = await addPayer('poor')
    calls = []
    const refused = errorOf(await start(poor.user, poor.card))
    expect(refused).toMatchObject({
      code: 'driver.balance_too_low',
      params: { available: '-10.00', needed: '20.00', currency: 'EUR' },
    })
    await driverOf(poor.client, 'poor-too')
    expect(errorOf(await start(poor.user, poor.card))).toMatchObject({ code: 'driver.card_balance_too_low' })
    // the client of the card is not that of the driver
    await moveTo(poor.user, sole.client)
    expect(errorOf(await start(poor.user, poor.card))).toMatchObject({ code: 'driver.card_balance_too_low' })
    await moveTo(poor.user, null)
    expect(calls).not.toContain('RemoteStartTransaction')
    const payment = await server.request(
      paymentCreate,
      { client: poor.client, amount: '30.00', provider: 'stripe' },
      billing.operator,
    )
    stripe.pay(pageOf(payment))
    await deliverAll()
    expect((await start(poor.user, poor.card)).body).toMatchObject({ connector })
    await expect.poll(() => calls).toContain('RemoteStartTransaction')
  })
})
