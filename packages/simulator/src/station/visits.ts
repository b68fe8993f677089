import type { Car } from '../physics/car.ts'
import { authorize } from './authorization.ts'
import type { Charging } from './charging.ts'
import type { Connector } from './connector.ts'
import { connectorOf, findConnector, type Device } from './device.ts'
import { isFor } from './reservations.ts'
import type { Fault, IdTagInfo } from './types.ts'

/** Result of presenting a card. `accepted`: it may charge, and the station waits for the car. */
export type CardOutcome = 'started' | 'accepted' | 'stopped' | 'refused'

/** Actions of people at a station: plug in, present a card, unplug, cause faults and clear them. */
export class Visits {
  private readonly device: Device
  private readonly charging: Charging

  constructor(device: Device, charging: Charging) {
    this.device = device
    this.charging = charging
  }

  plugIn(connectorId: number, car: Car): void {
    const connector = connectorOf(this.device, connectorId)
    if (connector.car) throw new Error(`Connector ${connectorId} is taken`)
    this.charging.advance(connector)
    connector.car = car
    if (connector.permit && !connector.fault) this.charging.permit(connector, connector.permit)
    else this.charging.refresh(connector)
  }

  /** Unplugs the car; the configuration decides what happens to its transaction. */
  unplug(connectorId: number): void {
    const connector = connectorOf(this.device, connectorId)
    this.charging.advance(connector)
    connector.car = null
    connector.isFinishing = false
    if (connector.transaction && this.device.configuration.isOn('StopTransactionOnEVSideDisconnect'))
      this.charging.end(connector, 'EVDisconnected')
    this.charging.refresh(connector)
  }

  /** Presents a card to the reader: starts a transaction, or ends one. */
  async presentCard(connectorId: number, idTag: string): Promise<CardOutcome> {
    const connector = connectorOf(this.device, connectorId)
    const running = connector.transaction
    if (running) {
      if (this.charging.mayEnd(running, idTag, null)) return this.stop(connector, idTag)
      const idTagInfo = await authorize(this.device, idTag)
      const isOfGroup = connector.transaction === running && this.charging.mayEnd(running, idTag, idTagInfo)
      return isOfGroup ? this.stop(connector, idTag) : 'refused'
    }
    if (!this.canStart(connector)) return 'refused'
    const idTagInfo = await authorize(this.device, idTag)
    return this.letCharge(connector, { idTag, idTagInfo, isRemote: false })
  }

  private stop(connector: Connector, idTag: string): CardOutcome {
    this.charging.end(connector, 'Local', idTag)
    return 'stopped'
  }

  /** Returns true if the connector could start a transaction. */
  canStart(connector: Connector): boolean {
    return (
      !connector.fault &&
      !connector.transaction &&
      !connector.permit &&
      connector.isOperative &&
      this.device.whole.isOperative
    )
  }

  /** Grants a card its permit unless the state has changed since. */
  private letCharge(
    connector: Connector,
    { idTag, idTagInfo, isRemote }: { idTag: string; idTagInfo: IdTagInfo; isRemote: boolean },
  ): CardOutcome {
    const { reservation } = connector
    const isTaken = reservation !== null && !isFor(reservation, idTag, idTagInfo.parentIdTag)
    if (idTagInfo.status !== 'Accepted' || isTaken || !this.canStart(connector)) return 'refused'
    const { parentIdTag } = idTagInfo
    this.charging.permit(connector, {
      idTag,
      isRemote,
      ...(parentIdTag === undefined ? {} : { parentIdTag }),
    })
    return connector.transaction ? 'started' : 'accepted'
  }

  /**
   * Returns the connector that a remote start would use: the named one, else one with a car, else a free one.
   * Null if the station has to reject.
   */
  connectorForRemoteStart(connectorId: number | undefined, idTag: string): Connector | null {
    const mayUse = (connector: Connector): boolean =>
      this.canStart(connector) && (!connector.reservation || isFor(connector.reservation, idTag))
    if (connectorId !== undefined) {
      const connector = findConnector(this.device, connectorId)
      return connector && mayUse(connector) ? connector : null
    }
    const usable = this.device.connectors.filter(mayUse)
    return usable.find((each) => each.car) ?? usable.find((each) => each.isFree) ?? usable[0] ?? null
  }

  /** Runs an accepted remote start (E2 5.11): authorizes the card first if the configuration requires it. */
  async remoteStart(connector: Connector, idTag: string): Promise<CardOutcome> {
    const idTagInfo: IdTagInfo = this.device.configuration.isOn('AuthorizeRemoteTxRequests')
      ? await authorize(this.device, idTag)
      : { status: 'Accepted' }
    const outcome = this.letCharge(connector, { idTag, idTagInfo, isRemote: true })
    if (outcome === 'refused' && !connector.transaction) this.device.profiles.endTransaction(connector.id)
    return outcome
  }

  /** Sets a fault: a running transaction ends, and none starts until it is cleared. */
  fail(connectorId: number, fault: Fault): void {
    const connector = connectorOf(this.device, connectorId)
    this.charging.end(connector, 'Other')
    this.charging.withdraw(connector)
    connector.fault = fault
    this.charging.refresh(connector)
  }

  mend(connectorId: number): void {
    const connector = connectorOf(this.device, connectorId)
    connector.fault = null
    this.charging.refresh(connector)
  }

  /** Presses the emergency stop: all transactions end. */
  emergencyStop(): void {
    this.charging.endAll('EmergencyStop')
  }
}
