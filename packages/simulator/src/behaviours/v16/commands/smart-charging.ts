import type { ChargingProfile } from '../../../station/charging-profiles.ts'
import { compositeSchedule } from '../../../station/composite-schedule.ts'
import { findConnector, type Device } from '../../../station/device.ts'
import type { CommandDeps, CommandHandlers } from './command.ts'

/** Returns why no connector of the station can use a profile; null if it is valid. */
export function profileFault(device: Device, profile: ChargingProfile): string | null {
  const periods = profile.chargingSchedule.chargingSchedulePeriod
  const { configuration } = device
  if (profile.stackLevel < 0 || profile.stackLevel > configuration.number('ChargeProfileMaxStackLevel'))
    return 'stackLevel'
  if (periods.length === 0 || periods.length > configuration.number('ChargingScheduleMaxPeriods'))
    return 'chargingSchedulePeriod'
  if (periods[0]!.startPeriod !== 0) return 'startPeriod'
  if (periods.some((period, index) => index > 0 && period.startPeriod <= periods[index - 1]!.startPeriod))
    return 'startPeriod'
  if (profile.chargingProfileKind === 'Recurring' && !profile.recurrencyKind) return 'recurrencyKind'
  return null
}

/** Returns true if a profile may be installed on this connector now (E2 5.16). */
function fitsConnector({ device }: CommandDeps, connectorId: number, profile: ChargingProfile): boolean {
  const connector = findConnector(device, connectorId)
  if (connectorId !== 0 && !connector) return false
  switch (profile.chargingProfilePurpose) {
    case 'ChargePointMaxProfile':
      return connectorId === 0
    case 'TxDefaultProfile':
      return true
    case 'TxProfile': {
      const number = connector?.transaction?.number
      return (
        connector?.transaction != null &&
        (profile.transactionId === undefined || profile.transactionId === number)
      )
    }
  }
}

export const smartChargingCommands: CommandHandlers<
  'SetChargingProfile' | 'ClearChargingProfile' | 'GetCompositeSchedule'
> = {
  SetChargingProfile: ({ connectorId, csChargingProfiles: profile }, deps) => {
    const { profiles, configuration, clock } = deps.device
    const isFull = profiles.all.length >= configuration.number('MaxChargingProfilesInstalled')
    if (isFull || profileFault(deps.device, profile) || !fitsConnector(deps, connectorId, profile))
      return { answer: { status: 'Rejected' } }
    profiles.install(connectorId, profile, clock.now())
    for (const connector of deps.device.connectors) deps.charging.refresh(connector)
    return { answer: { status: 'Accepted' } }
  },
  ClearChargingProfile: (request, deps) => {
    const cleared = deps.device.profiles.clear(request)
    for (const connector of deps.device.connectors) deps.charging.refresh(connector)
    return { answer: { status: cleared > 0 ? 'Accepted' : 'Unknown' } }
  },
  GetCompositeSchedule: ({ connectorId, duration, chargingRateUnit }, { device }) => {
    const connector = findConnector(device, connectorId)
    if ((connectorId !== 0 && !connector) || duration <= 0) return { answer: { status: 'Rejected' } }
    const first = device.connectors[0]!
    const powerW = device.connectors.reduce((sum, each) => sum + each.plan.powerW, 0)
    const outlet = connector?.plan ?? { kind: first.plan.kind, powerW }
    const unit = chargingRateUnit ?? (outlet.kind === 'dc' ? 'W' : 'A')
    const atMs = device.clock.now()
    const periods = compositeSchedule(
      device.profiles.all,
      {
        connectorId,
        outlet,
        atMs,
        transactionStartMs: connector?.transaction?.startedAtMs ?? null,
        transactionNumber: connector?.transaction?.number ?? null,
      },
      { durationS: duration, unit },
    )
    const scheduleStart = new Date(atMs).toISOString()
    return {
      answer: {
        status: 'Accepted',
        connectorId,
        scheduleStart,
        chargingSchedule: {
          duration,
          startSchedule: scheduleStart,
          chargingRateUnit: unit,
          chargingSchedulePeriod: periods,
        },
      },
    }
  },
}
