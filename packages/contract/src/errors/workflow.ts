import type { ErrorTable } from './error-table.ts'

/** Errors of classes, states, methods, events and scripts. */
export const workflowErrors = {
  'script.invalid': { kind: 'invalid', message: 'The script cannot be read. {{reason}}' },
  'transition.taken': {
    kind: 'conflict',
    message: 'The method already has a transition from this state.',
  },
} as const satisfies ErrorTable
