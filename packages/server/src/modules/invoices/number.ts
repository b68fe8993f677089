import { isNumberPattern, maxInvoiceNumber } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'

/** Refuses a pattern of numbers that does not make each number unique. */
export const refusePattern = (pattern: string): Refusal | null =>
  isNumberPattern(pattern)
    ? null
    : refuse('seller.pattern_invalid', { field: 'numberpattern', limit: maxInvoiceNumber })
