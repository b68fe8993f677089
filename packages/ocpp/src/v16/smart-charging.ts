import type { Rows16 } from './rows.ts'

/** Smart Charging: limits over time. */
export const smartCharging = {
  ClearChargingProfile: { from: 'system', block: 'smart-charging', carriesFact: false },
  GetCompositeSchedule: { from: 'system', block: 'smart-charging', carriesFact: false },
  SetChargingProfile: { from: 'system', block: 'smart-charging', carriesFact: false },
} as const satisfies Rows16<'smart-charging'>
