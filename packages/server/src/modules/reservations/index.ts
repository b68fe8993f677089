// Reservations: a connector kept for a card until a time. ReserveNow makes them, a start uses them, they end by
// themselves. A reservation is no transaction, and the connector's state stays the station's own word.
export { reservationEffects } from './effects.ts'
export { reservationsHttp } from './http.ts'
export { reservationSource, visibleReservations } from './list-store.ts'
export { reservationJobs } from './jobs.ts'
export { reservationSubject } from './reservation-subject.ts'
export { tellUsed } from './queue-used-scripts.ts'
