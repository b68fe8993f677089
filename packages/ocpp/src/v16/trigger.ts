import type { Rows16 } from './rows.ts'

/** Remote Trigger: asking a station to say something again. */
export const trigger = {
  TriggerMessage: { from: 'system', block: 'trigger', carriesFact: false },
} as const satisfies Rows16<'trigger'>
