import { cacheIdTagInfo } from '../../station/authorization.ts'
import type { Calls } from '../../station/calls.ts'
import type { Certificates } from '../../station/certificates.ts'
import type { Charging } from '../../station/charging.ts'
import type { Device } from '../../station/device.ts'
import type { Maintenance } from '../../station/maintenance.ts'
import type { TransactionQueue } from '../../station/transaction-queue.ts'
import type { Visits } from '../../station/visits.ts'
import type { Behaviour } from '../../station/behaviour.ts'
import { answerCommand } from './answering.ts'
import { Registration } from './registration.ts'
import { Reporter16 } from './reporting.ts'

/** What a station sends about itself in its boot. */
export interface Nameplate {
  readonly vendor: string
  readonly model: string
  readonly serial: string
}

export interface Behaviour16Deps {
  readonly device: Device
  readonly nameplate: Nameplate
  readonly charging: Charging
  readonly visits: Visits
  readonly maintenance: Maintenance
  readonly certificates: Certificates
  readonly calls: Calls
  readonly queue: TransactionQueue
  readonly isConnected: () => boolean
  readonly bootRetryMs: number
  readonly stamp: (atMs: number) => string
  readonly accepted: (isBoot: boolean) => void
  readonly reset: (type: 'Hard' | 'Soft') => void
  readonly useKey: (value: string) => void
}

function createReporter(deps: Behaviour16Deps, registration: Registration, call: Calls['call']): Reporter16 {
  const { device, charging, queue, stamp } = deps
  return new Reporter16({
    queue,
    call,
    stamp,
    now: () => device.clock.now(),
    isOnline: () => deps.isConnected() && registration.state === 'accepted',
    isStationOperative: () => device.whole.isOperative,
    onStartAnswered: (transaction, number, idTagInfo) =>
      charging.onStartAnswered(transaction, number, idTagInfo),
    onAuthorized: (idTag, idTagInfo) => cacheIdTagInfo(device, idTag, idTagInfo),
  })
}

/** Creates the behaviour of a station that speaks OCPP 1.6-J. */
export function behaviour16(deps: Behaviour16Deps): Behaviour {
  const { device, calls, nameplate, maintenance } = deps
  const registration = new Registration({
    device,
    calls,
    bootRetryMs: deps.bootRetryMs,
    accepted: deps.accepted,
    bootPayload: () => ({
      chargePointVendor: nameplate.vendor,
      chargePointModel: nameplate.model,
      chargePointSerialNumber: nameplate.serial,
      firmwareVersion: maintenance.firmwareVersion,
      meterType: `${device.connectors[0]!.plan.kind.toUpperCase()} kWh`,
    }),
  })
  const reporter = createReporter(deps, registration, (action, payload) => calls.call(action, payload))
  const triggeredReporter = createReporter(deps, registration, (action, payload) =>
    calls.callFirst(action, payload),
  )
  const { charging, visits, certificates, reset, useKey } = deps
  const commandDeps = {
    device,
    charging,
    visits,
    maintenance,
    certificates,
    registration,
    triggeredReporter,
    serial: nameplate.serial,
    vendor: nameplate.vendor,
    call: (action: string, payload: Record<string, unknown>) => void calls.callFirst(action, payload),
    reset,
    useKey,
  }
  return {
    subprotocol: 'ocpp1.6',
    reporter,
    get isAccepted() {
      return registration.state === 'accepted'
    },
    get registration() {
      return registration.state
    },
    get bootedAtMs() {
      return registration.bootedAtMs
    },
    opened: () => registration.opened(),
    closed: () => registration.closed(),
    restarted: () => registration.restarted(),
    answer: (call) => answerCommand(call, commandDeps),
  }
}
