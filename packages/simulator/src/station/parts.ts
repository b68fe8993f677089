import { AlignedReadings } from './aligned-readings.ts'
import { CardCache } from './card-cache.ts'
import { Certificates } from './certificates.ts'
import { Charging } from './charging.ts'
import { Configuration } from './configuration.ts'
import { Connector } from './connector.ts'
import type { Device } from './device.ts'
import { LocalList } from './local-list.ts'
import { Maintenance } from './maintenance.ts'
import type { StationPlan } from './options.ts'
import { ProfileStore } from './profile-store.ts'
import { Reservations } from './reservations.ts'
import { StatusReporter } from './status-reporter.ts'
import type { Reporter } from './reporter.ts'
import type { Trait } from './traits.ts'
import { Visits } from './visits.ts'

/** What the parts of a station need from the station. */
export interface PartNeeds {
  readonly traits: ReadonlySet<Trait>
  readonly reporter: () => Reporter
  readonly changed: () => void
  readonly reboot: () => void
}

export interface Parts {
  readonly device: Device
  readonly charging: Charging
  readonly visits: Visits
  readonly maintenance: Maintenance
  readonly certificates: Certificates
  readonly statuses: StatusReporter
  /** Cancels every timer of the parts. */
  close(): void
}

function makeDevice(plan: StationPlan, needs: PartNeeds): Device {
  const { clock, speed } = plan
  const connectors = plan.connectors.map(
    (each, index) =>
      new Connector(each, {
        speed,
        startWh: plan.meterStartWh + index * 17,
        nowMs: clock.now(),
        random: plan.random.fork(`meter ${each.id}`),
      }),
  )
  return {
    identity: plan.identity,
    clock,
    random: plan.random,
    speed,
    configuration: new Configuration(plan.connectors[0]!.kind, connectors.length, plan.settings),
    connectors,
    localList: new LocalList(),
    cache: new CardCache(),
    reservations: new Reservations(clock, connectors, needs.changed),
    profiles: new ProfileStore(),
    get reporter() {
      return needs.reporter()
    },
    traits: needs.traits,
    whole: { isOperative: true, reported: null },
    changed: needs.changed,
  }
}

/** Creates the parts of a station except its connection. */
export function makeParts(plan: StationPlan, needs: PartNeeds): Parts {
  const device = makeDevice(plan, needs)
  const charging = new Charging(device)
  const aligned = new AlignedReadings(device, charging)
  const maintenance = new Maintenance(device, {
    pace: plan.pace,
    firmwareVersion: plan.firmware,
    reboot: needs.reboot,
  })
  return {
    device,
    charging,
    visits: new Visits(device, charging),
    maintenance,
    certificates: new Certificates(),
    statuses: new StatusReporter(device),
    close: () => {
      charging.close()
      aligned.close()
      maintenance.close()
      device.reservations.close()
    },
  }
}
