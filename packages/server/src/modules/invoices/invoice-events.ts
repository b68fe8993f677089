import type { BusEvent } from '../../bus/events.ts'

/** Returns the hint that invoices of an account changed; without ids it concerns all. */
export const invoiceChanged = (account: string, ids?: string[]): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'invoice.changed', ...(ids && ids.length <= 50 && { ids }) } },
]
