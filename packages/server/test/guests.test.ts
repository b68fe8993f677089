import {
  cardList,
  driverQueueLeave,
  guestChargeGet,
  guestChargeMail,
  guestChargeRelease,
  guestChargeReserve,
  guestChargeSigned,
  guestChargeStart,
  guestChargeStop,
  guestLinkDays,
  guestSettings,
  guestSettingsSet,
  guestStation,
  invoiceList,
  mailList,
  sellerSet,
  sessionCost,
  sessionRate,
  transactionGet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxMails } from '../src/modules/guests/charge.ts'
import { newId } from '../src/shared/ids.ts'
import { energyAndFee, rateAll, sessionId } from './charge-fixture.ts'
import {
  GuestFixture,
  type GuestStation,
  meterValue,
  signedValues,
  startSession,
  stopSession,
} from './guest-fixture.ts'
import { balanced } from './payment-fixture.ts'
import type { TestServer } from './test-server.ts'

let guests: GuestFixture
let server: TestServer
let station: GuestStation
let count = 0

beforeAll(async () => {
  guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
  ;({ server } = guests)
})
afterAll(() => server.close())
beforeEach(async () => {
  // a free station for each test
  station = await guests.addStation(`GUEST-${(count += 1)}`)
})
afterEach(async () => {
  await station.socket.close()
  expect(await guests.ledger()).toEqual(balanced)
})

/** Reserves 15.00 at connector 1; returns the secret of the link. */
const reserved = async (more = {}) => (await guests.reserve(station.codes[0], more)).secret
const phaseOf = async (secret: string) => (await guests.charge(secret)).phase
const reported = (secret: string, phase: string) => expect.poll(() => phaseOf(secret)).toBe(phase)

describe('a charge', () => {
  test('is paid, started once, charged live, stopped, invoiced and captured, and the rest is released', async () => {
    const secret = await reserved({ email: 'noor@example.org' })
    await reported(secret, 'plug_in')
    expect(station.starts).toHaveLength(1)
    expect(station.starts[0]).toMatchObject({
      connectorId: 1,
      idTag: expect.stringMatching(/^G[0-9A-F]{18}$/),
    })
    const number = await startSession(station)
    await meterValue(station, number, 10_000)
    await expect
      .poll(() => guests.charge(secret))
      .toMatchObject({ phase: 'charging', energy: 10_000, cost: '5.20' })
    const { body } = await server.call(guestChargeStop, { secret })
    expect(body).toEqual({ result: 'confirmed' })
    expect(station.stops).toEqual([number])
    await stopSession(station, number, 12_500)
    await guests.settle()
    // 12.5 x 0.42 + 1.00
    expect(await guests.charge(secret)).toMatchObject({
      phase: 'ended',
      cost: '6.25',
      captured: '6.25',
      reserved: '15.00',
      isreleased: true,
      trial: true,
    })
    expect(await guests.rowOf(secret)).toMatchObject({
      outcome: 'charged',
      payment: 'succeeded',
      captured: 625,
    })
    expect(await guests.balance('client', await guests.client())).toBe(0)
    const invoice = (await guests.ofClient(await guests.client())).at(-1)
    expect(invoice).toMatchObject({ statecode: 'paid', paid: '6.25', open: '0.00' })
    await guests.work('invoices.documents')
    await guests.work('guests.advance')
    const { document, invoice: code } = await guests.charge(secret)
    expect(code).toBe(invoice!.code)
    const pdf = await fetch(new URL(document!, server.url))
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const admin = await server.signIn('admin')
    const [mail] = await server.request(mailList, { filter: { kind: 'guest-charge' } }, admin)
    expect(mail).toMatchObject({
      recipient: 'noor@example.org',
      subject: `Ihr Ladevorgang ${code}`,
      locale: 'de',
    })
    const row = await server.db
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', mail!.id)
      .executeTakeFirstOrThrow()
    expect(row.attachment_ids.length).toBeGreaterThan(0)
    expect(row.link).toContain(`/driver/guest/${secret}`)
    expect(row.text).not.toContain(secret)
  })

  // Proves L262
  test('that costs more than is reserved is stopped before, and never costs more', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    const number = await startSession(station)
    // charging takes half an hour
    await guests.forward(1_800_000)
    await meterValue(station, number, 20_000)
    await guests.work('prepaid.hold')
    const requested = await sql`select from prepaid_stops p join transactions t on t.id = p.transaction_id
      where t.number = ${number}`.execute(server.db)
    expect(requested.rows).toEqual([])
    // 14.94 so far: the next half minute is not covered any more
    await meterValue(station, number, 33_200)
    server.clock.forward(11_000)
    await guests.work('prepaid.hold')
    await expect.poll(() => station.stops).toEqual([number])
    // the station needs its time
    await stopSession(station, number, 40_000)
    await guests.settle()
    expect(await guests.charge(secret)).toMatchObject({ cost: '15.00', captured: '15.00', isreleased: false })
    expect(await guests.balance('client', await guests.client())).toBe(0)
  })

  test('starts once, however often its key is sent', async () => {
    const body = { id: newId(), code: station.codes[0], amount: '15.00', locale: 'de' as const }
    const answers = await Promise.all([1, 2, 3].map(() => server.call(guestChargeReserve, body)))
    const secrets = new Set(answers.map(({ body: { secret } }) => secret))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(secrets.size).toBe(1)
    const [secret] = [...secrets]
    await reported(secret!, 'plug_in')
    await guests.work('guests.advance')
    expect(station.starts).toHaveLength(1)
    expect(await guests.rowOf(secret!)).toMatchObject({ starts: 1 })
    const again = await server.call(guestChargeReserve, body)
    expect(again.body.secret).toBe(secret)
    expect(station.starts).toHaveLength(1)
  })

  test('cannot be moved to another connector with its key', async () => {
    const id = newId()
    await reported(await reserved({ id }), 'plug_in')
    const body = { id, code: station.codes[1], amount: '15.00', locale: 'de' }
    expect((await server.requestError(guestChargeReserve, body)).code).toBe('guest.code_invalid')
    expect(station.starts.map(({ connectorId }) => connectorId)).toEqual([1])
  })

  test.each(['15.01', '0.01', '20.00', '15.001'])(
    'cannot reserve %s, which is not offered',
    async (amount) => {
      const body = { id: newId(), code: station.codes[0], amount, locale: 'de' }
      expect((await server.requestError(guestChargeReserve, body)).code).toBe('guest.amount_invalid')
      expect(station.starts).toEqual([])
    },
  )

  test('that the station refuses costs nothing: the guest tries again once, or gives up', async () => {
    station.answer = { status: 'Rejected' }
    const secret = await reserved()
    await reported(secret, 'refused')
    const key = newId()
    for (const id of [key, key]) await server.call(guestChargeStart, { secret, id })
    await reported(secret, 'refused')
    expect(station.starts).toHaveLength(2)
    const { body } = await server.call(guestChargeRelease, { secret })
    expect(body.phase).toBe('released')
    await guests.after(1)
    await guests.after(61)
    expect(await guests.rowOf(secret)).toMatchObject({
      outcome: 'not_started',
      payment: 'cancelled',
      captured: 0,
    })
    expect(await guests.charge(secret)).toMatchObject({ phase: 'released', isreleased: true, captured: null })
    expect((await server.requestError(guestChargeStart, { secret, id: newId() })).code).toBe(
      'guest.not_reserved',
    )
    expect(station.starts).toHaveLength(2)
  })

  test('whose station stays silent can still start late', async () => {
    station.answer = undefined
    const secret = await reserved()
    await reported(secret, 'silent')
    await guests.after(5 * 60)
    const number = await startSession(station)
    await reported(secret, 'charging')
    await stopSession(station, number, 5_000)
    await guests.settle()
    expect(await guests.charge(secret)).toMatchObject({ phase: 'ended', captured: '3.10' })
  })

  test('that does not start within 15 minutes is released, and its card is not accepted any more', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    await guests.after(16 * 60)
    expect(await phaseOf(secret)).toBe('released')
    const { idTag } = station.starts[0]!
    const authorized = await station.socket.call<{ idTagInfo: { status: string } }>('Authorize', { idTag })
    expect(authorized.idTagInfo.status).toBe('Invalid')
    expect((await guests.rowOf(secret)).payment).toBe('waiting_for_capture')
    await guests.after(61)
    expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'not_started', payment: 'cancelled' })
  })

  test('whose start was accepted while it was given up still counts', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    const number = await startSession(station)
    await sql`update guest_charges set withdrawn_at = ${server.clock.now()} where id = ${(await guests.rowOf(secret)).id}`.execute(
      server.db,
    )
    await guests.after(61)
    expect(await phaseOf(secret)).toBe('charging')
    await stopSession(station, number, 1_000)
    await guests.settle()
    expect(await guests.rowOf(secret)).toMatchObject({
      outcome: 'charged',
      payment: 'succeeded',
      captured: 142,
    })
  })

  test('without energy costs nothing, and everything is released', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    const number = await startSession(station)
    await stopSession(station, number, 0)
    await guests.settle()
    expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'free', payment: 'cancelled', captured: 0 })
    expect(await guests.charge(secret)).toMatchObject({
      cost: '0.00',
      captured: null,
      isreleased: true,
      invoice: null,
    })
  })

  test('is started by the job after a crash between payment and start', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    // as if the server had stopped before it stored the start
    await sql`delete from driver_charges where guest_id = ${(await guests.rowOf(secret)).id}`.execute(
      server.db,
    )
    station.starts = []
    await guests.work('guests.advance')
    await expect.poll(() => station.starts).toHaveLength(1)
    await guests.work('guests.advance')
    expect(station.starts).toHaveLength(1)
  })

  test('is not started by the job long after its payment', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    await sql`delete from driver_charges where guest_id = ${(await guests.rowOf(secret)).id}`.execute(
      server.db,
    )
    station.starts = []
    await guests.after(11 * 60)
    await guests.after(61)
    expect(station.starts).toEqual([])
    expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'not_started', payment: 'cancelled' })
  })

  test('at a connector that another guest has paid for is refused', async () => {
    const secret = await reserved()
    const { body } = await server.call(guestStation, { code: station.codes[0] })
    expect(body.refusal).toBe('driver.connector_in_use')
    const other = { id: newId(), code: station.codes[0], amount: '15.00', locale: 'de' }
    expect((await server.requestError(guestChargeReserve, other)).code).toBe('driver.connector_in_use')
    // the other connector is free
    expect((await guests.reserve(station.codes[1])).secret).not.toBe(secret)
  })

  test('at a connector that is offered to a driver of a queue is refused', async () => {
    await guests.offerToDriver(station, `waits-${count}`)
    const { body } = await server.call(guestStation, { code: station.codes[0] })
    expect(body).toMatchObject({ state: 'reserved', refusal: 'driver.connector_offered' })
    const order = { id: newId(), code: station.codes[0], amount: '15.00', locale: 'de' }
    expect((await server.requestError(guestChargeReserve, order)).code).toBe('driver.connector_offered')
  })

  test('is not started again while the connector is offered to a driver of a queue', async () => {
    station.answer = { status: 'Rejected' }
    const secret = await reserved()
    await reported(secret, 'refused')
    const driver = await guests.offerToDriver(station, `waits-${count}`)
    const again = await server.requestError(guestChargeStart, { secret, id: newId() })
    expect(again.code).toBe('driver.connector_offered')
    expect(station.starts).toHaveLength(1)
    station.answer = { status: 'Accepted' }
    await server.request(driverQueueLeave, {}, driver)
    await server.call(guestChargeStart, { secret, id: newId() })
    await reported(secret, 'plug_in')
    expect(station.starts).toHaveLength(2)
  })

  test('is not possible while the station is offline', async () => {
    await station.socket.close()
    await expect
      .poll(async () => (await server.call(guestStation, { code: station.codes[0] })).body.refusal)
      .toBe('driver.station_offline')
    const body = { id: newId(), code: station.codes[0], amount: '15.00', locale: 'de' }
    expect((await server.requestError(guestChargeReserve, body)).code).toBe('driver.station_offline')
  })
})

describe('a link', () => {
  test('shows its own session only, and nothing else of the server', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    const other = (await guests.reserve(station.codes[1])).secret
    await expect.poll(() => station.starts).toHaveLength(2)
    const number = await startSession(station)
    expect(await guests.charge(other)).toMatchObject({ phase: 'charging', connectorno: 2 })
    expect(await guests.charge(secret)).toMatchObject({ phase: 'plug_in', energy: null, connectorno: 1 })
    expect((await server.requestError(guestChargeStop, { secret })).code).toBe('driver.session_ended')
    for (const row of [transactionGet, cardList, invoiceList])
      expect((await server.requestError(row, { transactionid: number }, { token: secret })).status).toBe(401)
    const shown = JSON.stringify(await guests.charge(other))
    for (const hidden of [station.starts[1]!.idTag, station.id, guests.operator.accountId, secret])
      expect(shown).not.toContain(hidden)
  })

  test.each([
    ['guest/charge/get', guestChargeGet, {}],
    ['guest/charge/signed/get', guestChargeSigned, {}],
    ['guest/charge/stop', guestChargeStop, {}],
    ['guest/charge/release', guestChargeRelease, {}],
    ['guest/charge/start', guestChargeStart, { id: newId() }],
    ['guest/charge/mail', guestChargeMail, { email: 'a@example.org' }],
  ] as const)('that is wrong gets nothing of %s', async (_, row, more) => {
    const { code, status } = await server.requestError(row, { secret: 'x'.repeat(32), ...more })
    expect({ code, status }).toEqual({ code: 'guest.link_invalid', status: 400 })
  })

  test('shows the signed values of its own session only, unmodified and all of them', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    const number = await startSession(station)
    expect((await guests.charge(secret)).signed).toBe(0)
    const values = Array.from({ length: 501 }, (_, n) => ` OCMF|{"PG":"T${n}"}|{"SD":"30"} `)
    await signedValues(station, number, values)
    const other = (await guests.reserve(station.codes[1])).secret
    await expect.poll(() => station.starts).toHaveLength(2)
    const others = await startSession(station)
    await signedValues(station, others, ['of another guest'], 2)
    await stopSession(station, number, 1_000)
    await stopSession(station, others, 1_000)
    await reported(secret, 'ended')
    await reported(other, 'ended')
    expect((await guests.charge(secret)).signed).toBe(values.length)
    const { body } = await server.call(guestChargeSigned, { secret })
    expect(body.number).toBe(number)
    expect(body.values.map(({ value }) => value).toSorted()).toEqual(values.toSorted())
    const { body: second } = await server.call(guestChargeSigned, { secret: other })
    expect(second).toEqual({
      number: others,
      values: [{ context: 'Sample.Periodic', value: 'of another guest', publickey: null }],
    })
  })

  test('has no signed values before its session', async () => {
    const secret = await reserved()
    const { code, status } = await server.requestError(guestChargeSigned, { secret })
    expect({ code, status }).toEqual({ code: 'transaction.not_found', status: 404 })
  })

  test('has a secret of which the database has the hash only', async () => {
    const secret = await reserved()
    const { id } = await guests.rowOf(secret)
    for (const table of ['guest_charges', 'payments', 'driver_charges', 'cards', 'audit_log']) {
      const { rows } = await sql<{ found: number }>`select count(*)::int as found from ${sql.table(table)} x
        where strpos(x::text, ${secret}) > 0`.execute(server.db)
      expect([table, rows[0]!.found]).toEqual([table, 0])
    }
    expect(secret).toMatch(/^[\w-]{32}$/)
    expect(id).not.toContain(secret)
  })

  // Proves L259
  test('is mailed three times at most', async () => {
    const secret = await reserved()
    const email = `link-${count}@example.org`
    for (let n = 0; n < maxMails; n += 1)
      expect((await server.call(guestChargeMail, { secret, email })).body.ismailed).toBe(true)
    expect(await server.requestError(guestChargeMail, { secret, email })).toMatchObject({
      code: 'guest.too_many_mails',
      status: 429,
    })
  })

  test('that is mailed before the documents exist is mailed again with them', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    const number = await startSession(station)
    await stopSession(station, number, 12_500)
    await guests.settle()
    const email = `early-${count}@example.org`
    const attachments = async () => {
      const mails = server.db.selectFrom('mails').select('attachment_ids').where('recipient', '=', email)
      return (await mails.orderBy('created_at').execute()).map(({ attachment_ids: { length } }) => length)
    }
    await server.call(guestChargeMail, { secret, email })
    await guests.work('guests.advance')
    expect(await attachments()).toEqual([0])
    await guests.work('invoices.documents')
    for (let n = 0; n < 2; n += 1) await guests.work('guests.advance')
    expect(await attachments()).toEqual([0, expect.any(Number)])
    expect((await attachments())[1]).toBeGreaterThan(0)
  })

  // Proves L260
  test('is deleted with address and starts 30 days after the session', async () => {
    const secret = await reserved({ email: 'gone@example.org' })
    await reported(secret, 'plug_in')
    const number = await startSession(station)
    await stopSession(station, number, 1_000)
    await guests.settle()
    await guests.forward((guestLinkDays - 1) * 86_400_000)
    await guests.work('guests.remove-old')
    expect(await phaseOf(secret)).toBe('ended')
    await guests.forward(2 * 86_400_000)
    await guests.work('guests.remove-old')
    expect((await server.requestError(guestChargeGet, { secret })).code).toBe('guest.link_invalid')
    const { rows } = await sql`select from guest_charges where email = 'gone@example.org'`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('that costs 0 has no invoice, and is deleted 30 days after its session, too', async () => {
    const invoices = () => server.request(invoiceList, {}, guests.operator)
    const before = await invoices()
    const definition = {
      ...energyAndFee,
      elements: [{ price_components: [{ type: 'ENERGY', price: '0.42' }] }],
    }
    const priced = (by: object) =>
      server.db.transaction().execute(async (tx) => {
        // a version of a tariff cannot be changed otherwise
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update tariff_versions set definition = ${JSON.stringify(by)}::jsonb
          where account_id = ${guests.operator.accountId}`.execute(tx)
      })
    await priced(definition)
    const secret = await reserved({ email: 'free@example.org' })
    await reported(secret, 'plug_in')
    const number = await startSession(station)
    await stopSession(station, number, 1)
    await guests.settle()
    await priced(energyAndFee)
    expect(await guests.rowOf(secret)).toMatchObject({ outcome: 'free', payment: 'cancelled', captured: 0 })
    expect(await guests.charge(secret)).toMatchObject({ cost: '0.00', invoice: null, isreleased: true })
    expect(await invoices()).toEqual(before)
    await guests.forward((guestLinkDays + 1) * 86_400_000)
    await guests.work('guests.remove-old')
    const { rows } = await sql`select from guest_charges where email = 'free@example.org'`.execute(server.db)
    expect(rows).toEqual([])
  })

  test('limits the price of its session after it was deleted, too', async () => {
    const secret = await reserved()
    await reported(secret, 'plug_in')
    const number = await startSession(station)
    await stopSession(station, number, 40_000)
    await guests.settle()
    await guests.forward((guestLinkDays + 1) * 86_400_000)
    await guests.work('guests.remove-old')
    const session = await sessionId(server, number)
    await server.request(sessionRate, { id: session }, guests.operator)
    await rateAll(server)
    const { cost, proposal } = await server.request(sessionCost, { id: session }, guests.operator)
    expect({ cost, proposal }).toEqual({ cost: '15.00', proposal: null })
  })
})

describe('the operator', () => {
  test('switches it on and off, and chooses the amounts', async () => {
    expect(await server.request(guestSettings, {}, guests.operator)).toMatchObject({
      isenabled: true,
      amounts: ['15.00', '30.00'],
      problems: [],
    })
    await guests.setUp({ isenabled: false })
    expect((await server.call(guestStation, { code: station.codes[0] })).body.refusal).toBe(
      'guest.not_offered',
    )
    const body = { id: newId(), code: station.codes[0], amount: '15.00', locale: 'de' }
    expect((await server.requestError(guestChargeReserve, body)).code).toBe('guest.not_offered')
    expect((await guests.setUp({ amounts: ['20.00', '10.00', '20.00'] })).amounts).toEqual(['10.00', '20.00'])
    await guests.setUp({})
  })

  test('cannot switch it on without a seller, and it is off by default', async () => {
    const fresh = await server.user(`fresh-${count}`, {
      accountId: await server.addAccount(`fresh-${count}`),
    })
    const settings = await server.request(guestSettings, {}, fresh)
    expect(settings).toMatchObject({ isenabled: false, problems: ['invoice.no_seller'] })
    const body = { isenabled: true, currency: 'EUR', amounts: ['15.00'] }
    expect((await server.requestError(guestSettingsSet, body, fresh)).code).toBe('invoice.no_seller')
    await server.request(sellerSet, { id: null, name: 'New', isdefault: true } as never, fresh)
    expect((await server.requestError(guestSettingsSet, body, fresh)).code).toBe('invoice.seller_incomplete')
  })

  test('offers nothing from 50 kW with a price per session, which AFIR does not allow there', async () => {
    await server.db
      .updateTable('evses')
      .set({ max_power_w: 150_000 })
      .where('id', '=', station.evses[0])
      .execute()
    const { body } = await server.call(guestStation, { code: station.codes[0] })
    expect(body.refusal).toBe('guest.no_price')
  })
})
