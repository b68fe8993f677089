import type { SystemAction16, V16 } from '@stationmaster/ocpp/v16'
import type { Certificates } from '../../../station/certificates.ts'
import type { Charging } from '../../../station/charging.ts'
import type { Device } from '../../../station/device.ts'
import type { Maintenance } from '../../../station/maintenance.ts'
import type { Reporter } from '../../../station/reporter.ts'
import type { Visits } from '../../../station/visits.ts'
import type { Registration } from '../registration.ts'

/** Dependencies of the command handlers. */
export interface CommandDeps {
  readonly device: Device
  readonly charging: Charging
  readonly visits: Visits
  readonly maintenance: Maintenance
  readonly certificates: Certificates
  readonly registration: Registration
  /** Sends messages that the central system has triggered, even before the boot is accepted. */
  readonly triggeredReporter: Reporter
  readonly serial: string
  readonly vendor: string
  /** Sends a CALL without the reporter; only for certificate requests. */
  readonly call: (action: string, payload: Record<string, unknown>) => void
  readonly reset: (type: 'Hard' | 'Soft') => void
  readonly useKey: (value: string) => void
}

/** Answer to a command, and a callback that runs after it was sent. */
export interface Reply<Action extends SystemAction16> {
  readonly answer: V16[Action]['response']
  readonly afterwards?: () => void
}

export type CommandHandler<Action extends SystemAction16> = (
  request: V16[Action]['request'],
  deps: CommandDeps,
) => Reply<Action>

export type CommandHandlers<Action extends SystemAction16 = SystemAction16> = {
  readonly [Each in Action]: CommandHandler<Each>
}
