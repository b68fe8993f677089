import { mainsVolts, outletPhases, type FlowLimit, type Outlet } from '../physics/flow.ts'

export type RateUnit = 'A' | 'W'
export type ProfilePurpose = 'ChargePointMaxProfile' | 'TxDefaultProfile' | 'TxProfile'

export interface SchedulePeriod {
  readonly startPeriod: number
  readonly limit: number
  readonly numberPhases?: number
}
export interface ChargingProfile {
  readonly chargingProfileId: number
  readonly transactionId?: number
  readonly stackLevel: number
  readonly chargingProfilePurpose: ProfilePurpose
  readonly chargingProfileKind: 'Absolute' | 'Recurring' | 'Relative'
  readonly recurrencyKind?: 'Daily' | 'Weekly'
  readonly validFrom?: string
  readonly validTo?: string
  readonly chargingSchedule: {
    readonly duration?: number
    readonly startSchedule?: string
    readonly chargingRateUnit: RateUnit
    readonly chargingSchedulePeriod: readonly SchedulePeriod[]
    readonly minChargingRate?: number
  }
}
export interface InstalledProfile {
  readonly connectorId: number
  readonly profile: ChargingProfile
  readonly installedAtMs: number
}

/** Connector and time for which a limit is requested, and the start of its transaction. */
export interface LimitQuery {
  readonly connectorId: number
  readonly outlet: Outlet
  readonly atMs: number
  readonly transactionStartMs: number | null
  readonly transactionNumber: number | null
  /** Number of charging connectors, which share a limit of the whole station. */
  readonly chargingConnectors?: number
}

const recurrenceMs = { Daily: 86_400_000, Weekly: 604_800_000 } as const

/** Returns the start of the schedule that applies at `atMs`, in milliseconds; null if none does. */
function scheduleStart({ profile, installedAtMs }: InstalledProfile, query: LimitQuery): number | null {
  const { startSchedule } = profile.chargingSchedule
  const written = startSchedule === undefined ? null : Date.parse(startSchedule)
  if (profile.chargingProfileKind === 'Relative') return query.transactionStartMs ?? query.atMs
  if (profile.chargingProfileKind === 'Absolute') return written ?? query.transactionStartMs ?? installedAtMs
  const first = written ?? installedAtMs
  if (query.atMs < first) return null
  const every = recurrenceMs[profile.recurrencyKind ?? 'Daily']
  return first + Math.floor((query.atMs - first) / every) * every
}

/** Returns the period of a profile that applies at a moment. */
function periodAt(installed: InstalledProfile, query: LimitQuery): SchedulePeriod | null {
  const { validFrom, validTo, chargingSchedule } = installed.profile
  if (validFrom !== undefined && query.atMs < Date.parse(validFrom)) return null
  if (validTo !== undefined && query.atMs >= Date.parse(validTo)) return null
  const startMs = scheduleStart(installed, query)
  if (startMs === null) return null
  const elapsedS = (query.atMs - startMs) / 1000
  if (elapsedS < 0 || elapsedS >= (chargingSchedule.duration ?? Infinity)) return null
  return chargingSchedule.chargingSchedulePeriod.findLast((period) => period.startPeriod <= elapsedS) ?? null
}

const toLimit = (unit: RateUnit, period: SchedulePeriod): FlowLimit => ({
  ...(unit === 'W' ? { powerW: period.limit } : { ampere: period.limit }),
  ...(period.numberPhases === undefined ? {} : { phases: period.numberPhases }),
})

/** Returns a limit as watts over all phases, or as amperes per phase. */
export function limitIn(unit: RateUnit, limit: FlowLimit, outlet: Outlet): number {
  const phases = outlet.kind === 'dc' ? 1 : Math.min(limit.phases ?? 3, outletPhases(outlet))
  const volts = (outlet.kind === 'dc' ? 400 : mainsVolts) * phases
  return unit === 'W'
    ? Math.min(limit.powerW ?? Infinity, (limit.ampere ?? Infinity) * volts)
    : Math.min(limit.ampere ?? Infinity, (limit.powerW ?? Infinity) / volts)
}

/** Returns the stricter of two limits. */
function stricter(a: FlowLimit | null, b: FlowLimit | null): FlowLimit | null {
  if (!a || !b) return a ?? b
  return {
    powerW: Math.min(a.powerW ?? Infinity, b.powerW ?? Infinity),
    ampere: Math.min(a.ampere ?? Infinity, b.ampere ?? Infinity),
    phases: Math.min(a.phases ?? 3, b.phases ?? 3),
  }
}

const share = (limit: FlowLimit | null, chargingConnectors = 1): FlowLimit | null =>
  limit && {
    ...limit,
    ...(limit.powerW === undefined ? {} : { powerW: limit.powerW / chargingConnectors }),
    ...(limit.ampere === undefined ? {} : { ampere: limit.ampere / chargingConnectors }),
  }

/**
 * Returns the limit of the profile with the highest stack level that applies now, among those of one purpose
 * (E2 3.13.2).
 */
function highest(candidates: readonly InstalledProfile[], query: LimitQuery): FlowLimit | null {
  const byLevel = [...candidates].sort((a, b) => b.profile.stackLevel - a.profile.stackLevel)
  for (const installed of byLevel) {
    const period = periodAt(installed, query)
    if (period) return toLimit(installed.profile.chargingSchedule.chargingRateUnit, period)
  }
  return null
}

/** Returns the limit of a connector at a moment; null if no profile applies. */
export function limitAt(installed: readonly InstalledProfile[], query: LimitQuery): FlowLimit | null {
  const of = (purpose: ProfilePurpose, connectorId: number): InstalledProfile[] =>
    installed.filter(
      (each) => each.profile.chargingProfilePurpose === purpose && each.connectorId === connectorId,
    )
  const ownTransaction = of('TxProfile', query.connectorId).filter(
    ({ profile }) => profile.transactionId === undefined || profile.transactionId === query.transactionNumber,
  )
  const forTransaction =
    (query.transactionStartMs === null ? null : highest(ownTransaction, query)) ??
    highest(of('TxDefaultProfile', query.connectorId), query) ??
    highest(of('TxDefaultProfile', 0), query)
  return stricter(
    forTransaction,
    share(highest(of('ChargePointMaxProfile', 0), query), query.chargingConnectors),
  )
}
