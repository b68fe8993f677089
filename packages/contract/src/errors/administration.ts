import type { ErrorTable } from './error-table.ts'

/** Errors of the registry, resources, references, mail and notices. */
export const administrationErrors = {
  'currency.code_invalid': {
    kind: 'invalid',
    message: 'The code of a currency is its three letters (ISO 4217).',
  },
  'currency.digits': {
    kind: 'invalid',
    message: '{{currency}} has {{digits, number}} decimal digits (ISO 4217).',
  },
  'setting.maximum_below_minimum': {
    kind: 'invalid',
    message: 'The maximum must be above the minimum.',
  },
} as const satisfies ErrorTable
