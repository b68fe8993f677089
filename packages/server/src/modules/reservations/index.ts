// Reservations: a connector reserved for a card until a time. ReserveNow creates them, a start uses them,
// they expire. A reservation is not a transaction, and does not change the connector's state.
export { reservationEffects } from './effects.ts'
export { reservationsHttp } from './http.ts'
export { reservationSource, visibleReservations } from './list-store.ts'
export { reservationJobs } from './jobs.ts'
export { reserve } from './reserve-connector.ts'
export { reservationSubject } from './reservation-subject.ts'
export { publishReservationUsed } from './publish-used.ts'
