import type { Car } from '../physics/car.ts'
import type { Outlet } from '../physics/flow.ts'
import { Meter } from '../physics/meter.ts'
import type { Timer } from '../time/clock.ts'
import type { Random } from '../time/random.ts'
import type { ConnectorStatus, Fault, Permit, Reservation, Transaction } from './types.ts'

/** Description of a connector in a fleet file. */
export interface ConnectorPlan extends Outlet {
  readonly id: number
  /** Name of the plug: "Type 2", "CCS2". */
  readonly plug?: string
}

/** One outlet. Its status is derived from its state and never set. */
export class Connector {
  readonly id: number
  readonly plan: ConnectorPlan
  readonly meter: Meter
  car: Car | null = null
  permit: Permit | null = null
  /** Revokes the permit if no car arrives in time. */
  permitTimer: Timer | null = null
  transaction: Transaction | null = null
  reservation: Reservation | null = null
  fault: Fault | null = null
  isOperative = true
  /** Value of `isOperative` once the running transaction has ended (ChangeAvailability: Scheduled). */
  scheduledOperative: boolean | null = null
  /** True after a transaction until its car leaves. */
  isFinishing = false
  /** True if the lock does not open: UnlockConnector fails. */
  isLockStuck = false
  /** Status last reported to the central system. */
  reported: ConnectorStatus | null = null

  constructor(
    plan: ConnectorPlan,
    options: { speed: number; startWh: number; nowMs: number; random: Random },
  ) {
    this.id = plan.id
    this.plan = plan
    this.meter = new Meter({ outlet: plan, ...options })
  }

  /** The capabilities for readers of samples. */
  get outlet(): Outlet {
    return this.plan
  }

  get status(): ConnectorStatus {
    if (this.fault) return 'Faulted'
    if (this.transaction) return this.chargingStatus(this.transaction)
    if (this.isFinishing) return 'Finishing'
    if (!this.isOperative) return 'Unavailable'
    if (this.car || this.permit) return 'Preparing'
    return this.reservation ? 'Reserved' : 'Available'
  }

  /** True if it is free and a driver could use it. */
  get isFree(): boolean {
    return this.status === 'Available'
  }

  private chargingStatus(transaction: Transaction): ConnectorStatus {
    if (transaction.isWithheld) return 'SuspendedEVSE'
    if (!this.car) return 'SuspendedEV'
    if (this.meter.flow.powerW > 0) return 'Charging'
    return this.meter.flow.blockedBy === 'station' ? 'SuspendedEVSE' : 'SuspendedEV'
  }
}
