import type { Transaction } from './transaction-columns.tsx'

/** Findings of a session that needs review, the most important first. */
const findings = {
  'ended-without-stop': 'endedWithoutStop',
  'negative-energy': 'negativeEnergy',
  'implausible-energy': 'implausibleEnergy',
  'over-connector-power': 'overConnectorPower',
  'meter-in-kwh': 'meterInKwh',
  'stop-repeats-start': 'stopRepeatsStart',
  'meter-not-reported': 'meterNotReported',
  'stopped-before-start': 'stoppedBeforeStart',
} as const

/** Reasons of a stop that is not what a driver or an operator wanted. */
const unusualReasons = {
  EmergencyStop: 'emergencyStop',
  PowerLoss: 'powerLoss',
  HardReset: 'restarted',
  SoftReset: 'restarted',
  Reboot: 'restarted',
  DeAuthorized: 'cardRefused',
} as const

const pauses = { suspendedev: 'pausedByVehicle', suspendedevse: 'pausedByStation' } as const

/** Key of the texts that name the cause and the next step. */
export type SessionCause =
  | (typeof findings)[keyof typeof findings]
  | (typeof unusualReasons)[keyof typeof unusualReasons]
  | (typeof pauses)[keyof typeof pauses]
  | 'startedUnauthorized'
  | 'noEnergy'

const valueAt = <Value>(table: Readonly<Record<string, Value>>, key: string | null): Value | null =>
  key !== null && Object.hasOwn(table, key) ? table[key]! : null

/** Returns why a session failed or is unusual; null for an ordinary one. */
export function sessionCause(
  session: Pick<Transaction, 'statecode' | 'flags' | 'chargingstate' | 'decision' | 'reason'>,
): { cause: SessionCause; tone: 'warn' | 'bad' } | null {
  const { statecode, flags, chargingstate, decision, reason } = session
  if (statecode === 'needs_review') {
    const finding = Object.keys(findings).find((flag) => flags.includes(flag))
    return { cause: valueAt(findings, finding ?? null) ?? 'endedWithoutStop', tone: 'bad' }
  }
  if (decision !== 'Accepted') return { cause: 'startedUnauthorized', tone: 'bad' }
  if (statecode === 'running') {
    const pause = valueAt(pauses, chargingstate)
    return pause && { cause: pause, tone: 'warn' }
  }
  const unusual = valueAt(unusualReasons, reason)
  if (unusual) return { cause: unusual, tone: 'warn' }
  return flags.includes('no-energy') ? { cause: 'noEnergy', tone: 'warn' } : null
}
