import { pricedStatuses, type PricedStatus, type TariffDefinition } from '@stationmaster/contract'
import type { PricedSession } from './price-types.ts'
import type { Readings } from './readings.ts'

/** Service by which the time from an instant on is charged; null: none. */
export interface Occupancy {
  from: number
  kind: 'time' | 'idle' | null
}

const kindOf = (status: PricedStatus): Occupancy['kind'] => {
  if (status === 'Charging') return 'time'
  return status === 'SuspendedEV' || status === 'Finishing' ? 'idle' : null
}

/** Below this power a vehicle does not charge. */
const chargingPowerW = 100

/**
 * Returns how the time of a session is charged, from its start on. Until the first known state, and without any
 * states, the vehicle counts as charging.
 */
export function occupancyOf(
  session: PricedSession,
  readings: Readings,
  idle: TariffDefinition['idle'],
): Occupancy[] {
  const { startedAt, states } = session
  const result: Occupancy[] = [{ from: startedAt, kind: 'time' }]
  if (states.length === 0) {
    const from = idle?.from_meter === true ? chargedUntil(readings, session) : null
    if (from !== null) result.push({ from, kind: 'idle' })
    return result
  }
  // of several at one instant the last one counts: in the order of OCPP, which is mostly that of a session
  const inOrder = states.toSorted(
    ([one, first], [other, second]) =>
      one - other || pricedStatuses.indexOf(first) - pricedStatuses.indexOf(second),
  )
  for (const [ms, status] of inOrder) result.push({ from: Math.max(ms, startedAt), kind: kindOf(status) })
  return result
}

/** Returns the end of the last interval with at least 100 W; null without one, or if no later reading is known. */
function chargedUntil({ ms, wh }: Readings, { stoppedAt }: PricedSession): number | null {
  for (let index = ms.length - 1; index > 0; index--) {
    const duration = ms[index]! - ms[index - 1]!
    const isCharging = (wh[index]! - wh[index - 1]!) * 3_600_000 >= chargingPowerW * duration
    if (isCharging) return index === ms.length - 1 && ms[index] !== stoppedAt ? null : ms[index]!
  }
  return null
}
