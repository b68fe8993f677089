import { findConnector, type Device } from '../../../station/device.ts'
import type { Connector } from '../../../station/connector.ts'
import type { CommandDeps, CommandHandlers } from './command.ts'

/** Sets a connector operative or inoperative; a running transaction is not interrupted (E2 5.2). */
function serve(connector: Connector, isOperative: boolean): 'Accepted' | 'Scheduled' {
  if (connector.transaction && !isOperative) {
    connector.scheduledOperative = false
    return 'Scheduled'
  }
  connector.scheduledOperative = null
  connector.isOperative = isOperative
  return 'Accepted'
}

function serveAll(device: Device, isOperative: boolean): 'Accepted' | 'Scheduled' {
  device.whole.isOperative = isOperative
  const outcomes = device.connectors.map((connector) => serve(connector, isOperative))
  return outcomes.includes('Scheduled') ? 'Scheduled' : 'Accepted'
}

type Triggered = 'Heartbeat' | 'BootNotification' | 'StatusNotification' | 'MeterValues'

function reportReadings(deps: CommandDeps, connectors: readonly Connector[]): void {
  const measurands = deps.device.configuration.list('MeterValuesSampledData')
  if (measurands.length === 0) return
  for (const connector of connectors)
    deps.triggeredReporter.readingsOnDemand(
      connector.id,
      connector.transaction,
      deps.charging.read(connector, 'Trigger', measurands),
    )
}

/** Returns the sender of a message that both trigger commands can request; null for an unknown connector. */
export function triggered(
  message: Triggered,
  connectorId: number | undefined,
  deps: CommandDeps,
): (() => void) | null {
  const named =
    connectorId === undefined || connectorId === 0 ? null : findConnector(deps.device, connectorId)
  if (connectorId !== undefined && connectorId !== 0 && !named) return null
  const connectors = named ? [named] : deps.device.connectors
  switch (message) {
    case 'BootNotification':
      return () => void deps.registration.boot()
    case 'Heartbeat':
      return () => void deps.registration.heartbeat()
    case 'StatusNotification':
      return () => {
        if (!named) void deps.triggeredReporter.status(null)
        if (connectorId !== 0)
          for (const connector of connectors) void deps.triggeredReporter.status(connector)
      }
    case 'MeterValues':
      return () => reportReadings(deps, connectors)
  }
}

export const stationCommands: CommandHandlers<
  'ChangeAvailability' | 'Reset' | 'TriggerMessage' | 'DataTransfer'
> = {
  ChangeAvailability: ({ connectorId, type }, { device }) => {
    const isOperative = type === 'Operative'
    const connector = findConnector(device, connectorId)
    if (connectorId !== 0 && !connector) return { answer: { status: 'Rejected' } }
    const status = connector ? serve(connector, isOperative) : serveAll(device, isOperative)
    return { answer: { status }, afterwards: () => device.changed() }
  },
  Reset: ({ type }, { reset }) => ({ answer: { status: 'Accepted' }, afterwards: () => reset(type) }),
  TriggerMessage: ({ requestedMessage, connectorId }, deps) => {
    const { maintenance, triggeredReporter } = deps
    if (requestedMessage === 'FirmwareStatusNotification') {
      const progress = maintenance.isUpdating ? maintenance.firmwareProgress : 'Idle'
      return { answer: { status: 'Accepted' }, afterwards: () => triggeredReporter.firmware(progress) }
    }
    if (requestedMessage === 'DiagnosticsStatusNotification') {
      const progress = maintenance.isUploading ? maintenance.uploadProgress : 'Idle'
      return { answer: { status: 'Accepted' }, afterwards: () => triggeredReporter.upload(progress) }
    }
    const afterwards = triggered(requestedMessage, connectorId, deps)
    return afterwards ? { answer: { status: 'Accepted' }, afterwards } : { answer: { status: 'Rejected' } }
  },
  DataTransfer: ({ vendorId, messageId, data }, { vendor }) => {
    if (vendorId !== vendor) return { answer: { status: 'UnknownVendorId' } }
    if (messageId !== undefined && messageId !== 'Echo') return { answer: { status: 'UnknownMessageId' } }
    return { answer: { status: 'Accepted', ...(data === undefined ? {} : { data }) } }
  },
}
