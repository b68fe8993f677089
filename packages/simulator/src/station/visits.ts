import type { Car } from '../physics/car.ts'
import { authorise } from './authorising.ts'
import type { Charging } from './charging.ts'
import type { Connector } from './connector.ts'
import { connectorOf, findConnector, type Device } from './device.ts'
import { isFor } from './reservations.ts'
import type { Fault, Verdict } from './words.ts'

/** What presenting a card led to. `accepted`: it may charge, and the station waits for the car. */
export type CardOutcome = 'started' | 'accepted' | 'stopped' | 'refused'

/** What people do at a station: come with a car, hold a card to it, pull the plug, break things and mend them. */
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

  /** Takes the car away; what becomes of its transaction is for the configuration to say. */
  unplug(connectorId: number): void {
    const connector = connectorOf(this.device, connectorId)
    this.charging.advance(connector)
    connector.car = null
    connector.isFinishing = false
    if (connector.transaction && this.device.configuration.isOn('StopTransactionOnEVSideDisconnect'))
      this.charging.end(connector, 'EVDisconnected')
    this.charging.refresh(connector)
  }

  /** Holds a card to the reader: begins a transaction, or ends one. */
  async presentCard(connectorId: number, idTag: string): Promise<CardOutcome> {
    const connector = connectorOf(this.device, connectorId)
    const running = connector.transaction
    if (running) {
      if (this.charging.mayEnd(running, idTag, null)) return this.stop(connector, idTag)
      const verdict = await authorise(this.device, idTag)
      const isOfGroup = connector.transaction === running && this.charging.mayEnd(running, idTag, verdict)
      return isOfGroup ? this.stop(connector, idTag) : 'refused'
    }
    if (!this.canStart(connector)) return 'refused'
    const verdict = await authorise(this.device, idTag)
    return this.letCharge(connector, idTag, verdict, false)
  }

  private stop(connector: Connector, idTag: string): CardOutcome {
    this.charging.end(connector, 'Local', idTag)
    return 'stopped'
  }

  /** Whether the connector could begin a transaction at all. */
  canStart(connector: Connector): boolean {
    return (
      !connector.fault &&
      !connector.transaction &&
      !connector.permit &&
      connector.isOperative &&
      this.device.whole.isOperative
    )
  }

  /** Gives a card its permit when nothing has come between. */
  private letCharge(connector: Connector, idTag: string, verdict: Verdict, isRemote: boolean): CardOutcome {
    const { reservation } = connector
    const isTaken = reservation !== null && !isFor(reservation, idTag, verdict.parentIdTag)
    if (verdict.status !== 'Accepted' || isTaken || !this.canStart(connector)) return 'refused'
    const { parentIdTag } = verdict
    this.charging.permit(connector, {
      idTag,
      isRemote,
      ...(parentIdTag === undefined ? {} : { parentIdTag }),
    })
    return connector.transaction ? 'started' : 'accepted'
  }

  /**
   * The connector that a remote start would use: the one that was named, else one with a car, else a free one.
   * Null when the station has to refuse.
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

  /** Carries out an accepted remote start (E2 5.11): asks about the card first where the configuration says so. */
  async remoteStart(connector: Connector, idTag: string): Promise<CardOutcome> {
    const verdict: Verdict = this.device.configuration.isOn('AuthorizeRemoteTxRequests')
      ? await authorise(this.device, idTag)
      : { status: 'Accepted' }
    const outcome = this.letCharge(connector, idTag, verdict, true)
    if (outcome === 'refused' && !connector.transaction) this.device.profiles.endTransaction(connector.id)
    return outcome
  }

  /** Something breaks: a running transaction ends, and nothing begins until it is mended. */
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

  /** Somebody hits the red button: everything stops. */
  emergencyStop(): void {
    this.charging.endAll('EmergencyStop')
  }
}
