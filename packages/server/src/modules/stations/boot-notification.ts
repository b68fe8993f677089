import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { Work } from '../../shared/facts.ts'
import { addEvent } from '../../shared/station-event.ts'
import { shortPayload } from '../../shared/short-payload.ts'
import type { ReceivedCall, StationKnowledge } from '../../shared/station-connection.ts'

type Boot = V16['BootNotification']['request']
type BootAnswer = V16['BootNotification']['response']

/**
 * A boot that was accepted and stored. `isRequested` is true if the server requested it, `askOnBoot` if the account
 * requests the configuration after each boot.
 */
export interface AcceptedBoot extends Pick<StationKnowledge, 'id' | 'accountId' | 'identity' | 'askOnBoot'> {
  isRequested: boolean
}

export interface BootDeps {
  booted?: (boot: AcceptedBoot) => void
  /** Called when the first BootNotification of a station was stored, with its answer. */
  firstBoot?: (boot: {
    accountId: string
    identity: string
    status: BootAnswer['status']
    unit: string
  }) => void
}

/** An accepted station that boots again within this time in ms is in a loop. */
const loopMs = 60_000

const text = (value: string | undefined): string | null => (value === undefined ? null : toWireText(value))

/** OCPP 1.6, 4.2. The reported fields are stored in full, including texts that are too long. */
export function bootStation(
  { connection, call }: ReceivedCall,
  request: Boot,
  { booted, firstBoot }: BootDeps,
): Work<BootAnswer> {
  const { station } = connection
  const status = bootStatus(station)
  const bootedAt = call.receivedAt
  const isAgain = station.bootStatus === 'Accepted' && station.bootedAt !== null
  const isFirst = station.bootedAt === null
  const isAccepted = status === 'Accepted'
  // the first boot takes it into service; it reports its state later
  const state = isAccepted && station.state === 'created' ? 'unavailable' : station.state
  const isRequested = call.isRequested === true
  const isLoop = isAgain && !isRequested && bootedAt.getTime() - station.bootedAt!.getTime() < loopMs
  return {
    decide: (facts) => {
      facts.add('boots', {
        stationId: station.id,
        status,
        bootedAt: bootedAt.toISOString(),
        vendor: text(request.chargePointVendor),
        model: text(request.chargePointModel),
        serialNumber: text(request.chargePointSerialNumber),
        boxSerialNumber: text(request.chargeBoxSerialNumber),
        firmwareVersion: text(request.firmwareVersion),
        iccid: text(request.iccid),
        imsi: text(request.imsi),
        meterType: text(request.meterType),
        meterSerialNumber: text(request.meterSerialNumber),
        payload: shortPayload('BootNotification', call),
      })
      addEvent(facts, station, {
        kind: 'booted',
        at: bootedAt,
        messageId: toWireText(call.id),
        details: {
          status,
          vendor: text(request.chargePointVendor),
          model: text(request.chargePointModel),
          firmware: text(request.firmwareVersion),
          requested: isRequested || null,
        },
      })
      if (isLoop)
        facts.add('deviations', {
          stationId: station.id,
          rule: 'BootNotification again within a minute',
          count: 1,
          lastAt: bootedAt.toISOString(),
          sample: toWireText(call.rawPayload.slice(0, 500)),
        })
      if (isAccepted)
        facts.add('stateChanges', {
          accountId: station.accountId,
          classCode: 'charge_point',
          objectId: station.id,
          action: 'boot',
          from: station.state,
          to: state,
        })
      facts.hint(station.accountId, { kind: 'station.changed', station: station.id, ids: [station.id] })
      return {
        status,
        currentTime: new Date().toISOString(),
        interval: bootInterval(status, station.heartbeatSeconds),
      }
    },
    committed: () => {
      station.bootStatus = status
      station.bootedAt = bootedAt
      station.state = state
      const { id, accountId, identity, askOnBoot } = station
      const unit = [request.chargePointVendor, request.chargePointModel, request.firmwareVersion]
        .filter((part) => part !== undefined)
        .join(' ')
      if (isFirst) firstBoot?.({ accountId, identity, status, unit })
      if (isAccepted) booted?.({ id, accountId, identity, askOnBoot, isRequested })
    },
  }
}

export type BootStatus = 'Accepted' | 'Pending' | 'Rejected'

/** Seconds after which a station that is not accepted repeats its BootNotification. */
const retrySeconds = 60

/**
 * Returns the boot status: a user's decision about the station takes precedence over the account's policy
 * (OCPP 1.6, 4.2).
 */
export function bootStatus(station: Pick<StationKnowledge, 'approval' | 'policy'>): BootStatus {
  if (station.approval === 'accepted') return 'Accepted'
  if (station.approval === 'rejected' || station.policy === 'reject') return 'Rejected'
  return station.policy === 'wait' ? 'Pending' : 'Accepted'
}

/**
 * Varies an interval by up to a fifth, so that stations that booted together do not send heartbeats together
 * forever.
 */
export function spread(seconds: number, random: number = Math.random()): number {
  return Math.max(1, Math.round(seconds * (0.8 + 0.4 * random)))
}

export function bootInterval(status: BootStatus, heartbeatSeconds: number, random?: number): number {
  return spread(status === 'Accepted' ? heartbeatSeconds : retrySeconds, random)
}

/**
 * Returns true if a station may send messages other than BootNotification (JSON errata 3.8). A station that
 * was accepted before may reconnect without a boot (J 5.4).
 */
export function mayExchangeMessages(
  station: Pick<StationKnowledge, 'approval' | 'policy' | 'bootStatus'>,
): boolean {
  return station.bootStatus === null ? bootStatus(station) === 'Accepted' : station.bootStatus === 'Accepted'
}
