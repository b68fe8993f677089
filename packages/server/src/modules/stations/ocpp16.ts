import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { Work } from '../../shared/facts.ts'
import { addSecurityEvent } from '../../shared/security-event.ts'
import type { CallContext, StationModule16, StationConnection } from '../../shared/station-connection.ts'
import { reportedTime } from '../../shared/reported-time.ts'
import { type WorkflowIndex, builtInWorkflowIndex } from '../workflow/index.ts'
import { type AcceptedBoot, type BootDeps, bootStation } from './boot-notification.ts'
import { storeStatus } from './status-notification.ts'

type SecurityEvent = V16['SecurityEventNotification']['request']

export interface StationDeps {
  /** Called when a boot was accepted and stored. */
  booted?(boot: AcceptedBoot): void
  firstBoot?: BootDeps['firstBoot']
  /** Index of the object model that messages of stations need. */
  workflow?: WorkflowIndex
}

/** Handlers of the messages about stations and connectors. */
export const stations16 = ({ booted, firstBoot, workflow = builtInWorkflowIndex }: StationDeps = {}) =>
  ({
    BootNotification: (connection, request, call) =>
      bootStation({ connection, call }, request, { booted, firstBoot }),
    StatusNotification: (connection, request, call) => storeStatus({ connection, call }, request, workflow),
    // OCPP-J 1.6, 5.3: the station sets its clock by this answer, so nothing is awaited.
    Heartbeat: () => ({ currentTime: new Date().toISOString() }),
    DataTransfer: () => ({ status: 'UnknownVendorId' }),
    SecurityEventNotification: (connection, request, call) => storeSecurityEvent(connection, request, call),
  }) satisfies StationModule16

function storeSecurityEvent(
  { station }: StationConnection,
  request: SecurityEvent,
  call: CallContext,
): Work<Record<string, never>> {
  const { at } = reportedTime(request.timestamp, call.receivedAt, station.timeZone)
  return {
    decide: (facts) => {
      addSecurityEvent(facts, station, {
        type: toWireText(request.type),
        receivedAt: call.receivedAt,
        happenedAt: at,
        techInfo: request.techInfo === undefined ? null : toWireText(request.techInfo),
      })
      return {}
    },
  }
}
