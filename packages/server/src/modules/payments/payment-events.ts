import type { BusEvent } from '../../bus/events.ts'
import { refuse } from '../../shared/refusal.ts'

export const paymentNotFound = refuse('payment.not_found', { field: 'id' })

/** Returns the hints after a change of a payment, and of its invoice. */
export const paymentChanged = (of: {
  accountId: string
  id: string
  invoiceId: string | null
}): BusEvent[] => [
  { kind: 'hint', account: of.accountId, hint: { kind: 'payment.changed', ids: [of.id] } },
  ...(of.invoiceId === null
    ? []
    : [
        {
          kind: 'hint' as const,
          account: of.accountId,
          hint: { kind: 'invoice.changed' as const, ids: [of.invoiceId] },
        },
      ]),
]
