import { RPCClient } from 'ocpp-rpc'

/** Milliseconds between two readings. */
const everyMs = 200
/** Wh between two readings. */
const stepWh = 100

/** Link of the server, identity and key of a station. */
export interface StationLink {
  link: string
  identity: string
  key: string
}

/** A request for a reservation, as far as the station needs it. */
interface Reservation {
  reservationId: number
  idTag: string
}

/**
 * A station made of an independent client in its strict mode. It starts and stops at connector 1 as it is requested, reports
 * a rising register in between, and reserves the connector for a card.
 */
export class ForeignStation {
  private readonly client: RPCClient
  private transactionId: number | null = null
  private registerWh = 1_000
  private timer: NodeJS.Timeout | undefined
  private reservation: Reservation | null = null
  /** Answer to the next requests to start; null: none. */
  startAnswer: 'Accepted' | 'Rejected' | null = 'Accepted'
  /** Requests to start. */
  readonly startCalls: unknown[] = []
  /** Answer to the next requests for a reservation. */
  reserveAnswer: 'Accepted' | 'Faulted' | 'Occupied' | 'Rejected' | 'Unavailable' = 'Accepted'
  /** Requests for reservations and their cancellation, in their order. */
  readonly reservationCalls: { action: string; params: unknown }[] = []

  /** Answers the requests that had no answer. */
  private readonly unanswered: (() => void)[] = []
  /** False while the station does not report. */
  private isReporting = true

  private constructor(client: RPCClient) {
    this.client = client
  }

  static async open({ link, identity, key }: StationLink): Promise<ForeignStation> {
    const options = {
      endpoint: link.replace(/\/$/, ''),
      identity,
      password: key,
      protocols: ['ocpp1.6'],
      strictMode: true,
      reconnect: false,
    }
    // its types require every option although each has a default
    const client = new RPCClient(options as ConstructorParameters<typeof RPCClient>[0])
    const station = new ForeignStation(client)
    client.handle('RemoteStartTransaction', ({ params }) => {
      station.startCalls.push(params)
      if (station.startAnswer === null)
        return new Promise((resolve) => station.unanswered.push(() => resolve({ status: 'Rejected' })))
      if (station.startAnswer === 'Accepted')
        setImmediate(() => void station.begin((params as { idTag: string }).idTag))
      return Promise.resolve({ status: station.startAnswer })
    })
    client.handle('RemoteStopTransaction', ({ params }) => {
      const isRunning = (params as { transactionId: number }).transactionId === station.transactionId
      if (isRunning) setImmediate(() => void station.end())
      return Promise.resolve({ status: isRunning ? 'Accepted' : 'Rejected' })
    })
    client.handle('ReserveNow', ({ params }) => station.reserve(params as Reservation))
    client.handle('CancelReservation', ({ params }) => station.cancel(params as Reservation))
    await client.connect()
    await client.call('BootNotification', { chargePointVendor: 'Elsewhere', chargePointModel: 'Foreign One' })
    await station.report('Available')
    return station
  }

  async close(): Promise<void> {
    this.pause()
    for (const answer of this.unanswered) answer()
    // a report may wait for its answer
    await this.client.close({ code: 1000, reason: '', awaitPending: true, force: false })
  }

  /** Loses the connection without a closing handshake, in the middle of a transaction. */
  async lose(): Promise<void> {
    this.pause()
    await this.client.close({ code: 1006, reason: '', awaitPending: true, force: true })
  }

  /** Connects again and continues the transaction. */
  async resume(): Promise<void> {
    await this.client.connect()
    this.isReporting = true
    await this.read()
  }

  private pause(): void {
    this.isReporting = false
    clearTimeout(this.timer)
  }

  private report(status: string) {
    return this.client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status })
  }

  private reserve(params: Reservation): Promise<{ status: string }> {
    this.reservationCalls.push({ action: 'ReserveNow', params })
    if (this.reserveAnswer === 'Accepted') {
      this.reservation = params
      setImmediate(() => void this.report('Reserved'))
    }
    return Promise.resolve({ status: this.reserveAnswer })
  }

  private cancel(params: Pick<Reservation, 'reservationId'>): Promise<{ status: string }> {
    this.reservationCalls.push({ action: 'CancelReservation', params })
    if (this.reservation?.reservationId !== params.reservationId)
      return Promise.resolve({ status: 'Rejected' })
    this.reservation = null
    setImmediate(() => void this.report('Available'))
    return Promise.resolve({ status: 'Accepted' })
  }

  /** Starts with a card at the reader; one that the connector is not reserved for starts nothing. */
  async present(idTag: string): Promise<string> {
    const { idTagInfo } = (await this.client.call('Authorize', { idTag })) as {
      idTagInfo: { status: string }
    }
    const isReservedForOther = this.reservation !== null && this.reservation.idTag !== idTag
    if (idTagInfo.status !== 'Accepted' || isReservedForOther) return 'refused'
    await this.begin(idTag)
    return 'started'
  }

  private async begin(idTag: string): Promise<void> {
    const used = this.reservation?.idTag === idTag ? this.reservation : null
    this.reservation = null
    await this.report('Preparing')
    const started = await this.client.call('StartTransaction', {
      connectorId: 1,
      idTag,
      meterStart: this.registerWh,
      ...(used && { reservationId: used.reservationId }),
      timestamp: new Date().toISOString(),
    })
    this.transactionId = (started as { transactionId: number }).transactionId
    await this.report('Charging')
    await this.read()
  }

  /** Reports the register, and again after a while until the transaction ends. */
  private async read(): Promise<void> {
    if (this.transactionId === null) return
    this.registerWh += stepWh
    await this.client.call('MeterValues', {
      connectorId: 1,
      transactionId: this.transactionId,
      meterValue: [
        {
          timestamp: new Date().toISOString(),
          sampledValue: [
            { value: String(this.registerWh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
          ],
        },
      ],
    })
    if (this.isReporting) this.timer = setTimeout(() => void this.read(), everyMs)
  }

  private async end(): Promise<void> {
    clearTimeout(this.timer)
    const transactionId = this.transactionId
    this.transactionId = null
    await this.client.call('StopTransaction', {
      transactionId,
      meterStop: this.registerWh,
      timestamp: new Date().toISOString(),
      reason: 'Remote',
    })
    await this.report('Available')
  }
}
