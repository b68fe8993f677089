import type { Rows16 } from './rows.ts'

/** Reservation of a connector or of a whole station. */
export const reservation = {
  CancelReservation: { from: 'system', block: 'reservation', carriesFact: false },
  ReserveNow: { from: 'system', block: 'reservation', carriesFact: false },
} as const satisfies Rows16<'reservation'>
