import type { StationAction16, V16 } from '@stationmaster/ocpp/v16'
import type { Payload } from '../../station/payload.ts'
import type { Answer } from '../../station/calls.ts'
import type { Connector } from '../../station/connector.ts'
import type { FirmwareProgress, Reporter, UploadProgress } from '../../station/reporter.ts'
import type { TransactionQueue } from '../../station/transaction-queue.ts'
import type { Reading, Transaction, IdTagInfo } from '../../station/types.ts'

export interface ReportingDeps {
  readonly queue: TransactionQueue
  readonly call: (action: string, payload: Payload) => Promise<Answer>
  readonly stamp: (atMs: number) => string
  readonly now: () => number
  readonly isOnline: () => boolean
  readonly isStationOperative: () => boolean
  readonly onStartAnswered: (transaction: Transaction, number: number, idTagInfo: IdTagInfo) => void
  readonly onAuthorized: (idTag: string, idTagInfo: IdTagInfo) => void
}

type MeterValue = V16['MeterValues']['request']['meterValue'][number]

/** For a transaction whose start was never acknowledged (E2 4.8: the station has no number to send). */
const unknownNumber = -1

const statuses = new Set(['Accepted', 'Blocked', 'Expired', 'Invalid', 'ConcurrentTx'])

/** Returns the authorization status in an answer; without a readable one the card is not accepted. */
function readIdTagInfo(payload: Payload): IdTagInfo | null {
  const info = payload['idTagInfo']
  if (typeof info !== 'object' || info === null) return null
  const { status, parentIdTag, expiryDate } = info as Payload
  if (typeof status !== 'string' || !statuses.has(status)) return { status: 'Invalid' }
  return {
    status: status as IdTagInfo['status'],
    ...(typeof parentIdTag === 'string' ? { parentIdTag } : {}),
    ...(typeof expiryDate === 'string' ? { expiryDate } : {}),
  }
}

/** Sends the reports of a station as OCPP 1.6 messages. */
export class Reporter16 implements Reporter {
  private readonly deps: ReportingDeps

  constructor(deps: ReportingDeps) {
    this.deps = deps
  }

  get isOnline(): boolean {
    return this.deps.isOnline()
  }

  async status(connector: Connector | null): Promise<boolean> {
    const { fault } = connector ?? { fault: null }
    const answer = await this.send('StatusNotification', {
      connectorId: connector?.id ?? 0,
      errorCode: fault?.code ?? 'NoError',
      ...(fault?.info === undefined ? {} : { info: fault.info }),
      status: connector?.status ?? (this.deps.isStationOperative() ? 'Available' : 'Unavailable'),
      timestamp: this.deps.stamp(this.deps.now()),
      ...(fault?.vendorErrorCode === undefined ? {} : { vendorErrorCode: fault.vendorErrorCode }),
    })
    return answer.kind !== 'lost'
  }

  async authorize(idTag: string): Promise<IdTagInfo | null> {
    const answer = await this.send('Authorize', { idTag })
    return answer.kind === 'result' ? (readIdTagInfo(answer.payload) ?? { status: 'Invalid' }) : null
  }

  started(transaction: Transaction): void {
    const request: V16['StartTransaction']['request'] = {
      connectorId: transaction.connectorId,
      idTag: transaction.idTag,
      meterStart: transaction.meterStartWh,
      ...(transaction.reservationId === undefined ? {} : { reservationId: transaction.reservationId }),
      timestamp: this.deps.stamp(transaction.startedAtMs),
    }
    this.keep(
      'StartTransaction',
      () => request,
      (payload) => {
        const number = payload['transactionId']
        if (typeof number !== 'number') return
        this.deps.onStartAnswered(transaction, number, readIdTagInfo(payload) ?? { status: 'Invalid' })
      },
    )
  }

  metered(connectorId: number, transaction: Transaction | null, reading: Reading): void {
    const value = this.meterValue(reading)
    this.keep('MeterValues', () => this.readings(connectorId, transaction, value))
  }

  readingsOnDemand(connectorId: number, transaction: Transaction | null, reading: Reading): void {
    void this.send('MeterValues', this.readings(connectorId, transaction, this.meterValue(reading)))
  }

  stopped(transaction: Transaction): void {
    const { stop } = transaction
    if (!stop) throw new Error(`Transaction ${transaction.localNumber} has not ended`)
    const data = transaction.storedReadings.map((reading) => this.meterValue(reading))
    const request: Omit<V16['StopTransaction']['request'], 'transactionId'> = {
      ...(stop.idTag === undefined ? {} : { idTag: stop.idTag }),
      meterStop: stop.meterWh,
      timestamp: this.deps.stamp(stop.atMs),
      reason: stop.reason,
      ...(data.length === 0 ? {} : { transactionData: data }),
    }
    this.keep(
      'StopTransaction',
      () => ({ ...request, transactionId: transaction.number ?? unknownNumber }),
      (payload) => {
        const idTagInfo = readIdTagInfo(payload)
        if (idTagInfo) this.deps.onAuthorized(transaction.idTag, idTagInfo)
      },
    )
  }

  firmware(progress: FirmwareProgress, requestId?: number): void {
    if (requestId === undefined)
      void this.send('FirmwareStatusNotification', {
        // Unsigned updates report only the steps that both enums have; the others are reported with a
        // requestId.
        status: progress as V16['FirmwareStatusNotification']['request']['status'],
      })
    else void this.send('SignedFirmwareStatusNotification', { status: progress, requestId })
  }

  upload(progress: UploadProgress, requestId?: number): void {
    if (requestId === undefined) void this.send('DiagnosticsStatusNotification', { status: progress })
    else
      void this.send('LogStatusNotification', {
        status: progress === 'UploadFailed' ? 'UploadFailure' : progress,
        requestId,
      })
  }

  securityEvent(type: string, techInfo?: string): void {
    void this.send('SecurityEventNotification', {
      type,
      timestamp: this.deps.stamp(this.deps.now()),
      ...(techInfo === undefined ? {} : { techInfo }),
    })
  }

  private send<Action extends StationAction16>(
    action: Action,
    request: V16[Action]['request'],
  ): Promise<Answer> {
    return this.deps.call(action, { ...(request as object) })
  }

  private keep<Action extends StationAction16>(
    action: Action,
    payload: () => V16[Action]['request'],
    answered: (payload: Payload) => void = () => {},
  ): void {
    this.deps.queue.add({
      action,
      isReading: action === 'MeterValues',
      payload: () => ({ ...(payload() as object) }),
      answered,
    })
  }

  private readings(
    connectorId: number,
    transaction: Transaction | null,
    value: MeterValue,
  ): V16['MeterValues']['request'] {
    const number = transaction?.number ?? null
    return {
      connectorId,
      ...(number === null ? {} : { transactionId: number }),
      meterValue: [value],
    }
  }

  private meterValue({ atMs, context, samples }: Reading): MeterValue {
    return {
      timestamp: this.deps.stamp(atMs),
      sampledValue: samples.map((sample) => ({
        value: sample.value,
        context,
        measurand: sample.measurand,
        ...(sample.phase === undefined ? {} : { phase: sample.phase }),
        ...(sample.location === undefined ? {} : { location: sample.location }),
        unit: sample.unit,
      })),
    }
  }
}
