import {
  guestChargeReserve,
  guestCodeRenew,
  guestLabelPrint,
  guestStation,
  guestStationReport,
  noticeList,
  objectAccessSet,
  stationAction,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { GuestFixture, type GuestStation, reportStatus, stopSession } from './guest-fixture.ts'
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
  station = await guests.addStation(`LABEL-${(count += 1)}`)
})
afterEach(() => station.socket.close())

describe('a label', () => {
  test('leads to its connector with the price, amounts and help', async () => {
    const { status, body } = await server.call(guestStation, { code: station.codes[1] })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      connectorno: 2,
      placelabel: 'Quay',
      phone: '+49 431 1',
      state: 'available',
      refusal: null,
      trial: true,
      currency: 'EUR',
      // 15.00 - 1.00 at 0.42 per kWh
      amounts: [
        { amount: '15.00', kwh: 33 },
        { amount: '30.00', kwh: 69 },
      ],
      tariff: { definition: { currency: 'EUR' } },
    })
    expect(JSON.stringify(body)).not.toContain('LABEL-')
  })

  // Proves L257
  test('is printed with its code again, until it is renewed: then earlier labels are void', async () => {
    const before = [...station.codes]
    const printed = await guests.print(station.id)
    expect(printed.labels).toBe(2)
    expect(Buffer.from(printed.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    await guests.readCodes(station)
    expect(station.codes).toEqual(before)
    expect(await server.request(guestCodeRenew, { id: station.id }, guests.operator)).toEqual({ renewed: 2 })
    await guests.readCodes(station)
    expect(station.codes).not.toEqual(before)
    const audit = server.db.selectFrom('audit_log').select('username').where('action', '=', 'renew_codes')
    expect(await audit.where('object_id', '=', station.id).execute()).toHaveLength(1)
    const { code, status } = await server.requestError(guestStation, { code: before[0]! })
    expect({ code, status }).toEqual({ code: 'guest.code_invalid', status: 400 })
    expect((await server.call(guestStation, { code: station.codes[0] })).status).toBe(200)
  })

  test('has a code of which the database has the hash only', async () => {
    const { rows } = await sql`select c::text as row from guest_codes c`.execute(server.db)
    const dump = JSON.stringify(rows)
    expect(dump).toContain(station.evses[0])
    expect(dump).not.toContain(station.codes[0])
    expect(station.codes[0]).toMatch(/^[\w-]{20}$/)
  })

  test('that does not exist leads nowhere', async () => {
    expect((await server.requestError(guestStation, { code: 'A'.repeat(20) })).code).toBe(
      'guest.code_invalid',
    )
    const body = { id: newId(), code: 'A'.repeat(20), amount: '15.00', locale: 'en' }
    expect((await server.requestError(guestChargeReserve, body)).code).toBe('guest.code_invalid')
  })

  test('of a private station leads nowhere', async () => {
    await server.db.updateTable('stations').set({ type: 'private' }).where('id', '=', station.id).execute()
    expect((await server.requestError(guestStation, { code: station.codes[0] })).code).toBe(
      'guest.code_invalid',
    )
    const none = { stations: [station.id], locale: 'de' }
    const printed = await server.requestError(guestLabelPrint, none, guests.operator)
    expect(printed.code).toBe('guest.no_connectors')
  })

  // Proves L261
  test('at another station is reported to the operators, once an hour', async () => {
    const notices = async () =>
      (await server.request(noticeList, {}, guests.operator)).filter(
        ({ object }) =>
          (object as { id?: string } | null)?.id === station.id ||
          JSON.stringify(object).includes(station.id),
      )
    for (let n = 0; n < 3; n += 1)
      expect((await server.call(guestStationReport, { code: station.codes[0] })).body).toEqual({
        result: true,
      })
    expect(await notices()).toHaveLength(1)
    server.clock.forward(61 * 60_000)
    guests.operator = await server.signIn(guests.operator.username)
    await server.call(guestStationReport, { code: station.codes[0] })
    expect(await notices()).toHaveLength(2)
  })

  test('of others cannot be printed or renewed', async () => {
    const stranger = await server.user(`rival-${count}`, {
      accountId: await server.addAccount(`rival-${count}`),
    })
    const renewed = await server.requestError(guestCodeRenew, { id: station.id }, stranger)
    expect(renewed).toMatchObject({ status: 404, code: 'station.not_found' })
    const printed = await server.requestError(
      guestLabelPrint,
      { stations: [station.id], locale: 'de' },
      stranger,
    )
    expect(printed.code).toBe('guest.no_connectors')
  })

  test('of a station that a user may not change is left out of the labels of the account', async () => {
    const colleague = await server.user(`colleague-${count}`, { accountId: guests.operator.accountId })
    const print = () => server.request(guestLabelPrint, { locale: 'de' }, colleague)
    const { labels } = await print()
    const denied = { class: 'charge_point', id: station.id, user: colleague.id, deny: { u: true } }
    await server.request(objectAccessSet, denied, await server.signIn('admin'))
    await expect.poll(async () => (await print()).labels, { interval: 500 }).toBe(labels - 2)
  })
})

const refusal = async () => (await server.call(guestStation, { code: station.codes[0] })).body.refusal

describe('the link of a guest', () => {
  test('shows session and receipt after the station was made private', async () => {
    const { secret, transactionId } = await guests.start(station)
    await server.db.updateTable('stations').set({ type: 'private' }).where('id', '=', station.id).execute()
    expect(await guests.charge(secret)).toMatchObject({
      phase: 'charging',
      placelabel: 'Quay',
      connectorno: 1,
    })
    await stopSession(station, transactionId, 10_000)
    await guests.settle()
    expect(await guests.charge(secret)).toMatchObject({ phase: 'ended', captured: '5.20' })
    expect((await server.call(guestStation, { code: station.codes[0] })).body).toMatchObject({
      error: { code: 'guest.code_invalid' },
    })
  })

  test('shows the receipt after station and connector were deleted', async () => {
    const { secret, transactionId } = await guests.start(station)
    await stopSession(station, transactionId, 10_000)
    await guests.settle()
    await server.request(stationAction, { id: station.id, action: 'delete' }, guests.operator)
    await server.db
      .updateTable('evses')
      .set({ state: 'deleted' })
      .where('id', '=', station.evses[0])
      .execute()
    expect(await guests.charge(secret)).toMatchObject({
      phase: 'ended',
      captured: '5.20',
      connectorno: 1,
      state: 'offline',
    })
  })
})

test('a session that its station no longer has leaves the connector to other guests once it is available', async () => {
  const { transactionId } = await guests.start(station)
  await reportStatus(station, 1, 'Preparing')
  expect(await refusal()).toBe('driver.connector_in_use')
  await reportStatus(station, 1, 'Charging')
  await reportStatus(station, 1, 'Available')
  expect(await refusal()).toBeNull()
  await stopSession(station, transactionId, 1_000)
  await guests.settle()
})
