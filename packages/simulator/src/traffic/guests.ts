import { someCar } from '../physics/car.ts'
import type { SimulatedStation } from '../station.ts'
import type { Connector } from '../station/connector.ts'
import type { Random } from '../time/random.ts'
import { Pauses } from './pause.ts'

const second = 1_000
/** Maximum stay of a car whose transaction is not stopped. */
const maxStayMs = 45 * 60 * second

/** Drivers who wait with their cars until an operator starts a transaction for them. */
export class Guests {
  private readonly station: SimulatedStation
  private readonly random: Random
  private readonly pauses: Pauses
  private readonly busy = new Set<Connector>()

  constructor(station: SimulatedStation, random: Random) {
    this.station = station
    this.random = random
    this.pauses = new Pauses(station.device.clock)
  }

  /** Watches for remote starts without a car. */
  async start(): Promise<void> {
    while (await this.pauses.pause(second))
      for (const connector of this.station.connectors)
        if (connector.permit?.isRemote && !connector.car && !this.busy.has(connector))
          void this.visit(connector)
  }

  stop(): void {
    this.pauses.abort()
  }

  private async visit(connector: Connector): Promise<void> {
    this.busy.add(connector)
    const hasCome = await this.pauses.pause(this.random.between(1, 4) * second)
    if (hasCome && connector.permit && !connector.car) {
      this.station.visits.plugIn(connector.id, someCar(connector.plan.kind, this.random))
      await this.pauses.until(() => connector.transaction === null, maxStayMs)
      await this.pauses.pause(this.random.between(5, 20) * second)
      this.station.visits.unplug(connector.id)
    }
    this.busy.delete(connector)
  }
}
