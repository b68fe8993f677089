import {
  type AnswerOf,
  type BodyOf,
  cardSet,
  driverQueueGet,
  driverQueueJoin,
  guestChargeGet,
  guestChargeReserve,
  guestLabelPrint,
  guestSettingsSet,
  stationSet,
  type TariffDefinition,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { addTariff, energyAndFee, rateAll } from './charge-fixture.ts'
import { guestKey, labelCode } from './guest-codes.ts'
import { openWithSeller } from './invoice-fixture.ts'
import { PaymentFixture } from './payment-fixture.ts'
import { RawStation } from './raw-station.ts'
import type { TestUser } from './test-server.ts'

/** A public station whose connectors have labels. */
export interface GuestStation {
  id: string
  socket: RawStation
  /** Codes of the connectors 1 and 2. */
  codes: [string, string]
  evses: [string, string]
  starts: { idTag: string; connectorId: number }[]
  stops: number[]
  /** Answer to RemoteStartTransaction; undefined: none. */
  answer: { status: string } | undefined
}

/** Server on which guests can charge: 0.42 per kWh and 1.00 per session. */
export class GuestFixture extends PaymentFixture {
  static override async open(variables: Record<string, string>): Promise<GuestFixture> {
    const opened = await openWithSeller({
      OCPP_CALL_TIMEOUT_SECONDS: '1',
      ...variables,
      SECRET_KEY: guestKey,
    })
    const fixture = new GuestFixture(opened)
    await addTariff(fixture.server, fixture.operator.accountId, energyAndFee as TariffDefinition)
    await fixture.setUp({ isenabled: true })
    return fixture
  }

  setUp(more: Partial<BodyOf<typeof guestSettingsSet>>) {
    const body = {
      isenabled: true,
      currency: 'EUR',
      amounts: ['15.00', '30.00'],
      phone: '+49 431 1',
      ...more,
    }
    return this.server.request(guestSettingsSet, body, this.operator)
  }

  async addStation(identity: string, more: object = {}): Promise<GuestStation> {
    const { server } = this
    const body = { id: null, identity, typecode: 'public', label: 'Quay', ...more }
    const { key, station } = await server.request(stationSet, body as never, this.operator)
    const url = server.url.replace('http', 'ws')
    const socket = await RawStation.connect({ url, identity, key: key! })
    const added: GuestStation = {
      id: station.id,
      socket,
      codes: ['', ''],
      evses: ['', ''],
      starts: [],
      stops: [],
      answer: { status: 'Accepted' },
    }
    socket.onCall = (action, payload) => {
      if (action === 'RemoteStartTransaction') {
        added.starts.push(payload as GuestStation['starts'][number])
        return added.answer
      }
      if (action === 'RemoteStopTransaction')
        added.stops.push((payload as { transactionId: number }).transactionId)
      return { status: 'Accepted' }
    }
    await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
    for (const connectorId of [1, 2]) await reportStatus(added, connectorId, 'Available')
    await this.print(added.id)
    await this.readCodes(added)
    return added
  }

  print(station: string) {
    return this.server.request(guestLabelPrint, { stations: [station], locale: 'de' }, this.operator)
  }

  /** Computes the codes of a station as its labels have them. */
  async readCodes(station: Pick<GuestStation, 'id' | 'codes' | 'evses'>): Promise<void> {
    const { rows } = await sql<{
      id: string
      version: number
    }>`select c.evse_id as id, c.version_no as version
      from guest_codes c join evses e on e.id = c.evse_id where e.station_id = ${station.id} order by e.evse_no`.execute(
      this.server.db,
    )
    for (const [index, { id: evseId, version }] of rows.entries()) {
      station.codes[index] = await labelCode(evseId, version)
      station.evses[index] = evseId
    }
  }

  /** Lets a new driver wait at a station of which connector 1 becomes free, until the driver has the turn there. */
  async offerToDriver(station: GuestStation, username: string): Promise<TestUser> {
    const { server, operator } = this
    const driver = await server.user(username, { interface: 'driver' })
    await server.request(cardSet, { id: null, code: username, driver: username }, operator)
    for (const connectorId of [1, 2]) await reportStatus(station, connectorId, 'Charging')
    await server.request(driverQueueJoin, { id: station.id }, driver)
    await reportStatus(station, 1, 'Available')
    await expect
      .poll(async () => {
        await this.work('driver.queue')
        return (await server.request(driverQueueGet, {}, driver)).own?.phase
      })
      .toBe('turn')
    return driver
  }

  async reserve(code: string, more: Partial<BodyOf<typeof guestChargeReserve>> = {}) {
    const body = { id: newId(), code, amount: '15.00', locale: 'de' as const, ...more }
    const { status, body: answer } = await this.server.call(guestChargeReserve, body)
    if (status !== 200) throw new Error(`not reserved: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Reserves 15.00 at connector 1, and starts a session there half an hour ago. */
  async start(station: GuestStation): Promise<{ secret: string; transactionId: number }> {
    const { secret } = await this.reserve(station.codes[0])
    await expect.poll(async () => (await this.charge(secret)).phase).toBe('plug_in')
    return { secret, transactionId: await startSession(station) }
  }

  async charge(secret: string): Promise<AnswerOf<typeof guestChargeGet>> {
    const { status, body } = await this.server.call(guestChargeGet, { secret })
    if (status !== 200) throw new Error(`not shown: ${JSON.stringify(body)}`)
    return body
  }

  /** Moves the clock, and runs the job of guests. */
  async after(seconds: number): Promise<void> {
    await this.forward(seconds * 1_000)
    await this.work('guests.advance')
  }

  /** Rates what has ended, issues the invoices and captures. */
  async settle(): Promise<void> {
    await rateAll(this.server)
    await this.work('guests.advance')
    await this.work('payments.reconcile')
  }

  /** The row of the charge of a link, with its payment. */
  async rowOf(secret: string) {
    const { rows } = await sql<{
      id: string
      outcome: string | null
      payment: string
      captured: number
      starts: number
    }>`
      select g.id, g.outcome, y.state as payment, y.captured_minor::int as captured,
        (select count(*)::int from driver_charges d where d.guest_id = g.id) as starts
      from guest_charges g join payments y on y.id = g.id
      where g.secret_hash = sha256(convert_to(${secret}, 'UTF8'))`.execute(this.server.db)
    return rows[0]!
  }

  /** The client that all guests have in common. */
  async client(): Promise<string> {
    const { rows } = await sql<{ id: string }>`select client_id as id from guest_settings
      where account_id = ${this.operator.accountId}`.execute(this.server.db)
    return rows[0]!.id
  }
}

export const reportStatus = (station: GuestStation, connectorId: number, status: string) =>
  station.socket.call('StatusNotification', { connectorId, status, errorCode: 'NoError' })

/** Starts a session as the station was requested; returns its number. */
export async function startSession(station: GuestStation, minutesAgo = 30): Promise<number> {
  const { idTag, connectorId } = station.starts.at(-1)!
  const { transactionId } = await station.socket.call<{ transactionId: number }>('StartTransaction', {
    connectorId,
    idTag,
    meterStart: 0,
    timestamp: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  })
  return transactionId
}

export const meterValue = (station: GuestStation, transactionId: number, wh: number, connectorId = 1) =>
  station.socket.call('MeterValues', {
    connectorId,
    transactionId,
    meterValue: [
      { timestamp: new Date(Date.now() - 60_000).toISOString(), sampledValue: [{ value: String(wh) }] },
    ],
  })

/** Reports signed values of a session, all of one instant. */
export const signedValues = (
  station: GuestStation,
  transactionId: number,
  values: readonly string[],
  connectorId = 1,
) =>
  station.socket.call('MeterValues', {
    connectorId,
    transactionId,
    meterValue: [
      {
        timestamp: new Date(Date.now() - 60_000).toISOString(),
        sampledValue: values.map((value) => ({ value, format: 'SignedData', context: 'Sample.Periodic' })),
      },
    ],
  })

export const stopSession = (station: GuestStation, transactionId: number, meterStop: number) =>
  station.socket.call('StopTransaction', {
    transactionId,
    meterStop,
    timestamp: new Date(Date.now() - 30_000).toISOString(),
  })
