import type { Rows16 } from './rows.ts'

/** Remote Trigger: requests a station to send a message again. */
export const trigger = {
  TriggerMessage: { from: 'system', block: 'trigger', carriesFact: false },
} as const satisfies Rows16<'trigger'>
