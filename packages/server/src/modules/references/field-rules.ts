import type { ReferenceKind } from '@stationmaster/contract'
import { currencyDigits } from '../../shared/iso-4217.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'

const anyCode = /^[\p{L}\p{N}][\p{L}\p{N} ._/+:-]*$/u
const currencyCode = /^[A-Z]{3}$/

/** Returns true if a text is a valid code of a reference; that of a currency is of ISO 4217. */
export const isCode = (kind: ReferenceKind, code: string): boolean =>
  kind === 'currency' ? currencyCode.test(code) : anyCode.test(code)

/** Checks what the schema of a field cannot express. */
export function fieldProblem(
  kind: ReferenceKind,
  code: string,
  fields: Readonly<Record<string, unknown>>,
): Refusal | null {
  if (kind === 'calendar' && fields['timezone'] !== null && !isTimeZone(String(fields['timezone'])))
    return refuse('value.time_zone_unknown', { field: 'timezone' })
  const digits = kind === 'currency' ? currencyDigits(code) : null
  if (digits !== null && fields['minorunits'] !== null && fields['minorunits'] !== digits)
    return refuse('currency.digits', { currency: code, digits, field: 'minorunits' })
  const { minpower, maxpower } = fields
  if (typeof minpower === 'number' && typeof maxpower === 'number' && minpower >= maxpower)
    return refuse('setting.maximum_below_minimum', { field: 'maxpower' })
  return null
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // throws for an unknown time zone
    return false
  }
}
