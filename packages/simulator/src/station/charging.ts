import type { FlowLimit } from '../physics/flow.ts'
import { readSamples } from '../physics/samples.ts'
import type { Timer } from '../time/clock.ts'
import { cacheIdTagInfo } from './authorization.ts'
import { limitAt } from './charging-profiles.ts'
import type { Connector } from './connector.ts'
import { connectorOf, type Device } from './device.ts'
import { sameTag } from './reservations.ts'
import type { Permit, Reading, SampleContext, StopReason, Transaction, IdTagInfo } from './types.ts'

/** Time between two checks of a charging connector besides its samples, so that a full car is noticed. */
const tickMs = 2_000
/** With a higher speed factor more happens in that time. */
const minTickMs = 100

/** Starts, monitors and ends the transactions of one station. */
export class Charging {
  private readonly device: Device
  private readonly ticks = new Map<number, Timer>()
  private readonly samplings = new Map<number, Timer>()
  private lastLocalNumber: number

  constructor(device: Device) {
    this.device = device
    this.lastLocalNumber = device.random.whole(1, 9_999)
    device.configuration.onChange((key) => {
      if (key !== 'MeterValueSampleInterval') return
      for (const connector of device.connectors) if (connector.transaction) this.sampleLater(connector)
    })
  }

  /** Lets a card charge at a connector: immediately if a car is plugged in, else until ConnectionTimeOut. */
  permit(connector: Connector, permit: Permit): void {
    connector.permitTimer?.cancel()
    connector.permit = permit
    connector.isFinishing = false
    if (connector.car) return this.begin(connector, permit)
    const timeoutMs = this.device.configuration.number('ConnectionTimeOut') * 1000
    connector.permitTimer =
      timeoutMs > 0 ? this.device.clock.after(timeoutMs, () => this.withdraw(connector)) : null
    this.device.changed()
  }

  /** Revokes an unused permit. */
  withdraw(connector: Connector): void {
    connector.permitTimer?.cancel()
    connector.permitTimer = null
    if (!connector.permit) return
    connector.permit = null
    this.device.profiles.endTransaction(connector.id)
    this.device.changed()
  }

  private begin(connector: Connector, permit: Permit): void {
    const { device } = this
    connector.permitTimer?.cancel()
    connector.permitTimer = null
    connector.permit = null
    const reservation = device.reservations.usableBy(connector.id, permit.idTag, permit.parentIdTag)
    const transaction: Transaction = {
      localNumber: ++this.lastLocalNumber,
      number: null,
      connectorId: connector.id,
      idTag: permit.idTag,
      ...(permit.parentIdTag === undefined ? {} : { parentIdTag: permit.parentIdTag }),
      ...(reservation ? { reservationId: reservation.id } : {}),
      startedAtMs: device.clock.now(),
      meterStartWh: connector.meter.wh,
      idTagInfo: null,
      maxWh: null,
      isWithheld: false,
      storedReadings: [],
      stop: null,
    }
    connector.transaction = transaction
    this.keep(connector, transaction, 'Transaction.Begin')
    if (reservation) device.reservations.end(reservation.id)
    device.reporter.started(transaction)
    this.advance(connector)
    this.tickLater(connector)
    this.sampleLater(connector)
    device.changed()
  }

  /**
   * Handles the answer to the start: sets the number of the transaction and the authorization status of its
   * card.
   */
  onStartAnswered(transaction: Transaction, number: number, idTagInfo: IdTagInfo): void {
    transaction.number = number
    transaction.idTagInfo = idTagInfo
    cacheIdTagInfo(this.device, transaction.idTag, idTagInfo)
    const connector = connectorOf(this.device, transaction.connectorId)
    if (connector.transaction !== transaction || idTagInfo.status === 'Accepted') return
    if (this.device.configuration.isOn('StopTransactionOnInvalidId')) this.end(connector, 'DeAuthorized')
    else {
      const given = connector.meter.wh - transaction.meterStartWh
      transaction.maxWh = given + this.device.configuration.number('MaxEnergyOnInvalidId')
      this.refresh(connector)
    }
  }

  /** Ends the transaction of a connector, if there is one. */
  end(connector: Connector, reason: StopReason, idTag?: string): void {
    const { transaction } = connector
    if (!transaction) return
    this.advance(connector)
    transaction.stop = {
      atMs: this.device.clock.now(),
      meterWh: connector.meter.wh,
      reason,
      ...(idTag === undefined ? {} : { idTag }),
    }
    this.keep(connector, transaction, 'Transaction.End')
    this.stopTimers(connector.id)
    connector.transaction = null
    connector.isFinishing = connector.car !== null
    connector.isOperative = connector.scheduledOperative ?? connector.isOperative
    connector.scheduledOperative = null
    this.advance(connector)
    this.device.profiles.endTransaction(connector.id)
    this.device.reporter.stopped(transaction)
    this.device.changed()
  }

  endAll(reason: StopReason): void {
    for (const connector of this.device.connectors) this.end(connector, reason)
  }

  /** Returns true if a card may end this transaction: the one that started it, or one of the same group. */
  mayEnd(transaction: Transaction, idTag: string, idTagInfo: IdTagInfo | null): boolean {
    if (sameTag(transaction.idTag, idTag)) return true
    const parent = transaction.idTagInfo?.parentIdTag ?? transaction.parentIdTag
    return (
      parent !== undefined && idTagInfo?.parentIdTag !== undefined && sameTag(parent, idTagInfo.parentIdTag)
    )
  }

  /** Counts the energy up to now. */
  advance(connector: Connector): void {
    connector.meter.advance(this.device.clock.now(), connector.car, this.limit(connector))
  }

  /** Counts the energy, checks the car, and reports what has changed. */
  refresh(connector: Connector): void {
    this.advance(connector)
    const { transaction } = connector
    if (transaction && transaction.maxWh !== null)
      transaction.isWithheld = connector.meter.wh - transaction.meterStartWh >= transaction.maxWh
    this.device.changed()
  }

  /** Returns a present meter value. */
  read(connector: Connector, context: SampleContext, measurands: readonly string[]): Reading {
    this.advance(connector)
    return {
      atMs: this.device.clock.now(),
      context,
      samples: readSamples(connector, measurands, this.device.random),
    }
  }

  private limit(connector: Connector): FlowLimit | null {
    const { transaction } = connector
    if (!transaction || transaction.isWithheld || connector.fault) return null
    const chargingConnectors = this.device.connectors.filter((each) => each.transaction && each.car).length
    return (
      limitAt(this.device.profiles.all, {
        connectorId: connector.id,
        outlet: connector.plan,
        atMs: this.device.clock.now(),
        transactionStartMs: transaction.startedAtMs,
        transactionNumber: transaction.number,
        chargingConnectors: Math.max(1, chargingConnectors),
      }) ?? {}
    )
  }

  private keep(connector: Connector, transaction: Transaction, context: SampleContext): void {
    const measurands = this.device.configuration.list('StopTxnSampledData')
    if (measurands.length > 0) transaction.storedReadings.push(this.read(connector, context, measurands))
  }

  private tickLater(connector: Connector): void {
    this.ticks.get(connector.id)?.cancel()
    const delayMs = Math.max(minTickMs, tickMs / Math.max(1, this.device.speed))
    const timer = this.device.clock.after(delayMs, () => {
      this.tickLater(connector)
      this.refresh(connector)
    })
    this.ticks.set(connector.id, timer)
  }

  private sampleLater(connector: Connector): void {
    this.samplings.get(connector.id)?.cancel()
    this.samplings.delete(connector.id)
    const intervalMs = this.device.configuration.number('MeterValueSampleInterval') * 1000
    if (intervalMs <= 0) return
    const timer = this.device.clock.after(intervalMs, () => {
      this.sampleLater(connector)
      const measurands = this.device.configuration.list('MeterValuesSampledData')
      if (!connector.transaction || measurands.length === 0) return
      const reading = this.read(connector, 'Sample.Periodic', measurands)
      this.device.reporter.metered(connector.id, connector.transaction, reading)
    })
    this.samplings.set(connector.id, timer)
  }

  private stopTimers(connectorId: number): void {
    for (const timers of [this.ticks, this.samplings]) {
      timers.get(connectorId)?.cancel()
      timers.delete(connectorId)
    }
  }

  /** Stops all timers. */
  close(): void {
    for (const connector of this.device.connectors) {
      connector.permitTimer?.cancel()
      this.stopTimers(connector.id)
    }
  }
}
